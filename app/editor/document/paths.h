#pragma once

#include <QString>
#include <filesystem>

#include "core/base/utf8_path.h"

namespace texeleton::editor {

QString toQString(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& text);

}  // namespace texeleton::editor
