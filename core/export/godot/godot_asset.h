#pragma once

#include <string>

#include "core/export/export_target.h"
#include "core/export/godot/godot_variant.h"

namespace texeleton::exporting::godot {

/// Version of the file; must equal that of resources/engines/godot/asset_reader.gd.
inline constexpr int kAssetVersion = 2;

/// A character as one file for the add-on: 8 bytes "TEXGODOT", the length of the rest (64 bits, little-endian), then a
/// Dictionary encoded for bytes_to_var().
Result<std::string> assetFile(const ExportInput& input);

/// The levels of detail as arrays for ArrayMesh: a surface for each material, with only its vertices. Triangles are
/// clockwise seen from the front, as in Godot. CUSTOM0 … CUSTOM3 hold the data that animates a vertex:
/// - bone mode: 0: bones and weights, packed (four floats); 1: the bones, if there are more than 4,096 (four floats);
/// - vertex mode: 0: element (a float);
/// - 3: tint mask and index of the source mesh (two floats), if the pack has one of the two.
Encoded levels(const vat::BakedAnimation& animation);

}  // namespace texeleton::exporting::godot
