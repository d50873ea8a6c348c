#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace texeleton {

/// A regular expression (Perl-compatible) over whole names, as users give it.
class NameExpression {
 public:
  /// Errors: InvalidArgument: the message shows the expression, the place where it fails and why.
  static Result<NameExpression> compile(const std::string& pattern, bool caseSensitive = true);

  /// Whether the whole of `name` (UTF-8) matches.
  bool matches(std::string_view name) const;
  const std::string& pattern() const { return m_pattern; }

 private:
  struct Compiled;
  NameExpression() = default;

  std::string m_pattern;
  std::shared_ptr<const Compiled> m_compiled;
};

}  // namespace texeleton
