#include "app/cli/format_text.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <iterator>

namespace texeleton::cli {

std::string formatBytes(double bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 1000.0 && unit + 1 < std::size(units)) {
    bytes /= 1000.0;
    ++unit;
  }
  return unit == 0 ? formatted("%.0f B", bytes)
                   : formatted("%.*f %s",
                               bytes < 10.0    ? 2
                               : bytes < 100.0 ? 1
                                               : 0,
                               bytes, units[unit]);
}

std::string formatted(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::string text(static_cast<std::size_t>(std::max(length, 0)), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  return text;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' +
         (count == 1        ? std::string(one)
          : many != nullptr ? many
                            : std::string(one) + 's');
}

}  // namespace texeleton::cli
