#pragma once

#include <string>
#include <vector>

namespace texeleton::editor {

/// Edits applied to several names, in this order.
struct RenameRule {
  std::string prefix;   ///< Removed from the start of a name.
  std::string find;     ///< Text whose every occurrence is replaced.
  std::string replace;  ///< Its replacement.
  bool caseSensitive = true;
};

/// Applies the rule to names (UTF-8); a name that would become empty is unchanged.
std::vector<std::string> renamed(const std::vector<std::string>& names, const RenameRule& rule);

}  // namespace texeleton::editor
