#pragma once

#include <string>
#include <vector>

namespace texeleton::editor {

/// Edits applied to several names, in this order.
struct RenameRule {
  std::string prefix;   ///< Removed from the start of a name.
  std::string find;     ///< Every occurrence…
  std::string replace;  ///< …becomes this.
  bool caseSensitive = true;
};

/// Applies the rule to names (UTF-8); a name that would become empty is unchanged.
std::vector<std::string> renamed(const std::vector<std::string>& names, const RenameRule& rule);

}  // namespace texeleton::editor
