#include "core/runtime/clip_timing.h"

#include <algorithm>
#include <cmath>

namespace texeleton::runtime {

namespace {

/// The largest float below 1: a double such as 0.99999999 must not round up to 1 and leave the range.
constexpr float kLargestFraction = 0x1.fffffep-1f;

/// t/L for a loop, wrapped into [0, 1).
double turnFraction(double seconds, double length) {
  const double turns = seconds / length;
  if (!std::isfinite(turns)) {
    return 0.0;
  }
  const double fraction = turns - std::floor(turns);
  return fraction < 1.0 ? fraction : 0.0;  // A tiny negative number rounds to 1, the start of the next turn.
}

}  // namespace

ClipTiming clipTiming(const vat::BakedClip& clip) {
  return {clip.frameBegin, clip.frameCount, clip.lengthSeconds, clip.loop};
}

double playLength(const ClipTiming& timing) {
  return std::isfinite(timing.lengthSeconds) && timing.lengthSeconds > 0.0 ? timing.lengthSeconds : 0.0;
}

bool playsAsLoop(const ClipTiming& timing) { return timing.loop && playLength(timing) > 0.0; }

AnimationTickOutput sampleClip(const ClipTiming& timing, double seconds) {
  const double length = playLength(timing);
  if (length == 0.0) {
    return {timing.frameBegin, timing.frameBegin, 0.0f};
  }
  const double time = std::isfinite(seconds) ? seconds : 0.0;
  const std::uint32_t last = std::max(timing.frameCount, 1u) - 1;
  const double position = timing.loop ? turnFraction(time, length) * (static_cast<double>(last) + 1.0)
                                      : std::clamp(time / length, 0.0, 1.0) * static_cast<double>(last);
  const std::uint32_t frame = std::min(static_cast<std::uint32_t>(position), last);
  const std::uint32_t next = frame < last ? frame + 1 : (timing.loop ? 0 : last);
  const float fraction = static_cast<float>(position - static_cast<double>(frame));
  return {timing.frameBegin + frame, timing.frameBegin + next, std::clamp(fraction, 0.0f, kLargestFraction)};
}

}  // namespace texeleton::runtime
