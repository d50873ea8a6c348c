#include "app/editor/document/batch_rename.h"

#include <QString>

namespace texeleton::editor {

std::vector<std::string> renamed(const std::vector<std::string>& names, const RenameRule& rule) {
  const Qt::CaseSensitivity cases = rule.caseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive;
  const QString prefix = QString::fromStdString(rule.prefix);
  const QString find = QString::fromStdString(rule.find);
  const QString replace = QString::fromStdString(rule.replace);
  std::vector<std::string> result;
  result.reserve(names.size());
  for (const std::string& name : names) {
    QString text = QString::fromStdString(name);
    if (!prefix.isEmpty() && text.startsWith(prefix, cases)) {
      text = text.mid(prefix.size());
    }
    if (!find.isEmpty()) {
      text.replace(find, replace, cases);
    }
    text = text.trimmed();
    result.push_back(text.isEmpty() ? name : text.toStdString());
  }
  return result;
}

}  // namespace texeleton::editor
