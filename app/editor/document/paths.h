#pragma once

#include <QString>
#include <filesystem>
#include <string>

namespace texeleton::editor {

/// Paths as recipes have them (UTF-8, forward slashes) and as Qt has them.
std::string utf8Of(const std::filesystem::path& path);
std::filesystem::path fromUtf8(const std::string& text);
QString toQString(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& text);

}  // namespace texeleton::editor
