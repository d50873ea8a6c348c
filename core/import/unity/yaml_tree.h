#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace texeleton::importing {

struct YamlNode {
  enum class Kind { Scalar, List, Map };
  Kind kind = Kind::Scalar;
  std::size_t line = 0;  ///< Counted from 1.
  std::string text;
  std::vector<YamlNode> items;    ///< The items of a list, or the values of a map.
  std::vector<std::string> keys;  ///< The keys of a map, one for each value.

  /// A map's value; null if there is none.
  const YamlNode* find(std::string_view key) const;
};

/// Parses the first document of untrusted YAML text. Values of maps are kept only under `wantedKeys`; others are
/// skipped, so the cost depends on the file's size. Aliases are refused: they expand a few lines to gigabytes, and
/// settings need none. Errors: BadFile (grammar, a repeated key, a key that is not text; with the line), Limit.
Result<YamlNode> parseYaml(std::string_view text, const std::set<std::string_view>& wantedKeys);

}  // namespace texeleton::importing
