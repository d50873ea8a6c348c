#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_target.h"
#include "core/recipe/recipe.h"

namespace texeleton::exporting {

/// Whether an export replaces another character of the same name or is refused.
enum class OfAnother : std::uint8_t { Keep, Replace };

/// One export of one character: the pack and the files beside it.
struct ExportPlace {
  const ExportTarget* target = nullptr;
  std::filesystem::path folder;  ///< The export's folder.
  std::filesystem::path pack;    ///< NAME.texpack: `folder` itself, or a folder in it.
  std::string id = {};           ///< See ExportInput; the name if empty.
  ExportOptions options = {};
  /// The exported recipe, model or pack; distinguishes characters of the same name. Empty if unknown.
  std::filesystem::path source = {};
  OfAnother ofAnother = OfAnother::Keep;
};

/// The export of a character to a target's folder, with the target's default options. Characters that file systems,
/// addresses or engines do not accept become "-" in the name of the pack.
ExportPlace exportPlace(const ExportTarget& target, const std::filesystem::path& folder, const std::string& name);

/// Reports an Issue if the character's files are named differently from the character.
void tellName(const ExportPlace& place, const std::string& name, JobContext& job);

/// The pack NAME.texpack in a folder.
std::filesystem::path packIn(const std::filesystem::path& folder, const std::string& name);

/// The places of all exports whose targets this version knows, relative to the recipe's place. Without listed exports,
/// the place is the pack beside the recipe, NAME.texpack. Duplicate exports count once. Each unknown target, and each
/// key of an export that has no effect, gives an Issue. Errors: InvalidArgument (no folder, an unknown or invalid
/// option, one export with two sets of options; names its place in the recipe).
Result<std::vector<ExportPlace>> exportPlaces(const recipe::Recipe& recipe, const std::filesystem::path& recipeFile,
                                              JobContext& job);

/// The packs of these places, without duplicates; wrong exports are left out.
std::vector<std::filesystem::path> packExports(const recipe::Recipe& recipe, const std::filesystem::path& recipeFile);

/// The encodings that the targets of all places decode; empty: any encoding.
std::vector<std::string> commonEncodings(std::span<const ExportPlace> places);

/// Writes the files beside the pack, which must be complete (see writeBesidePack).
Result<void> writeCompanions(const ExportPlace& place, JobContext& job);

}  // namespace texeleton::exporting
