#pragma once

#include "core/bake/baked_animation.h"

namespace texeleton::viewport {

/// Whether a bone mirrors what it moves at some frame (a negative scale), so that triangles turn the other way round
/// and culling by winding would hide the outside. False in vertex mode, where nothing in the texture tells. Reads the
/// whole texture.
bool posesMirror(const bake::BakedAnimation& animation);

}  // namespace texeleton::viewport
