#include "core/motion/clip_names.h"

#include <algorithm>
#include <cctype>

#include "core/model/names.h"

namespace texeleton {

namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// "take 001" and the like.
bool isNumbered(std::string_view name, std::string_view word) {
  return name.starts_with(word) && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(word.size()), name.end(),
                                               [](char c) { return c == ' ' || c == '_' || (c >= '0' && c <= '9'); });
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
  return harmlessName(name);
}

bool isIdleName(std::string_view name) {
  std::string lower = lowered(name);
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
    name = cutToBytes(std::string(wanted), kMaxNameBytes - ending.size()) + ending;
  }
  return name;
}

}  // namespace texeleton
