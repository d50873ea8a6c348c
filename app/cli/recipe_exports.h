#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/batch/batch_names.h"

namespace texeleton::cli {

/// The export places of recipes (see exportPlaces), recipe by recipe. Issues are stored with each recipe's first
/// export. Errors: those of readRecipe and exportPlaces; InvalidArgument (a recipe has only unknown targets; two
/// recipes export to one folder).
Result<std::vector<batch::NamedBake>> exportsOf(const std::vector<std::filesystem::path>& recipes);

}  // namespace texeleton::cli
