#include "core/meshes/lod_name.h"

namespace texeleton::meshes {

namespace {

constexpr std::string_view kSeparators = "_-. :|";

bool isSeparator(char c) { return kSeparators.find(c) != std::string_view::npos; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Removes the last character while `isOne` accepts it, at most `most` times.
template <class IsOne>
std::string_view trimmed(std::string_view text, std::size_t most, const IsOne& isOne) {
  while (most-- > 0 && !text.empty() && isOne(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

std::optional<LodName> parseLodName(std::string_view name) {
  const std::string_view beforeDigits = trimmed(name, 3, isDigit);
  const std::size_t digits = name.size() - beforeDigits.size();
  if (digits < 1 || digits > 2) {
    return std::nullopt;
  }
  LodName result;
  for (const char c : name.substr(beforeDigits.size())) {
    result.level = result.level * 10 + static_cast<std::uint32_t>(c - '0');
  }
  const std::string_view word = trimmed(beforeDigits, 1, isSeparator);
  constexpr std::string_view kWord = "lod";
  if (word.size() < kWord.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < kWord.size(); ++i) {
    if ((word[word.size() - kWord.size() + i] | 0x20) != kWord[i]) {
      return std::nullopt;
    }
  }
  const std::string_view before = word.substr(0, word.size() - kWord.size());
  if (!before.empty() && !isSeparator(before.back())) {
    return std::nullopt;  // "Melod1"
  }
  result.base = trimmed(before, before.size(), isSeparator);
  return result;
}

}  // namespace texeleton::meshes
