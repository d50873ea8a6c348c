#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/issue.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Whether there is nothing at a path. A folder, or a file that cannot be read, is not missing: reading it says why.
bool isMissing(const std::filesystem::path& file);

/// A source or texture whose file is missing.
struct MissingSource {
  std::size_t number = 0;  ///< Index into Recipe::sources; of a texture: unused.
  std::filesystem::path was;
  std::filesystem::path now;  ///< An existing file that may be it; empty: none was found.
  std::string texture = {};   ///< File name of the texture in the model; empty: it is a source.
};

/// The missing sources that a bake reads, each with a proposal: a file of the same name beside the document, beside an
/// existing source or, with other upper and lower case, in its own folder. Paths of the recipe are absolute.
std::vector<MissingSource> missingSources(const recipe::Recipe& recipe, const std::filesystem::path& document);

/// The textures that an import did not find, by its issues, with proposals likewise.
std::vector<MissingSource> missingTextures(const recipe::Recipe& recipe, const std::filesystem::path& document,
                                           std::span<const Issue> issues);

/// A file was found at `now`: proposes files at the same relative location for those without a proposal.
void proposeSiblings(std::vector<MissingSource>& missing, std::size_t found);

/// The recipe's sources with the found ones at their new places, and the found textures.
std::vector<recipe::RecipeSource> withFound(const recipe::Recipe& recipe, const std::vector<MissingSource>& missing);

}  // namespace texeleton::editor
