#pragma once

#include "core/vat/baked_animation.h"

namespace texeleton::viewport {

/// Whether a bone has a mirroring (negative) scale in some frame, which reverses the winding of its triangles so that
/// culling would hide the outside. False in vertex mode, where the texture has no scales. Reads the whole texture.
bool posesMirror(const vat::BakedAnimation& animation);

}  // namespace texeleton::viewport
