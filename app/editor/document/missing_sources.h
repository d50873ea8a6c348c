#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// A source whose file is not where the document says.
struct MissingSource {
  std::size_t number = 0;  ///< In Recipe::sources.
  std::filesystem::path was;
  std::filesystem::path now;  ///< A file that is there and may be it; empty: none was found.
};

/// The sources that a bake reads and that are not there, with a proposal each: of the same name beside the document, or
/// beside a source that is there. Paths of the recipe are absolute.
std::vector<MissingSource> missingSources(const recipe::Recipe& recipe, const std::filesystem::path& document);

/// One was found at `now`: those without a proposal get one where they lie as they lay before, seen from it.
void proposeSiblings(std::vector<MissingSource>& missing, std::size_t found);

/// The recipe's sources with those that were found in their new places.
std::vector<recipe::RecipeSource> withFound(const recipe::Recipe& recipe, const std::vector<MissingSource>& missing);

}  // namespace texeleton::editor
