#pragma once

#include "core/bake/baked_animation.h"
#include "core/export/godot/godot_variant.h"

namespace texeleton::exporting::godot {

/// The levels of detail as arrays for ArrayMesh: a surface a material, with just the vertices that it uses. Triangles
/// are clockwise seen from the front, as Godot has them. What animates a vertex lies in CUSTOM0 … CUSTOM3:
/// - bone mode: 0: bones and weights, packed (four floats); 1: the bones, where they are more than 4,096 (four floats);
/// - vertex mode: 0: element (a float);
/// - 3: tint mask and number of the source mesh (two floats), where the pack has one of the two.
Encoded levels(const bake::BakedAnimation& animation);

}  // namespace texeleton::exporting::godot
