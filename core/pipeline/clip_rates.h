#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bake/clip_plan.h"
#include "core/vat/baked_animation.h"
#include "core/vat/texture_layout.h"

namespace texeleton::pipeline {

/// Finds the sample rate of a clip; rates are numbers of steps.
class ClipRates {
 public:
  explicit ClipRates(const vat::BakedClip& clip) : m_lengthSeconds(clip.lengthSeconds), m_loops(clip.loop) {
    const auto source = static_cast<std::uint32_t>(bake::wholeSteps(clip.lengthSeconds, clip.sampleRateHz));
    const bool keepsRate = clip.rootMotion && clip.rootMotion->mode == vat::RootMotionMode::Extract;
    for (std::uint32_t k = 1; !keepsRate && k <= source; ++k) {
      if (source % k == 0 && (k <= 64 || k == source)) {
        m_steps.push_back(source / k);
      }
    }
    for (const std::uint32_t k : {2u, 3u, 4u, 6u, 8u, 12u, 16u, 24u, 32u}) {
      if (!keepsRate && k < source) {
        m_steps.push_back((source + k / 2) / k);
      }
    }
    for (const std::uint32_t k :
         {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 24u, kUsualFactor, 48u, 64u, 96u, 128u, 192u, kHighestFactor}) {
      if (clip.lengthSeconds > 0.0 ? source * k < vat::kMaxFramesPerClip : k == 1) {
        m_steps.push_back(std::max(source, 1u) * k);
      }
    }
    if (!keepsRate && clip.lengthSeconds > 0.0) {
      if (clip.loop) {  // One step is one frame.
        std::erase(m_steps, 1u);
      }
      m_steps.push_back(kOneFrame);
    }
    std::ranges::sort(m_steps);
    m_steps.erase(std::unique(m_steps.begin(), m_steps.end()), m_steps.end());
    m_at = static_cast<std::size_t>(std::ranges::lower_bound(m_steps, source) - m_steps.begin());
    m_at = std::min(m_at, m_steps.size() - 1);
    const auto usual = std::ranges::upper_bound(m_steps, std::uint64_t{std::max(source, 1u)} * kUsualFactor);
    m_high = static_cast<std::size_t>(usual - m_steps.begin());
    m_sourceSteps = source;
    m_sourceRate = clip.sampleRateHz;
  }

  double rateHz() const { return rateOf(m_at); }
  bool isDone() const { return m_low >= m_high; }
  bool isFound() const { return m_isFound; }

  /// A lower bound of the frames of the rate that will be found.
  std::uint64_t leastFrames() const {
    const std::uint64_t steps = m_steps[isDone() ? m_at : m_low];
    return steps == kOneFrame || m_lengthSeconds <= 0.0 ? 1 : steps + (m_loops ? 0 : 1);
  }

  /// Reports the result for the current rate: the error in multiples of the limits.
  void tell(double times) {
    const bool keeps = times <= 1.0;
    if (isDone()) {
      // Ranges are shared by all clips, so other clips' rates may have increased the error.
      m_isFound = keeps || m_at + 1 < m_steps.size();
      m_at += !keeps && m_isFound ? 1 : 0;
      return;
    }
    if (keeps) {
      m_high = m_at;
      m_best = m_at;
      m_isFound = true;
    } else {
      const std::uint32_t steps = m_steps[m_at];
      const bool isBeyondSource = m_failedSteps != 0 && steps >= 2 * m_failedSteps;
      m_low = m_at + 1;
      if (isBeyondSource && times > kHardlyLess * m_failedTimes && !m_isFound) {
        m_low = m_high;  // A jump, which no rate reproduces.
      } else if (isDone() && !m_isFound && isNearEnough(times)) {
        m_high = m_steps.size();
      }
      if (steps >= m_sourceSteps) {
        m_failedSteps = steps;
        m_failedTimes = times;
      }
    }
    m_at = isDone() ? m_best : m_told++ < kGuesses ? guessed(times) : m_low + (m_high - m_low) / 2;
  }
  /// Ends the search: no rate keeps the limits.
  void giveUp() { m_low = m_high; }
  bool isHopeless() const { return isDone() && !m_isFound; }

 private:
  static constexpr std::uint32_t kOneFrame = 0;
  static constexpr std::uint32_t kUsualFactor = 32;     ///< Relative to the source's rate.
  static constexpr std::uint32_t kHighestFactor = 256;  ///< Only if no lower one suffices and this one may.
  /// Blending errors at least halve if the rate doubles; an error that stays above this share has another cause.
  static constexpr double kHardlyLess = 0.7;
  static constexpr int kGuesses = 3;  ///< After these the range is halved, so that the search ends for any motion.

  /// Whether the highest rate keeps the limits, assuming that the error falls with the square of the rate.
  bool isNearEnough(double times) const {
    return m_at < m_steps.size() && m_steps[m_at] * std::sqrt(times) <= m_steps.back();
  }

  /// The rate that just keeps the limits, assuming that the error falls with the square of the rate. High rates are
  /// slow to bake and measure, so bisection from the start would cost more.
  std::size_t guessed(double times) const {
    const double steps = m_steps[m_at] * std::sqrt(std::min(times, 1e12));
    const auto at =
        std::ranges::lower_bound(m_steps, steps, [](std::uint32_t each, double wanted) { return each < wanted; });
    return std::clamp(static_cast<std::size_t>(at - m_steps.begin()), m_low, m_high - 1);
  }

  double rateOf(std::size_t at) const { return m_lengthSeconds > 0.0 ? m_steps[at] / m_lengthSeconds : m_sourceRate; }

  double m_lengthSeconds = 0.0;
  std::uint32_t m_sourceSteps = 1;
  std::uint32_t m_failedSteps = 0;  ///< The last rate, at or above the source's, that failed.
  double m_failedTimes = 0.0;
  bool m_loops = false;
  double m_sourceRate = 30.0;
  std::vector<std::uint32_t> m_steps;
  std::size_t m_at = 0;
  std::size_t m_low = 0;
  std::size_t m_high = 0;
  std::size_t m_best = 0;
  int m_told = 0;
  bool m_isFound = false;
};

}  // namespace texeleton::pipeline
