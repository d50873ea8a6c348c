#pragma once

#include <string>
#include <string_view>

namespace texeleton {

/// The text with A to Z in lower case; other letters stay as they are.
inline std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

}  // namespace texeleton
