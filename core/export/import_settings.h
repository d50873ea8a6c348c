#pragma once

#include <filesystem>
#include <vector>

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// What Godot (`.import`) or Unity (`.meta`) is told to do to a texture of numbers (.exr, .ktx2) that lies in its
/// project, as far as that changes them; and what Godot does to the second set of texture coordinates of a .glb.
/// Nothing where no such file lies beside it. Names are those of the canary where they fit.
std::vector<ExportFinding> examineImportSettings(const std::filesystem::path& file);

}  // namespace texeleton::exporting
