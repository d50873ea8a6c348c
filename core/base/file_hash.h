#pragma once

#include <filesystem>
#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton {

/// SHA-256 of a regular file's content as 64 lower-case hexadecimal digits, read in blocks of 1 MiB. Never blocks on
/// a pipe or device. Errors: NotFound, Io (unreadable, not a regular file), Cancelled where a job is given.
Result<std::string> sha256OfFile(const std::filesystem::path& file, const JobContext* job = nullptr);

}  // namespace texeleton
