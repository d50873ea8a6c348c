#pragma once

#include <cstdint>
#include <string>

namespace texeleton::cli {

/// "1.5 MB" and the like (decimal units).
std::string formatBytes(double bytes);

/// printf into a std::string.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

/// "1 row", "2 rows", "1 vertex", "2 vertices".
std::string counted(std::uint64_t count, const char* one, const char* many = nullptr);

}  // namespace texeleton::cli
