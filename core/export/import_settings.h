#pragma once

#include <filesystem>
#include <vector>

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Examines the import settings of Godot (`.import`) or Unity (`.meta`) for a texture of numbers (.exr, .ktx2) in its
/// project: settings that change the numbers, and for Godot the second set of texture coordinates of a .glb. Empty if
/// the file has no such settings beside it. Names are those of the canary where they match.
std::vector<ExportFinding> examineImportSettings(const std::filesystem::path& file);

inline void appendFindings(std::vector<ExportFinding>& findings, std::vector<ExportFinding> more) {
  findings.insert(findings.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace texeleton::exporting
