#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton {

/// Digits of a SHA-256.
inline constexpr std::size_t kHashDigits = 64;

/// SHA-256 of a regular file's content as 64 lower-case hexadecimal digits, read in blocks of 1 MiB. Never blocks on
/// a pipe or device. Errors: NotFound, Io (unreadable, not a regular file), Cancelled where a job is given.
Result<std::string> sha256OfFile(const std::filesystem::path& file, const JobContext* job = nullptr);

/// XXH3-64 of a regular file's content (see Checksum), likewise.
Result<std::string> checksumOfFile(const std::filesystem::path& file, const JobContext* job = nullptr);

/// SHA-256 of a text, as those digits.
std::string sha256OfText(std::string_view text);

}  // namespace texeleton
