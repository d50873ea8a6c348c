#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace texeleton {

/// A regular expression (Perl-compatible) over whole names, from users or from untrusted recipes.
class NameExpression {
 public:
  /// The longest expression, in bytes of UTF-8.
  static constexpr std::size_t kMaxBytes = 4096;

  /// Errors: InvalidArgument: the message shows the expression, the place where it fails and why.
  static Result<NameExpression> compile(const std::string& pattern, bool caseSensitive = true);

  /// Whether the whole of `name` (UTF-8) matches. The steps of a match are limited (100,000, some tenths of a
  /// millisecond), because some expressions have exponential cost. Errors: InvalidArgument if the limit was reached;
  /// the message names expression and name.
  Result<bool> matches(std::string_view name) const;
  const std::string& pattern() const { return m_pattern; }

 private:
  struct Compiled;
  NameExpression() = default;

  std::string m_pattern;
  std::shared_ptr<const Compiled> m_compiled;
};

}  // namespace texeleton
