#pragma once

#include <filesystem>
#include <vector>

#include "app/cli/bake_arguments.h"
#include "app/cli/console.h"
#include "core/base/result.h"
#include "core/batch/batch_names.h"

namespace texeleton::cli {

/// Bakes every input of `arguments` into its own pack, several in parallel, and prints a table of all results at the
/// end (or JSON). A failure does not stop the others. Returns an ExitCode: kFailed if any failed or was cancelled.
int bakeMany(const BakeArguments& arguments, const Console& console);

/// The same for these bakes; `arguments` are of the shape Many.
int bakeAll(const BakeArguments& arguments, const std::vector<batch::NamedBake>& bakes, const Console& console);

/// The export places of recipes (see exportPlaces), recipe by recipe. Issues are stored with each recipe's first
/// export. Errors: those of readRecipe and exportPlaces; InvalidArgument (a recipe has only unknown targets; two
/// recipes export to one folder).
Result<std::vector<batch::NamedBake>> exportsOf(const std::vector<std::filesystem::path>& recipes);

}  // namespace texeleton::cli
