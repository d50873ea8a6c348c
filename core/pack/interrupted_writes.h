#pragma once

#include <filesystem>
#include <span>

#include "core/base/job_context.h"

namespace texeleton::pack {

/// The names of all files that a pack may contain.
std::span<const char* const> packFileNames();

/// Removes leftovers of programs that were killed while they wrote packs (NAME.texpack) into a folder: a pack that was
/// moved aside is moved back, an incomplete pack is removed. Packs that are still being written stay.
void clearInterruptedWrites(const std::filesystem::path& folder, JobContext& job);

}  // namespace texeleton::pack
