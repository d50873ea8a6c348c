#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <random>

#include "core/transform/transform.h"

namespace texeleton::test {

/// The largest difference between elements of two matrices.
inline double distance(const glm::dmat4& a, const glm::dmat4& b) {
  double largest = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
    }
  }
  return largest;
}

inline double distance(const glm::dvec3& a, const glm::dvec3& b) { return glm::length(a - b); }

/// Angle between two rotations in radians.
inline double angleBetween(const glm::dquat& a, const glm::dquat& b) {
  const glm::dquat c = glm::dot(a, b) < 0.0 ? -b : b;
  return 4.0 * std::asin(std::min(1.0, 0.5 * glm::length(a - c)));
}

/// Random transforms of every kind, the same in each run.
class Random {
 public:
  explicit Random(unsigned seed = 20240611) : m_engine(seed) {}
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_engine); }
  std::size_t index(std::size_t count) { return m_engine() % count; }
  glm::dvec3 vector(double size = 1.0) { return {number(-size, size), number(-size, size), number(-size, size)}; }
  glm::dquat rotation() {
    std::normal_distribution<double> normal;
    return glm::normalize(glm::dquat(normal(m_engine), normal(m_engine), normal(m_engine), normal(m_engine)));
  }
  /// Uniform scale, sometimes mirrored if requested.
  transform::Transform even(bool mirror) {
    const double s = number(0.7, 1.4);
    return {vector(), rotation(),
            mirror ? glm::dvec3(index(2) ? s : -s, index(2) ? s : -s, index(2) ? s : -s) : glm::dvec3(s)};
  }
  transform::Transform uneven() { return {vector(), rotation(), glm::abs(vector()) + 0.5}; }

 private:
  std::mt19937 m_engine;
};

}  // namespace texeleton::test
