#pragma once

#include "viewport/scene/camera.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

/// Places a camera on the ground in the middle of a crowd like one of its characters: at the central point farthest
/// from all near characters, `eyeShare` of the model's height above the ground, in perspective. Yaw, pitch and field of
/// view stay those of `camera`. A crowd of one is viewed from its own place.
Camera standInCrowd(const Camera& camera, const Crowd& crowd, const model::Box& model, float eyeShare = 0.9f);

}  // namespace texeleton::viewport
