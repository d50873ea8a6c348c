#pragma once

#include <glm/gtc/quaternion.hpp>
#include <span>

#include "core/retargeting/fit_rotation.h"

namespace texeleton::retargeting {

/// The rotation of a motion's skeleton in pack space.
struct Alignment {
  /// Takes the motion's rest pose to the model's.
  glm::dquat rest{1.0, 0.0, 0.0, 0.0};
  /// Takes what the motion does to what the model is to do. Another one than `rest` where the motion's rest pose is
  /// itself a turned one: of a character that was exported lying, say.
  glm::dquat motion{1.0, 0.0, 0.0, 0.0};
};

/// Finds both from the directions of bones (`from`: the motion's, `to`: the model's, unit length, in pack space, rest
/// poses) and the rotations that what carries the skeletons has in either file. The identity is preferred, then turns
/// that take axes to axes (formats without an up axis may lie on their back), then what fits best. `anyPose`: the
/// motion's rest pose may be any pose of the model's skeleton, so that only a turn that fits all of it tells anything.
Alignment alignRests(std::span<const RotationPair> bones, const glm::dquat& motionStage, const glm::dquat& modelStage,
                     bool anyPose = false);

}  // namespace texeleton::retargeting
