#include "core/base/one_line.h"

#include <algorithm>

namespace texeleton {

std::string oneLine(std::string_view text, std::size_t maxBytes) {
  const bool cut = text.size() > maxBytes;
  if (cut) {
    while (maxBytes > 0 && (static_cast<unsigned char>(text[maxBytes]) & 0xc0) == 0x80) {
      --maxBytes;  // Do not cut a UTF-8 character.
    }
    text = text.substr(0, maxBytes);
  }
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return cut ? line + "…" : line;
}

Message inQuotes(std::string_view text) { return message("\"%1\"", oneLine(text, 80)); }

}  // namespace texeleton
