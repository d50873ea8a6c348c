#pragma once

#include "viewport/scene/camera.h"
#include "viewport/scene/crowd.h"

namespace texeleton::viewport {

/// A camera that stands on the ground in the middle of a crowd, as one of its characters would: at the place of the
/// middle that is farthest from everybody near, `eyeShare` of the model's height above the ground. Yaw, pitch and field
/// of view stay those of `camera`, which is turned about the eye; perspective. A crowd of one is looked at from its
/// middle, whatever stands there.
Camera standInCrowd(const Camera& camera, const Crowd& crowd, const model::Box& model, float eyeShare = 0.9f);

}  // namespace texeleton::viewport
