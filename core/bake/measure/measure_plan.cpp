#include "core/bake/measure/measure_plan.h"

#include <algorithm>
#include <utility>

#include "core/bake/measure/measure_kernel.h"

namespace texeleton::bake {

namespace {

BetweenSample sampleOf(std::uint32_t interval, std::uint32_t step, std::uint32_t steps, const TimeBetween& time) {
  return {time, interval, steps == 1 ? time.fraction : (step + time.fraction) / steps, 0, 0};
}

}  // namespace

void TilePlanner::planAll(const MeasureTimes& times, double loopEnd) {
  const std::uint32_t intervals = intervalCount(m_baked);
  m_plan.loopEnd = loopEnd;
  m_plan.frames = {0};
  m_plan.summed = {0};
  for (std::uint32_t begin = 0; begin < intervals;) {
    const std::uint32_t steps = stepsAt(begin).steps;
    std::vector<BetweenSample> samples;
    for (std::uint32_t step = 0; step < steps; ++step) {
      if (step != 0) {  // Omitted frames count in the mean, like half-way times.
        const TimeBetween frame{0.0, secondsAtFrame(m_baked, begin + step), true, false};
        samples.push_back(sampleOf(begin + step, step, steps, frame));
      }
      for (const TimeBetween& time : times.between(begin + step)) {
        samples.push_back(sampleOf(begin + step, step, steps, time));
      }
    }
    add(begin, steps, samples, true);
    begin += steps;
  }
  close();
}

void TilePlanner::planSixteenths(const MeasureTimes& times, std::span<const std::uint32_t> intervals) {
  for (const std::uint32_t interval : intervals) {
    const vat::FrameEntry at = stepsAt(interval);
    std::vector<BetweenSample> samples;
    for (const TimeBetween& time : times.sixteenths(interval)) {
      samples.push_back(sampleOf(interval, at.step, at.steps, time));
    }
    add(interval - at.step, at.steps, samples, false);
  }
  close();
}

void TilePlanner::add(std::uint32_t begin, std::uint32_t steps, const std::vector<BetweenSample>& samples, bool sums) {
  for (std::size_t next = 0; next < samples.size();) {
    if (m_plan.size() + 3 > kMeasureSamples ||
        (next == 0 && samples.size() + 2 <= kMeasureSamples && m_plan.size() + 2 + samples.size() > kMeasureSamples)) {
      close();
    }
    const auto before = numberOf(begin, false);
    const auto after = numberOf((begin + steps) % m_baked.frameCount, sums && next == 0 && isNew(begin + steps));
    while (next < samples.size() && m_plan.size() < kMeasureSamples) {
      BetweenSample sample = samples[next++];
      sample.before = before;
      sample.after = after;
      m_plan.between.push_back(sample);
    }
  }
}

std::uint8_t TilePlanner::numberOf(std::uint32_t frame, bool sums) {
  auto at = std::ranges::find(m_plan.frames, frame);
  if (at == m_plan.frames.end()) {
    at = m_plan.frames.insert(m_plan.frames.end(), frame);
  }
  if (sums) {
    m_plan.summed.push_back(frame);
  }
  return static_cast<std::uint8_t>(at - m_plan.frames.begin());
}

void TilePlanner::close() {
  if (!m_plan.frames.empty()) {
    m_plan.clip = m_clip;
    m_plans.push_back(std::move(m_plan));
  }
  m_plan = {};
}

}  // namespace texeleton::bake
