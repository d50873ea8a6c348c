#pragma once

#include <vector>

#include "app/cli/bake_arguments.h"
#include "app/cli/console.h"
#include "core/batch/batch_names.h"

namespace texeleton::cli {

/// Bakes every input of `arguments` into its own pack, several in parallel, and prints a table of all results at the
/// end (or JSON). A failure does not stop the others. Returns an ExitCode: kFailed if any failed or was cancelled.
int bakeMany(const BakeArguments& arguments, const Console& console);

/// The same for these bakes; `arguments` are of the shape Many.
int bakeAll(const BakeArguments& arguments, const std::vector<batch::NamedBake>& bakes, const Console& console);

}  // namespace texeleton::cli
