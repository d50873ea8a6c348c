#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace texeleton {

/// Makes `bytes` the content of the file, which is there wholly or not at all: they are written to a new file beside
/// it, flushed to the disk and renamed over it, and the folder is flushed too. Success means that they are on the disk;
/// after an error the file is as it was (only when the folder's flush fails may it be the new one already).
///
/// A symbolic link stays one: what it leads to is replaced. Permissions and, where allowed, the owner are kept. Pipes
/// and devices (/dev/stdout) are written to as they are. Errors: Io; InvalidArgument (a folder); NotFound (no such
/// folder to write into).
Result<void> saveFile(const std::filesystem::path& file, std::string_view bytes);

}  // namespace texeleton
