#pragma once

#include <glm/gtc/quaternion.hpp>
#include <span>

#include "core/retargeting/fit_rotation.h"

namespace texeleton::retargeting {

/// The rotation of a motion's skeleton in pack space.
struct Alignment {
  /// Maps the motion's rest pose to the model's.
  glm::dquat rest{1.0, 0.0, 0.0, 0.0};
  /// Maps the motion's movement to the model's. Differs from `rest` if the motion's rest pose is itself turned, as that
  /// of a character exported lying.
  glm::dquat motion{1.0, 0.0, 0.0, 0.0};
};

/// Finds both from the directions of bones (`from`: the motion's, `to`: the model's, unit length, in pack space, rest
/// poses) and the rotations of the nodes above the skeletons in both files. The identity is preferred, then rotations
/// that map axes to axes (formats without an up axis may lie on their back), then the best fit. `anyPose`: the motion's
/// rest pose may be any pose of the model's skeleton, so only a rotation that fits all bones counts.
Alignment alignRests(std::span<const RotationPair> bones, const glm::dquat& motionStage, const glm::dquat& modelStage,
                     bool anyPose = false);

}  // namespace texeleton::retargeting
