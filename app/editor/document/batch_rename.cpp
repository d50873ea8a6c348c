#include "app/editor/document/batch_rename.h"

#include <QString>
#include <algorithm>
#include <string_view>

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

std::string sharedPrefix(const std::vector<std::string>& names) {
  if (names.size() < 2) {
    return {};
  }
  std::string_view shared = names.front();
  std::size_t shortest = shared.size();
  for (const std::string& name : names) {
    const auto end = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end()).first;
    shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
    shortest = std::min(shortest, name.size());
  }
  shared = shared.substr(0, std::min(shared.size(), shortest - std::min<std::size_t>(shortest, 1)));
  const std::size_t separator = shared.find_last_of("|:/@_-. ");
  return separator == std::string_view::npos ? std::string() : std::string(shared.substr(0, separator + 1));
}

}  // namespace texeleton::editor
