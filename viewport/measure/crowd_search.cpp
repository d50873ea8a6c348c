#include "viewport/measure/crowd_search.h"

#include <algorithm>
#include <cmath>

namespace texeleton::viewport {

namespace {

constexpr int kMostTries = 14;
constexpr double kClose = 0.01;  ///< The search ends when the bounds differ by this share.
constexpr double kLeastGrowth =
    1.015;  ///< Growth beyond the estimate: it makes the next try too many, which bounds the search.
constexpr double kMostGrowth = 2.0;
constexpr double kLeastShrinking = 0.25;
constexpr double kFromEnds =
    0.15;  ///< Share of the interval between the bounds that guesses keep away from either bound.

/// Rounds to four significant digits.
std::uint32_t rounded(double instances) {
  const double unit = std::pow(10.0, std::floor(std::log10(std::max(instances, 1.0))) - 3.0);
  return static_cast<std::uint32_t>(std::lround(unit < 1.0 ? instances : std::round(instances / unit) * unit));
}

}  // namespace

CrowdSearch::CrowdSearch(std::uint32_t first, std::uint32_t most, double limitSeconds)
    : m_first(std::min(first, most)), m_most(most), m_limitSeconds(limitSeconds) {}

std::optional<std::uint32_t> CrowdSearch::next() const {
  const auto some = [](std::uint32_t instances) { return instances > 0 ? std::optional(instances) : std::nullopt; };
  if (m_tries >= kMostTries) {
    return std::nullopt;
  }
  if (m_tries == 0) {
    return some(m_first);
  }
  const double enough = m_enough.instances;
  const double tooMany = m_tooMany.instances;
  if (m_enough.instances == 0) {
    const double share = m_limitSeconds / m_tooMany.seconds;
    const std::uint32_t fewer = rounded(tooMany * std::clamp(share, kLeastShrinking, 1.0 / kLeastGrowth));
    return some(std::min(fewer, m_tooMany.instances - 1));
  }
  if (m_tooMany.instances == 0) {
    // Extrapolates linearly: through the last two tries, or from one try through the origin.
    const double span = enough - m_before.instances;
    const double rise = m_enough.seconds - m_before.seconds;
    const double more = rise > 0.0 ? (m_limitSeconds - m_enough.seconds) / rise * span : enough;
    const double most = std::min<double>(m_most, enough * kMostGrowth);
    const std::uint32_t guess = rounded(std::min(std::max(enough + more, enough) * kLeastGrowth, most));
    return m_enough.instances < m_most ? some(std::min(guess, m_most)) : std::nullopt;
  }
  if (tooMany - enough <= kClose * enough) {
    return std::nullopt;
  }
  const double share = (m_limitSeconds - m_enough.seconds) / (m_tooMany.seconds - m_enough.seconds);
  const std::uint32_t guess = rounded(enough + std::clamp(share, kFromEnds, 1.0 - kFromEnds) * (tooMany - enough));
  return guess > m_enough.instances && guess < m_tooMany.instances ? some(guess) : std::nullopt;
}

void CrowdSearch::tell(std::uint32_t instances, double frameSeconds) {
  ++m_tries;
  if (frameSeconds > m_limitSeconds) {
    if (m_tooMany.instances == 0 || instances < m_tooMany.instances) {
      m_tooMany = {instances, frameSeconds};
    }
  } else if (instances > m_enough.instances) {
    m_before = m_enough;
    m_enough = {instances, frameSeconds};
  }
}

}  // namespace texeleton::viewport
