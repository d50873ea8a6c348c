#pragma once

#include <vector>

#include "app/cli/console.h"
#include "core/batch/batch_names.h"

namespace texeleton::cli {

/// Exports packs that are there already: each is read and checked, goes to its place, and gets what lies beside it.
/// Returns an ExitCode.
int exportPacks(const std::vector<NamedBake>& packs, const Console& console);

}  // namespace texeleton::cli
