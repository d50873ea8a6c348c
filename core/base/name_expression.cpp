#include "core/base/name_expression.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>

namespace texeleton {

struct NameExpression::Compiled {
  QRegularExpression expression;
};

namespace {

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
  const QString text = QString::fromStdString(pattern);
  const auto options = caseSensitive ? QRegularExpression::NoPatternOption : QRegularExpression::CaseInsensitiveOption;
  // First alone, so that the place in an error's message is one in what the user wrote.
  const QRegularExpression alone(text, options);
  const QRegularExpression whole(QRegularExpression::anchoredPattern(text), options);
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

bool NameExpression::matches(std::string_view name) const {
  return m_compiled->expression.match(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))).hasMatch();
}

}  // namespace texeleton
