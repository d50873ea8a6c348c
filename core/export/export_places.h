#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_target.h"
#include "core/recipe/recipe.h"

namespace texeleton::exporting {

/// What becomes of the export of another character of the same name: it stays, and the export is refused; or not.
enum class OfAnother : std::uint8_t { Keep, Replace };

/// One export of one character: the pack, and what lies beside it.
struct ExportPlace {
  const ExportTarget* target = nullptr;
  std::filesystem::path folder;  ///< Of the export.
  std::filesystem::path pack;    ///< NAME.texpack: `folder` itself, or in it.
  std::string id = {};           ///< See ExportInput; empty: the name.
  ExportOptions options = {};
  /// The recipe, model or pack that is exported: another one of the same name is another character. Empty: not known.
  std::filesystem::path source = {};
  OfAnother ofAnother = OfAnother::Keep;
};

/// The export of a character to a target's folder, with the target's default options. Characters that file systems,
/// addresses or engines choke on become "-" in the name of the pack.
ExportPlace exportPlace(const ExportTarget& target, const std::filesystem::path& folder, const std::string& name);

/// Says where a character's files are called otherwise than it.
void tellName(const ExportPlace& place, const std::string& name, JobContext& job);

/// The pack NAME.texpack in a folder, as exports call it.
std::filesystem::path packIn(const std::filesystem::path& folder, const std::string& name);

/// The places of all exports whose targets this version knows, seen from the recipe's place; where the recipe lists no
/// export at all, the pack beside it: NAME.texpack. An export that is listed twice counts once. Targets that are not
/// known, and keys of an export that have no effect, become an Issue each. Errors: InvalidArgument (no folder, an
/// option that the target does not have or take, one export with two sets of options: names its place in the recipe).
Result<std::vector<ExportPlace>> exportPlaces(const recipe::Recipe& recipe, const std::filesystem::path& recipeFile,
                                              JobContext& job);

/// The packs of these places, none twice; exports that are wrong are left out.
std::vector<std::filesystem::path> packExports(const recipe::Recipe& recipe, const std::filesystem::path& recipeFile);

/// Writes what lies beside the pack, which must be whole (see writeBesidePack).
Result<void> writeCompanions(const ExportPlace& place, JobContext& job);

}  // namespace texeleton::exporting
