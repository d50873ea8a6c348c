#pragma once

#include <filesystem>
#include <span>

#include "core/base/result.h"

namespace texeleton {

/// Refuses an output that is one of the inputs under any name: symbolic links, hard links or another path. For folders
/// (packs) the files directly in them are compared too, on both sides. Missing files are not inputs. Errors:
/// InvalidArgument, which names the input.
Result<void> checkOutput(const std::filesystem::path& output, std::span<const std::filesystem::path> inputs);

/// Whether a file that is found by its name is a symbolic link out of the folder in which it was found. Such files are
/// used only if the user allows it (--follow-outside): a downloaded folder must not include files from elsewhere.
bool leadsOutside(const std::filesystem::path& file);

}  // namespace texeleton
