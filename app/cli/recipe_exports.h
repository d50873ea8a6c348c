#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/batch/batch_names.h"

namespace texeleton::cli {

/// Where recipes export to (see exportPlaces), recipe by recipe. What was found on the way goes with each recipe's
/// first export. Errors: of readRecipe and exportPlaces; InvalidArgument (a recipe exports to targets only that this
/// version does not know; two recipes export to one folder).
Result<std::vector<batch::NamedBake>> exportsOf(const std::vector<std::filesystem::path>& recipes);

}  // namespace texeleton::cli
