#include "core/export/unreal/unreal_names.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>

#include "core/base/lower_case.h"

namespace texeleton::exporting {

namespace {

std::string hexOfFnv1a(const std::string& text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  }
  char digits[9];
  std::snprintf(digits, sizeof(digits), "%08x", hash);
  return digits;
}

/// The first `bytes` bytes of a UTF-8 text or fewer, cut at a character boundary.
std::string beginning(const std::string& text, std::size_t bytes) {
  std::size_t end = std::min(bytes, text.size());
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  return text.substr(0, end);
}

}  // namespace

std::string unrealAssetName(const std::string& name) {
  constexpr std::size_t kLongestRowName = 40;
  std::string result;
  for (const char c : name) {
    const bool fits =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    // A character of several bytes becomes one "_".
    if (fits || (static_cast<unsigned char>(c) & 0xc0) != 0x80) {
      result += fits ? c : '_';
    }
  }
  if (result == name && result.size() <= kLongestRowName && !result.empty()) {
    return result;
  }
  return result.substr(0, kLongestRowName - 9) + "_" + hexOfFnv1a(name);
}

std::vector<std::string> unrealRowNames(const std::vector<std::string>& names) {
  std::set<std::string> taken = {"none", ""};
  std::vector<std::string> result;
  for (const std::string& name : names) {
    std::string wanted = beginning(name, 200);
    std::replace_if(
        wanted.begin(), wanted.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '_');
    std::string row = wanted;
    for (int number = 2; !taken.insert(lowerCase(row)).second; ++number) {
      row = wanted + "_" + std::to_string(number);
    }
    result.push_back(row);
  }
  return result;
}

}  // namespace texeleton::exporting
