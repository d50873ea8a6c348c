#pragma once

#include <glm/gtc/quaternion.hpp>
#include <span>

#include "core/retargeting/fit_rotation.h"

namespace texeleton::retargeting {

/// How a motion's skeleton is rotated in pack space.
struct Alignment {
  /// Maps the motion's rest pose to the model's.
  glm::dquat rest{1.0, 0.0, 0.0, 0.0};
  /// Maps the motion's movement to the model's. Differs from `rest` if the motion's rest pose itself is turned, e.g.
  /// exported lying.
  glm::dquat motion{1.0, 0.0, 0.0, 0.0};
};

/// Finds both from the directions of bones (`from`: the motion's, `to`: the model's; unit length, pack space, rest
/// poses) and the rotations of the nodes above the skeletons in both files. Prefers the identity, then rotations that
/// map axes to axes (formats without an up axis), then the best fit. `anyPose`: the motion's rest pose may be any pose
/// of the model's skeleton, so that only a rotation that fits all bones counts.
Alignment alignRests(std::span<const RotationPair> bones, const glm::dquat& motionStage, const glm::dquat& modelStage,
                     bool anyPose = false);

}  // namespace texeleton::retargeting
