#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_target.h"
#include "core/recipe/recipe.h"

namespace texeleton {

/// One export of one character: the pack, and what lies beside it.
struct ExportPlace {
  const ExportTarget* target = nullptr;
  std::filesystem::path folder;  ///< Of the export.
  std::filesystem::path pack;    ///< NAME.texpack: `folder` itself, or in it.
};

/// The export of a character to a target's folder. Characters that file systems, addresses or engines choke on become
/// "-" in the name of the pack.
ExportPlace exportPlace(const ExportTarget& target, const std::filesystem::path& folder, const std::string& name);

/// The places of all exports whose targets this version knows, seen from the recipe's place, no pack twice; where the
/// recipe lists no export at all, the pack beside it: NAME.texpack.
std::vector<ExportPlace> exportPlaces(const Recipe& recipe, const std::filesystem::path& recipeFile);

/// The packs of these places.
std::vector<std::filesystem::path> packExports(const Recipe& recipe, const std::filesystem::path& recipeFile);

/// Writes what lies beside the pack, which must be whole. Errors: of readPack, of writeOwnedFiles.
Result<void> writeCompanions(const ExportPlace& place, JobContext& job);

}  // namespace texeleton
