#include "core/runtime/crowd_clock.h"

#include <cmath>

namespace texeleton::runtime {

namespace {

constexpr std::uint32_t kMaxCrowdFrames = 65535;
constexpr double kPhaseUnits = 0x1p32;  ///< Per turn.
constexpr double kStepUnits = 0x1p48;   ///< Per turn.

double finiteOrZero(double value) { return std::isfinite(value) ? value : 0.0; }

/// Turns per tick in 2⁻⁴⁸, not rounded; modulo whole turns, which have no effect at whole ticks.
double idealStep(const ClipTiming& timing, double speed) {
  const double step = turnsPerTick(timing, speed) * kStepUnits;
  return playsAsLoop(timing) ? std::fmod(step, kStepUnits) : std::clamp(step, -kStepUnits / 4.0, kStepUnits / 4.0);
}

/// A step in 2⁻⁴⁸ turns, |step| < 2⁴⁸, split into the record's fields; half a turn and more become the complementary
/// turn backward.
CrowdPhase splitStep(std::int64_t step) {
  CrowdPhase record;
  record.stepHigh = static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(step) >> 16));
  record.stepLow = static_cast<std::uint32_t>(step) & 0xffffu;
  return record;
}

/// Ticks for `turns` at `step`, bounded by the rebase interval.
std::uint32_t ticksToMake(double turns, double step) {
  const double ticks = turns * kStepUnits / step;
  return ticks < kCrowdRebaseTicks ? static_cast<std::uint32_t>(std::llround(ticks)) : kCrowdRebaseTicks;
}

}  // namespace

CrowdTime crowdTime(double seconds) {
  const double ticks = std::clamp(finiteOrZero(seconds) * kTicksPerSecond, 0.0, 0x1p53);
  const double whole = std::floor(ticks);
  return {static_cast<std::uint64_t>(whole), static_cast<std::uint32_t>((ticks - whole) * 65536.0)};
}

CrowdClip crowdClip(const ClipTiming& timing) {
  const bool moves = playLength(timing) > 0.0;
  return {timing.frameBegin, moves ? std::clamp(timing.frameCount, 1u, kMaxCrowdFrames) : 1u, playsAsLoop(timing)};
}

double turnsPerTick(const ClipTiming& timing, double speed) {
  const double length = playLength(timing);
  return length > 0.0 ? finiteOrZero(speed / length / kTicksPerSecond) : 0.0;
}

CrowdPhase crowdPhase(const ClipTiming& timing, double speed, double startSeconds, std::uint32_t nowTicks) {
  const double step = idealStep(timing, speed);
  CrowdPhase record = splitStep(std::llround(step));
  const double length = playLength(timing);
  const double turns = length > 0.0 ? finiteOrZero(finiteOrZero(startSeconds) / length) : 0.0;
  if (playsAsLoop(timing)) {
    const auto phase = static_cast<std::uint64_t>(std::llround((turns - std::floor(turns)) * kPhaseUnits));
    record.phase = static_cast<std::uint32_t>(phase) - loopPhaseAt(record, {nowTicks, 0});
    return record;
  }
  const double made = std::clamp(turns, 0.0, 1.0);
  if (record.stepHigh == 0 && record.stepLow == 0) {
    record.phase = static_cast<std::uint32_t>(std::min(std::llround(made * kPhaseUnits), 0xffffffffll));
  } else {
    record.phase = nowTicks - ticksToMake(step < 0.0 ? 1.0 - made : made, std::abs(step));
  }
  return record;
}

CrowdPhase rebased(const CrowdPhase& record, bool loop, std::uint32_t ticks) {
  CrowdPhase moved = record;
  if (loop) {
    moved.phase = loopPhaseAt(record, {ticks, 0});
    return moved;
  }
  if (record.stepHigh == 0 && record.stepLow == 0) {
    return moved;
  }
  moved.phase = record.phase - ticks;
  // Completed playback is kept at a fixed age, so that the signed distance stays in range.
  constexpr std::uint32_t kOldAge = kCrowdRebaseTicks / 2;
  CrowdPhase longAgo = record;
  longAgo.phase = 0u - kOldAge;
  const std::uint32_t elapsed = ticks - record.phase;
  const OncePhase now = oncePhaseAt(record, {ticks, 0});
  const OncePhase then = oncePhaseAt(longAgo, {0, 0});
  if (elapsed > kOldAge && elapsed < 0x80000000u && now.phase == then.phase && now.atEnd == then.atEnd) {
    moved.phase = longAgo.phase;
  }
  return moved;
}

CrowdPhase rebased(const CrowdPhase& record, const ClipTiming& timing, double speed, std::uint32_t ticks) {
  const bool loop = playsAsLoop(timing);
  CrowdPhase moved = rebased(record, loop, ticks);
  if (loop) {
    const double step = idealStep(timing, speed);
    const double lost = (step - std::round(step)) * static_cast<double>(ticks) / (kStepUnits / kPhaseUnits);
    moved.phase += static_cast<std::uint32_t>(std::llround(lost));
  }
  return moved;
}

}  // namespace texeleton::runtime
