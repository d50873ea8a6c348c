#include "app/editor/document/paths.h"

namespace texeleton::editor {

std::string utf8Of(const std::filesystem::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

std::filesystem::path fromUtf8(const std::string& text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

QString toQString(const std::filesystem::path& path) { return QString::fromStdString(utf8Of(path)); }

std::filesystem::path toPath(const QString& text) { return fromUtf8(text.toStdString()); }

}  // namespace texeleton::editor
