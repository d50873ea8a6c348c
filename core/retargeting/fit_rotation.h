#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>

namespace texeleton::retargeting {

/// Two directions or places that a rotation is to bring together: rotation · from ≈ to.
struct RotationPair {
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};
  double weight = 1.0;  ///< >= 0.
};

/// The rotation with the least weighted sum of squares |to − R·from|² (Davenport's q-method; B. K. P. Horn,
/// "Closed-form solution of absolute orientation using unit quaternions", 1987). Where the pairs leave it open, as one
/// pair or pairs along one line do, the smallest such rotation. Identity where all are zero. Only + − × ÷ √.
glm::dquat fitRotation(std::span<const RotationPair> pairs);

/// The smallest rotation that takes the direction of `from` to that of `to`; identity where one of them is zero.
glm::dquat swingBetween(const glm::dvec3& from, const glm::dvec3& to);

/// The angle of a rotation in degrees, 0 … 180.
double angleDegrees(const glm::dquat& rotation);

}  // namespace texeleton::retargeting
