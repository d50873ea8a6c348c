#include "core/retargeting/clip_names.h"

#include <algorithm>

#include "core/base/lower_case.h"
#include "core/model/names.h"

namespace texeleton::retargeting {

namespace {

/// Whether a name is "take 001" or the like.
bool isNumbered(std::string_view name, std::string_view word) {
  return name.starts_with(word) && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(word.size()), name.end(),
                                               [](char c) { return c == ' ' || c == '_' || (c >= '0' && c <= '9'); });
}

/// Separators between a rig, a clip and a layer.
bool isPartSeparator(char c) { return c == '|' || c == ':' || c == '@'; }
/// Separators between words of one name.
bool isWordSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

/// Whether `rest` is a usable name after a part ending in `separator` was removed.
bool canStand(std::string_view rest, char separator) {
  if (rest.empty() || isPartSeparator(separator)) {
    return !rest.empty();
  }
  return rest.size() >= 2 && !isWordSeparator(rest.front()) && !isWordSeparator(rest.back()) &&
         !std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
}

/// Length of the longest removable prefix of all names within the first `length` bytes of `names.front()`; it ends with
/// a separator.
std::size_t prefixThatCanGo(const std::vector<std::string_view>& names, std::size_t length) {
  for (; length > 0; --length) {
    const char last = names.front()[length - 1];
    if ((isPartSeparator(last) || isWordSeparator(last)) &&
        std::ranges::all_of(names, [&](std::string_view name) { return canStand(name.substr(length), last); })) {
      return length;
    }
  }
  return 0;
}

/// The same for suffixes within the last `length` bytes; they begin with a separator.
std::size_t suffixThatCanGo(const std::vector<std::string_view>& names, std::size_t length) {
  for (; length > 0; --length) {
    const char first = names.front()[names.front().size() - length];
    if ((isPartSeparator(first) || isWordSeparator(first)) && std::ranges::all_of(names, [&](std::string_view name) {
          return canStand(name.substr(0, name.size() - length), first);
        })) {
      return length;
    }
  }
  return 0;
}

/// The prefix and suffix of a single name, which cannot be compared with others.
NameAffixes affixesOf(std::string_view name) {
  NameAffixes affixes;
  if (isIdleName(name)) {
    return affixes;
  }
  const std::size_t bar = name.find_last_of('|');
  if (bar != std::string_view::npos && bar > 0 && lowerCase(name.substr(bar)).find("layer") != std::string::npos) {
    affixes.suffix = name.substr(bar);
    name = name.substr(0, bar);
  }
  const std::size_t last = name.find_last_of("|:");
  if (last != std::string_view::npos && last + 1 < name.size()) {
    affixes.prefix = name.substr(0, last + 1);
  }
  return affixes;
}

}  // namespace

std::string motionName(std::string_view fileName) {
  std::string_view name = fileName;
  if (const std::size_t slash = name.find_last_of("/\\"); slash != std::string_view::npos) {
    name.remove_prefix(slash + 1);
  }
  if (const std::size_t dot = name.find_last_of('.'); dot != std::string_view::npos && dot != 0) {
    name = name.substr(0, dot);
  }
  if (const std::size_t at = name.find_last_of('@'); at != std::string_view::npos && at + 1 < name.size()) {
    name.remove_prefix(at + 1);
  }
  return model::harmlessName(name);
}

bool isIdleName(std::string_view name) {
  std::string lower = lowerCase(name);
  if (lower.find("layer", lower.find_last_of('|') + 1) != std::string::npos) {  // "Armature|mixamo.com|Layer0"
    lower.resize(lower.find_last_of('|') + 1);
    lower.resize(lower.empty() ? 0 : lower.size() - 1);
  }
  lower.erase(0, lower.find_last_of('|') + 1);
  return lower.empty() || lower == "mixamo.com" || lower == "scene" || lower == "motion" || lower == "default take" ||
         isNumbered(lower, "take") || isNumbered(lower, "animation") || isNumbered(lower, "clip") ||
         isNumbered(lower, "unreal take");
}

std::string freeName(std::string_view wanted, std::set<std::string, std::less<>>& taken) {
  std::string name(wanted);
  for (int number = 2; !taken.insert(name).second; ++number) {
    const std::string ending = ' ' + std::to_string(number);
    name = model::cutToBytes(std::string(wanted), model::kMaxNameBytes - ending.size()) + ending;
  }
  return name;
}

NameAffixes commonAffixes(const std::vector<std::string>& names) {
  std::vector<std::string_view> rests(names.begin(), names.end());
  std::ranges::sort(rests);
  rests.erase(std::unique(rests.begin(), rests.end()), rests.end());
  if (rests.size() < 2) {
    return rests.empty() ? NameAffixes() : affixesOf(rests.front());
  }
  NameAffixes affixes;
  // The first and last of the sorted names share what all names share.
  const std::string_view first = rests.front();
  const std::string_view last = rests.back();
  const auto end = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first;
  affixes.prefix = first.substr(0, prefixThatCanGo(rests, static_cast<std::size_t>(end - first.begin())));
  for (std::string_view& rest : rests) {
    rest.remove_prefix(affixes.prefix.size());
  }
  std::size_t common = rests.front().size();
  for (const std::string_view rest : rests) {
    const auto differs = std::mismatch(rest.rbegin(), rest.rend(), rests.front().rbegin(), rests.front().rend()).first;
    common = std::min(common, static_cast<std::size_t>(differs - rest.rbegin()));
  }
  const std::size_t length = suffixThatCanGo(rests, common);
  affixes.suffix = rests.front().substr(rests.front().size() - length);
  return affixes;
}

std::string withoutAffixes(std::string_view name, const NameAffixes& affixes) {
  const bool has = name.starts_with(affixes.prefix) && name.ends_with(affixes.suffix) &&
                   name.size() > affixes.prefix.size() + affixes.suffix.size();
  return std::string(
      has ? name.substr(affixes.prefix.size(), name.size() - affixes.prefix.size() - affixes.suffix.size()) : name);
}

}  // namespace texeleton::retargeting
