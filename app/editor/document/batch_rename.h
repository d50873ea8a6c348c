#pragma once

#include <string>
#include <vector>

namespace texeleton::editor {

/// What is done to every one of several names, in this order.
struct RenameRule {
  std::string prefix;   ///< Taken off the front where it is there.
  std::string find;     ///< Every occurrence…
  std::string replace;  ///< …becomes this.
  bool caseSensitive = true;
};

/// The names as the rule has them; a name that would become empty stays. UTF-8.
std::vector<std::string> renamed(const std::vector<std::string>& names, const RenameRule& rule);

}  // namespace texeleton::editor
