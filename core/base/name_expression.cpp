#include "core/base/name_expression.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>

namespace texeleton {

struct NameExpression::Compiled {
  QRegularExpression expression;
};

namespace {

/// PCRE's limit of backtracking steps. Only recognised at the start of an expression.
constexpr const char* kStepLimit = "(*LIMIT_MATCH=100000)";
constexpr std::size_t kShownExpressionBytes = 80;

std::string shown(std::string_view text) {
  std::size_t end = std::min(text.size(), kShownExpressionBytes);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) {
    --end;
  }
  std::string result = "\"";
  result.append(text.substr(0, end));
  return result += end < text.size() ? "…\"" : "\"";
}

Error invalidExpression(const QString& pattern, const QRegularExpression& expression) {
  const qsizetype offset = std::min<qsizetype>(std::max<qsizetype>(expression.patternErrorOffset(), 0), pattern.size());
  return {ErrorCode::InvalidArgument,
          message(offset < pattern.size() ? "the expression \"%1\" fails at character %2 (%3): %4 <-- here %5"
                                          : "the expression \"%1\" fails at character %2 (%3): %4 <-- here",
                  pattern.toStdString(), offset + 1, expression.errorString().toStdString(),
                  pattern.left(offset).toStdString(), pattern.mid(offset).toStdString()),
          {}};
}

}  // namespace

Result<NameExpression> NameExpression::compile(const std::string& pattern, bool caseSensitive) {
  if (pattern.size() > kMaxBytes) {
    return fail(ErrorCode::InvalidArgument, message("the expression %1 has %2 bytes; at most %3 are read",
                                                    shown(pattern), pattern.size(), kMaxBytes));
  }
  const QString text = QString::fromStdString(pattern);
  const auto options = caseSensitive ? QRegularExpression::NoPatternOption : QRegularExpression::CaseInsensitiveOption;
  // First without the limit, so that positions in error messages are those in the user's text.
  const QRegularExpression alone(text, options);
  const QRegularExpression whole(kStepLimit + QRegularExpression::anchoredPattern(text), options);
  for (const QRegularExpression* expression : {&alone, &whole}) {
    if (!expression->isValid()) {
      return fail(invalidExpression(text, *expression));
    }
  }
  NameExpression result;
  result.m_pattern = pattern;
  result.m_compiled = std::make_shared<const Compiled>(Compiled{whole});
  return result;
}

Result<bool> NameExpression::matches(std::string_view name) const {
  const QRegularExpressionMatch match =
      m_compiled->expression.match(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  if (!match.isValid()) {
    return fail(ErrorCode::InvalidArgument, message("the expression %1 takes too many steps on the name %2; write it "
                                                    "without repeating what repeats already, as in \"(a+)+\"",
                                                    shown(m_pattern), shown(name)));
  }
  return match.hasMatch();
}

}  // namespace texeleton
