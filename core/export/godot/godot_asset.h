#pragma once

#include <string>

#include "core/export/export_target.h"

namespace texeleton::exporting::godot {

/// Version of the file; must equal that of resources/engines/godot/asset_reader.gd.
inline constexpr int kAssetVersion = 2;

/// A character as one file for the add-on: 8 bytes "TEXGODOT", the length of the rest (64 bits, little-endian), then a
/// Dictionary encoded for bytes_to_var().
Result<std::string> assetFile(const ExportInput& input);

}  // namespace texeleton::exporting::godot
