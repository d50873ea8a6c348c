#include "app/editor/document/paths.h"

namespace texeleton::editor {

QString toQString(const std::filesystem::path& path) { return QString::fromStdString(utf8Of(path)); }

std::filesystem::path toPath(const QString& text) { return fromUtf8(text.toStdString()); }

}  // namespace texeleton::editor
