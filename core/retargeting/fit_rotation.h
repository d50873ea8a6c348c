#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>

namespace texeleton::retargeting {

/// Two directions or positions that a rotation is to align: rotation · from ≈ to.
struct RotationPair {
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};
  double weight = 1.0;  ///< >= 0.
};

/// The rotation with the smallest weighted sum of squares
/// to − R·from
/// ² (Davenport's q-method; B. K. P. Horn, "Closed-form solution of absolute orientation using unit quaternions",
/// 1987). If the pairs leave it undetermined, as a single pair or collinear ones do, the smallest such rotation; the
/// identity if all are zero. Uses only + − × ÷ √.
glm::dquat fitRotation(std::span<const RotationPair> pairs);

/// The smallest rotation from the direction of `from` to that of `to`; identity if one of them is zero.
glm::dquat swingBetween(const glm::dvec3& from, const glm::dvec3& to);

/// The angle of a rotation in degrees, 0 … 180.
double angleDegrees(const glm::dquat& rotation);

}  // namespace texeleton::retargeting
