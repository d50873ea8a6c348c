#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace texeleton {

/// Replaces the content of the file by `bytes` atomically: writes a new file beside it, flushes it to the disk, renames
/// it over the file, and flushes the folder too. Success means that they are on the disk; after an error the file is
/// unchanged (only if flushing the folder fails, it may be the new one already).
///
/// A symbolic link is kept: its target is replaced. Permissions and, if allowed, the owner are kept. Pipes and devices
/// (/dev/stdout) are written to directly. Errors: Io; InvalidArgument (a folder); NotFound (the target folder is
/// missing).
Result<void> saveFile(const std::filesystem::path& file, std::string_view bytes);

}  // namespace texeleton
