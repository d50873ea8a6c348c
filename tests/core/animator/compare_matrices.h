#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <limits>
#include <span>

namespace texeleton::test {

/// The largest difference between elements of two lists of matrices; infinite if their lengths differ or an element is
/// NaN.
inline double difference(std::span<const glm::dmat4> a, std::span<const glm::dmat4> b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double worst = a.size() == b.size() ? 0.0 : kInfinity;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        const double off = std::abs(a[i][c][r] - b[i][c][r]);
        worst = std::max(worst, std::isnan(off) ? kInfinity : off);
      }
    }
  }
  return worst;
}

}  // namespace texeleton::test
