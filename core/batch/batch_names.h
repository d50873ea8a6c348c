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

/// The files that patterns name (see filesMatching), each once, in the order given. `hero@walk.fbx` is left out where a
/// pattern names it beside `hero.fbx`: it is a motion of that (see motionsBeside). Errors: NotFound.
Result<std::vector<std::filesystem::path>> expandPatterns(const std::vector<std::string>& patterns);

/// A model or recipe and the pack that it becomes.
struct NamedBake {
  std::filesystem::path input;
  std::filesystem::path output;
  bool isPack = false;                              ///< `input` is a pack: it is exported as it is.
  std::vector<exporting::ExportPlace> places = {};  ///< For exports: the places whose pack is `output`; else empty.
  std::vector<Issue> issues = {};                   ///< Found before, to be told with it.
};

/// FOLDER/NAME.texpack for each, NAME being the input's name without its ending; without a folder beside the input.
/// Errors: InvalidArgument: two would become the same pack, or packs whose names differ in case only, which some file
/// systems cannot hold; the message names both inputs.
Result<std::vector<NamedBake>> namePacks(const std::vector<std::filesystem::path>& inputs,
                                         const std::filesystem::path& folder);

}  // namespace texeleton::batch
