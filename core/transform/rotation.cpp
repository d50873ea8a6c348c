#include "core/transform/rotation.h"

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace texeleton::transform {

namespace {

/// Into (−180, 180].
double wrapped(double degrees) {
  degrees = std::remainder(degrees, 360.0);
  return degrees <= -180.0 ? degrees + 360.0 : degrees;
}

}  // namespace

glm::dquat fromEulerDegrees(const glm::dvec3& degrees) {
  const glm::dvec3 half = glm::radians(degrees) * 0.5;
  const glm::dquat pitch(std::cos(half.x), std::sin(half.x), 0.0, 0.0);
  const glm::dquat yaw(std::cos(half.y), 0.0, std::sin(half.y), 0.0);
  const glm::dquat roll(std::cos(half.z), 0.0, 0.0, std::sin(half.z));
  return yaw * pitch * roll;
}

bool givesRotation(std::span<const double> typed, const glm::dquat& rotation) {
  if (typed.size() != 3 && typed.size() != 4) {
    return false;
  }
  const glm::dvec3 three(typed[0], typed[1], typed[2]);
  constexpr double kRounding = 1e-12;
  return std::abs(glm::dot(typed.size() == 3 ? fromEulerDegrees(three) : fromAxisAngleDegrees(three, typed[3]),
                           rotation)) > 1.0 - kRounding;
}

glm::dvec3 toEulerDegrees(const glm::dquat& rotation) {
  // Half the difference and half the sum of yaw and roll, each from a pair that vanishes only near one of the poles, so
  // that the result is accurate everywhere.
  const glm::dquat& q = rotation;
  const glm::dvec2 difference(q.w + q.x, q.y - q.z);
  const glm::dvec2 sum(q.w - q.x, q.y + q.z);
  const double a = glm::length(difference);
  const double b = glm::length(sum);
  double halfDifference = std::atan2(difference.y, difference.x);
  double halfSum = std::atan2(sum.y, sum.x);
  constexpr double kLocked = 1e-12;
  if (b < kLocked) {
    halfSum = halfDifference;
  } else if (a < kLocked) {
    halfDifference = halfSum;
  }
  const double pitch = 2.0 * std::atan2(a, b) - glm::half_pi<double>();
  return {glm::degrees(pitch), wrapped(glm::degrees(halfSum + halfDifference)),
          wrapped(glm::degrees(halfSum - halfDifference))};
}

glm::dquat fromAxisAngleDegrees(const glm::dvec3& axis, double degrees) {
  const double length = glm::length(axis);
  if (length == 0.0) {
    return {1.0, 0.0, 0.0, 0.0};
  }
  return glm::angleAxis(glm::radians(degrees), axis / length);
}

glm::dquat lookRotation(const glm::dvec3& forward, const glm::dvec3& up) {
  const glm::dvec3 z = glm::normalize(forward);
  const double upLength = glm::length(up);
  glm::dvec3 x = upLength > 0.0 ? glm::cross(up / upLength, z) : glm::dvec3(0.0);
  if (glm::length(x) < 1e-9) {
    // The axis least parallel to forward is the most robust substitute, and deterministic.
    x = std::abs(z.y) < 0.9 ? glm::cross(glm::dvec3(0, 1, 0), z)
                            : glm::cross(glm::dvec3(0, 0, -std::copysign(1.0, z.y)), z);
  }
  x = glm::normalize(x);
  return glm::normalize(glm::quat_cast(glm::dmat3(x, glm::cross(z, x), z)));
}

}  // namespace texeleton::transform
