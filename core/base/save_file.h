#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace texeleton {

/// Makes `bytes` the content of the file, completely or not at all: they are written to a new file beside it, flushed
/// to the disk and renamed over it, and the folder is flushed too. Success means that they are on the disk; after an
/// error the file is unchanged (only if flushing the folder fails, it may be the new one already).
///
/// A symbolic link stays one: its target is replaced. Permissions and, if allowed, the owner are kept. Pipes and
/// devices (/dev/stdout) are written to directly. Errors: Io; InvalidArgument (a folder); NotFound (the target folder
/// is missing).
Result<void> saveFile(const std::filesystem::path& file, std::string_view bytes);

}  // namespace texeleton
