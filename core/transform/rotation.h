#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>

namespace texeleton::transform {

/// Rotation from Euler angles in degrees, R = Ry·Rx·Rz: first roll about Z, then pitch about X, then yaw about Y, each
/// about a fixed axis (equivalently: yaw, pitch, roll, each about the node's own axis).
glm::dquat fromEulerDegrees(const glm::dvec3& degrees);

/// The angles for which fromEulerDegrees returns `rotation`: pitch (x) in [−90, 90], yaw (y) and roll (z) in (−180,
/// 180]. At a pitch of ±90° yaw and roll turn about the same axis (gimbal lock): roll is 0 then and yaw holds both.
/// Source: E. Bernardes, S. Viollet, "Quaternion to Euler angles conversion", 2022.
glm::dvec3 toEulerDegrees(const glm::dquat& rotation);

/// Rotation by `degrees` about `axis` (any length; the identity if it is zero), counter-clockwise seen from its tip.
glm::dquat fromAxisAngleDegrees(const glm::dvec3& axis, double degrees);

/// Whether typed numbers represent a rotation: Euler angles in degrees (3), or axis and angle (4).
bool givesRotation(std::span<const double> typed, const glm::dquat& rotation);

/// The rotation that maps +Z to `forward` and keeps +Y as near to `up` as possible (any lengths). If `up` is zero or
/// parallel to `forward`, a perpendicular direction replaces it. `forward` must not be zero.
glm::dquat lookRotation(const glm::dvec3& forward, const glm::dvec3& up);

}  // namespace texeleton::transform
