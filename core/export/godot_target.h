#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Godot 4: one file for each character (NAME.texgodot), and an add-on that imports and plays it.
ExportTarget godotTarget();

}  // namespace texeleton::exporting
