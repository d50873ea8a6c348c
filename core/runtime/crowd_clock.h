#pragma once

#include <algorithm>
#include <cstdint>

#include "core/runtime/animation_ticker.h"

namespace texeleton::runtime {

// Time of a crowd in integers, so that a shader needs no 64-bit numbers, the CPU and the GPU agree to the bit, and
// nothing drifts or stutters after days, as a float clock does after an hour. All arithmetic is in uint32, modulo 2³²;
// shaders/ has the same functions.

inline constexpr std::uint32_t kTicksPerSecond = 1024;

/// The longest time between two rebases of the records (12 days). The tick counter wraps after 48 days; before it does,
/// the low bits of the steps would lose a carry, and rounded steps drift (see rebased()).
inline constexpr std::uint32_t kCrowdRebaseTicks = 1u << 30;

/// The clock that all instances share: whole ticks since the last rebase, and the rest of a tick in 1/65,536.
struct CrowdClock {
  std::uint32_t ticks = 0;
  std::uint32_t rest = 0;  ///< 0 … 65,535.
};

/// Total ticks since the start of the program for a time in seconds (exact below 2⁵³), with the rest; a time that is
/// negative or not finite counts as 0.
struct CrowdTime {
  std::uint64_t ticks = 0;
  std::uint32_t rest = 0;
};
CrowdTime crowdTime(double seconds);

/// The clock at `time` for records that were last rebased at `baseTicks` (≤ time.ticks).
constexpr CrowdClock crowdClock(const CrowdTime& time, std::uint64_t baseTicks) {
  return {static_cast<std::uint32_t>(time.ticks - baseTicks), time.rest};
}

/// A clip in a crowd's table of clips.
struct CrowdClip {
  std::uint32_t frameBegin = 0;
  std::uint32_t frameCount = 1;  ///< 1 … 65,535.
  bool loop = false;
};

/// The entry for a clip. The frame count is clamped to 65,535, the maximum of bakes.
CrowdClip crowdClip(const ClipTiming& timing);

/// Turns of a clip per tick at `speed`; 0 if that is not finite.
double turnsPerTick(const ClipTiming& timing, double speed);

/// The movement of one instance through its clip. The step, per tick, is a signed 48-bit number stepHigh +
/// stepLow/65536 in turns · 2³² (a turn is one pass of the clip). Looping: `phase` is the position at tick 0 in turns ·
/// 2³². Once: `phase` is the tick at which it starts, as a signed distance from tick 0 (a start up to 24 days ahead
/// shows the first pose until then); a clip whose step is 0 is paused at `phase` turns · 2³².
struct CrowdPhase {
  std::uint32_t phase = 0;
  std::int32_t stepHigh = 0;
  std::uint32_t stepLow = 0;  ///< 0 … 65,535.

