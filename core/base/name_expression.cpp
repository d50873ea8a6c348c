#include "core/base/name_expression.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>

namespace texeleton {

struct NameExpression::Compiled {
  QRegularExpression expression;
};

namespace {

/// What PCRE counts: how often a match tries something else. Read at the start of an expression only.
constexpr const char* kStepLimit = "(*LIMIT_MATCH=100000)";
constexpr std::size_t kShownBytes = 80;

std::string shown(std::string_view text) {
  std::size_t end = std::min(text.size(), kShownBytes);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) {
    --end;
  }
  std::string result = "\"";
  result.append(text.substr(0, end));
  return result += end < text.size() ? "…\"" : "\"";
}

Error invalidExpression(const QString& pattern, const QRegularExpression& expression) {
  const qsizetype offset = std::min<qsizetype>(std::max<qsizetype>(expression.patternErrorOffset(), 0), pattern.size());
  std::string text = "the expression \"";
  text += pattern.toStdString();
  text += "\" fails at character ";
  text += std::to_string(offset + 1);
  text += " (";
  text += expression.errorString().toStdString();
  text += "): ";
  text += pattern.left(offset).toStdString();
  text += " <-- here";
  if (offset < pattern.size()) {
    text += ' ' + pattern.mid(offset).toStdString();
  }
  return {ErrorCode::InvalidArgument, std::move(text), {}};
}

}  // namespace

Result<NameExpression> NameExpression::compile(const std::string& pattern, bool caseSensitive) {
  if (pattern.size() > kMaxBytes) {
    return fail(ErrorCode::InvalidArgument, "the expression " + shown(pattern) + " has " +
                                                std::to_string(pattern.size()) + " bytes; at most " +
                                                std::to_string(kMaxBytes) + " are read");
  }
  const QString text = QString::fromStdString(pattern);
  const auto options = caseSensitive ? QRegularExpression::NoPatternOption : QRegularExpression::CaseInsensitiveOption;
  // First alone, so that the place in an error's message is one in what the user wrote.
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
    return fail(ErrorCode::InvalidArgument, "the expression " + shown(m_pattern) +
                                                " takes too many steps on the name " + shown(name) +
                                                "; write it without repeating what repeats already, as in \"(a+)+\"");
  }
  return match.hasMatch();
}

}  // namespace texeleton
