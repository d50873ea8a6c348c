#pragma once

#include <vector>

#include "app/cli/bake_arguments.h"
#include "app/cli/console.h"
#include "core/batch/batch_names.h"

namespace texeleton::cli {

/// Bakes every input of `arguments` into a pack of its own, several side by side, and prints one table of them all at
/// the end (or JSON). One that fails stops no other. Returns an ExitCode: kFailed when any failed or was cancelled.
int bakeMany(const BakeArguments& arguments, const Console& console);

/// The same for these bakes; `arguments` are of the shape Many.
int bakeAll(const BakeArguments& arguments, const std::vector<batch::NamedBake>& bakes, const Console& console);

}  // namespace texeleton::cli
