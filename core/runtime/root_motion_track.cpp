#include "core/runtime/root_motion_track.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/runtime/clip_timing.h"

namespace texeleton::runtime {

namespace {

glm::dvec3 turned(const glm::dvec3& v, double yaw) {
  const double c = std::cos(yaw);
  const double s = std::sin(yaw);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

/// Within the clip: 0 … length.
vat::RootSample inCycle(const vat::BakedRootMotion& motion, double turn) {
  const double last = static_cast<double>(motion.samples.size() - 1);
  const double at = std::clamp(turn, 0.0, 1.0) * last;
  const auto first = static_cast<std::size_t>(std::min(std::floor(at), std::max(last - 1.0, 0.0)));
  const vat::RootSample& a = motion.samples[first];
  const vat::RootSample& b = motion.samples[std::min(first + 1, motion.samples.size() - 1)];
  const double f = at - static_cast<double>(first);
  return {a.position * (1.0 - f) + b.position * f, a.yawRadians * (1.0 - f) + b.yawRadians * f};
}

/// `cycle` repeated `count` times (a whole number, negative: backward). Along the ground these are equal steps, each
/// turned by the same angle: a geometric series, whose sum is a count·sinc-like ratio times the first step, rotated
/// half-way.
vat::RootSample repeated(const vat::RootSample& cycle, double count) {
  const double half = 0.5 * std::remainder(cycle.yawRadians, kTwoPi);  // the turn of a step, −π/2 … π/2
  const double sine = std::sin(half);
  const double ratio = std::abs(sine) < 1e-9 ? count : std::sin(count * half) / sine;
  glm::dvec3 way = turned({cycle.position.x, 0.0, cycle.position.z}, (count - 1.0) * half) * ratio;
  way.y = cycle.position.y * count;
  return {way, cycle.yawRadians * count};
}

}  // namespace

vat::RootSample followedBy(const vat::RootSample& first, const vat::RootSample& second) {
  return {first.position + turned(second.position, first.yawRadians), first.yawRadians + second.yawRadians};
}

vat::RootSample inverse(const vat::RootSample& motion) {
  return {-turned(motion.position, -motion.yawRadians), -motion.yawRadians};
}

vat::RootSample rootMotionAt(const vat::BakedClip& clip, double seconds) {
  if (!clip.rootMotion || clip.rootMotion->samples.empty() || !std::isfinite(seconds)) {
    return {};
  }
  const ClipTiming timing = clipTiming(clip);
  const double length = playLength(timing);
  if (length == 0.0) {
    return {};
  }
  const double turns = seconds / length;
  if (!playsAsLoop(timing)) {
    return inCycle(*clip.rootMotion, turns);
  }
  const double whole = std::floor(turns);
  return followedBy(repeated(clip.rootMotion->samples.back(), whole), inCycle(*clip.rootMotion, turns - whole));
}

vat::RootSample rootMotionBetween(const vat::BakedClip& clip, double fromSeconds, double toSeconds) {
  return followedBy(inverse(rootMotionAt(clip, fromSeconds)), rootMotionAt(clip, toSeconds));
}

}  // namespace texeleton::runtime
