#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace texeleton::importing {

/// A value of a YAML file.
struct YamlNode {
  enum class Kind { Scalar, List, Map };
  Kind kind = Kind::Scalar;
  std::size_t line = 0;           ///< From 1.
  std::string text;               ///< Of a scalar.
  std::vector<YamlNode> items;    ///< Of a list, or the values of a map.
  std::vector<std::string> keys;  ///< Of a map, one a value.

  /// A map's value; null when there is none.
  const YamlNode* find(std::string_view key) const;
};

/// Limits of what a file may request.
struct YamlLimits {
  std::size_t bytes = std::size_t{32} << 20;
  std::size_t depth = 64;
  std::size_t values = 4'000'000;
  std::size_t kept = 1'000'000;  ///< Values in the tree.
};

/// Parses the first document of YAML text that nobody vouches for. Values of maps are kept only under `wantedKeys`; the
/// rest is read over, so that a file's size decides what it costs. Aliases are refused: they are how a few lines become
/// gigabytes, and settings need none. Errors: BadFile (grammar, a key twice, a key that is no text; with the line),
/// Limit.
Result<YamlNode> parseYaml(std::string_view text, const std::set<std::string_view>& wantedKeys,
                           const YamlLimits& limits = {});

}  // namespace texeleton::importing
