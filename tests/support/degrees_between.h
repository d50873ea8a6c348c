#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <glm/trigonometric.hpp>

namespace texeleton::test {

/// The angle between two directions of any length.
inline double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
  return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

}  // namespace texeleton::test
