#pragma once

#include "app/cli/bake_arguments.h"
#include "app/cli/console.h"

namespace texeleton::cli {

/// Bakes every input of `arguments` into a pack of its own, several side by side, and prints one table of them all at
/// the end (or JSON). One that fails stops no other. Returns an ExitCode: kFailed when any failed or was cancelled.
int bakeMany(const BakeArguments& arguments, const Console& console);

}  // namespace texeleton::cli
