#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/export/export_places.h"

namespace texeleton::batch {

/// Whether a path names a recipe (NAME.texeleton) and not a model.
bool isRecipeFile(const std::filesystem::path& path);

/// The files that match patterns (see filesMatching), without duplicates, in the order given. `hero@walk.fbx` is left
/// out if the same pattern matches `hero.fbx`: it is a motion of that model (see motionsBeside). Errors: NotFound.
Result<std::vector<std::filesystem::path>> expandPatterns(const std::vector<std::string>& patterns);

/// A model or recipe and the path of its pack.
struct NamedBake {
  std::filesystem::path input;
  std::filesystem::path output;
  bool isPack = false;                              ///< `input` is a pack, which is exported without a bake.
  std::vector<exporting::ExportPlace> places = {};  ///< For exports: the places whose pack is `output`; else empty.
  std::vector<Issue> issues = {};                   ///< Found before the bake, reported with it.
};

/// FOLDER/NAME.texpack for each input, where NAME is its name without suffix; beside the input if there is no folder.
/// Errors: InvalidArgument: two inputs would have the same pack, or packs whose names differ only in case, which some
/// file systems do not allow; the message names both inputs.
Result<std::vector<NamedBake>> namePacks(const std::vector<std::filesystem::path>& inputs,
                                         const std::filesystem::path& folder);

}  // namespace texeleton::batch
