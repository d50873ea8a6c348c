#pragma once

#include <filesystem>
#include <span>

#include "core/base/result.h"

namespace texeleton {

/// Refuses an output that is one of the inputs, under whatever name: by links, hard links or another path to it. Of
/// folders (packs) the files directly inside count too, on both sides. What is not there yet is no input.
/// Errors: InvalidArgument, which names the input.
Result<void> checkOutput(const std::filesystem::path& output, std::span<const std::filesystem::path> inputs);

}  // namespace texeleton