  friend bool operator==(const CrowdPhase&, const CrowdPhase&) = default;
};

/// The record of an instance that at tick `nowTicks` is at `startSeconds` of the clip and moves at `speed` (negative:
/// backward; to play once backward, start at the clip's length). Steps of half a turn per tick and more (clips under 2
/// ms) are exact at whole ticks and alias between them. Numbers that are not finite count as 0.
CrowdPhase crowdPhase(const ClipTiming& timing, double speed, double startSeconds, std::uint32_t nowTicks = 0);

/// The same motion for a clock that restarts at 0 when it shows `ticks`. Exact to 2⁻³² turns. Once: finished clips stay
/// finished; clips of over 24 days are not supported.
CrowdPhase rebased(const CrowdPhase& record, bool loop, std::uint32_t ticks);

/// As above, and corrects the accumulated rounding of the step since the last rebase: at most 2⁻⁴⁹ turns per tick, or
/// 0.13 frames of the longest clip (65,535 frames) in kCrowdRebaseTicks.
CrowdPhase rebased(const CrowdPhase& record, const ClipTiming& timing, double speed, std::uint32_t ticks);

/// Position of a looping record in turns · 2³².
constexpr std::uint32_t loopPhaseAt(const CrowdPhase& record, const CrowdClock& clock) {
  const auto high = static_cast<std::uint32_t>(record.stepHigh);
  const std::uint32_t whole =
      high * clock.ticks + record.stepLow * (clock.ticks >> 16) + ((record.stepLow * (clock.ticks & 0xffffu)) >> 16);
  const std::uint32_t part =
      static_cast<std::uint32_t>((record.stepHigh >> 16) * static_cast<std::int32_t>(clock.rest)) +
      (((high & 0xffffu) * clock.rest) >> 16);
  return record.phase + whole + part;
}

/// Position of a record that plays once, in turns · 2³²; `atEnd`: a whole turn, which does not fit into 32 bits.
struct OncePhase {
  std::uint32_t phase = 0;
  bool atEnd = false;
};

constexpr OncePhase oncePhaseAt(const CrowdPhase& record, const CrowdClock& clock) {
  const bool backward = record.stepHigh < 0;
  if (record.stepHigh == 0 && record.stepLow == 0) {
    return {record.phase, false};
  }
  // Backward is the same motion from the end: the 48 bits are negated.
  const std::uint32_t low = backward ? (0u - record.stepLow) & 0xffffu : record.stepLow;
  const auto signedHigh = static_cast<std::uint32_t>(record.stepHigh);
  const std::uint32_t high = backward ? ~signedHigh + (record.stepLow == 0 ? 1u : 0u) : signedHigh;

  const std::uint32_t elapsed = clock.ticks - record.phase;
  std::uint32_t made = 0;
  bool whole = false;
  if (elapsed < 0x80000000u) {
    // A sum that overflows 32 bits is a whole turn or more.
    whole = high != 0 && elapsed > 0xffffffffu / high;
    const std::uint32_t a = high * elapsed;
    const std::uint32_t b = a + low * (elapsed >> 16) + ((low * (elapsed & 0xffffu)) >> 16);
    made = b + (high >> 16) * clock.rest + (((high & 0xffffu) * clock.rest) >> 16);
    whole = whole || b < a || made < b;
  }
  if (whole) {
    return {0, !backward};
  }
  return backward ? OncePhase{0u - made, made == 0} : OncePhase{made, false};
}

/// Frames and fraction of a position: pos = (phase>>16)·n + (((phase & 0xffff)·n)>>16), frame = pos>>16, fraction =
/// (pos & 0xffff)/65536, where n is the number of steps between frames: N looping, N−1 once.
constexpr AnimationTickOutput crowdFrames(const CrowdClip& clip, std::uint32_t phase, bool atEnd) {
  const std::uint32_t last = clip.frameCount - 1;
  const std::uint32_t steps = clip.loop ? clip.frameCount : last;
  const std::uint32_t position = atEnd ? last << 16 : (phase >> 16) * steps + (((phase & 0xffffu) * steps) >> 16);
  const std::uint32_t frame = position >> 16;
  const std::uint32_t next = frame < last ? frame + 1 : (clip.loop ? 0 : last);
  return {clip.frameBegin + frame, clip.frameBegin + next, static_cast<float>(position & 0xffffu) * (1.0f / 65536.0f)};
}

/// Returns the frames that an instance shows: the reference for tickCrowd() and the shader.
constexpr AnimationTickOutput crowdOutput(const CrowdClip& clip, const CrowdPhase& record, const CrowdClock& clock) {
  if (clip.loop) {
    return crowdFrames(clip, loopPhaseAt(record, clock), false);
  }
  const OncePhase once = oncePhaseAt(record, clock);
  return crowdFrames(clip, once.phase, once.atEnd);
}

/// Share of the incoming clip in a cross-fade of `durationTicks` that began at `startTicks`: 0 before, 1 after, 1 if
/// the duration is 0.
constexpr float crowdFadeWeight(std::uint32_t startTicks, std::uint32_t durationTicks, const CrowdClock& clock) {
  const std::uint32_t elapsed = clock.ticks - startTicks;
  if (elapsed >= 0x80000000u) {
    return 0.0f;
  }
  if (elapsed >= durationTicks) {
    return 1.0f;
  }
  const float ticks = static_cast<float>(elapsed) + static_cast<float>(clock.rest) * (1.0f / 65536.0f);
  return std::min(ticks / static_cast<float>(durationTicks), 1.0f);
}

}  // namespace texeleton::runtime
