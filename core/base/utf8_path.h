#pragma once

#include <filesystem>
#include <string>

namespace texeleton {

/// A path as the program's files store it: UTF-8, forward slashes.
inline std::string utf8Of(const std::filesystem::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

inline std::filesystem::path fromUtf8(const std::string& text) { return {std::u8string(text.begin(), text.end())}; }

}  // namespace texeleton
