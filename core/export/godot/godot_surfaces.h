#pragma once

#include "core/export/godot/godot_variant.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting::godot {

/// The levels of detail as arrays for ArrayMesh: a surface for each material, with only its vertices. Triangles are
/// clockwise seen from the front, as in Godot. CUSTOM0 … CUSTOM3 hold the data that animates a vertex:
/// - bone mode: 0: bones and weights, packed (four floats); 1: the bones, if there are more than 4,096 (four floats);
/// - vertex mode: 0: element (a float);
/// - 3: tint mask and index of the source mesh (two floats), if the pack has one of the two.
Encoded levels(const vat::BakedAnimation& animation);

}  // namespace texeleton::exporting::godot
