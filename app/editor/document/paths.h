#pragma once

#include <QString>
#include <filesystem>
#include <string>

namespace texeleton::editor {

/// Conversion between paths in recipes (UTF-8, forward slashes) and Qt paths.
std::string utf8Of(const std::filesystem::path& path);
std::filesystem::path fromUtf8(const std::string& text);
QString toQString(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& text);

}  // namespace texeleton::editor
