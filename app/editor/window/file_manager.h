#pragma once

#include <filesystem>

namespace texeleton::editor {

/// Opens the folder of an item, selecting it if the desktop's file manager can (freedesktop.org's
/// org.freedesktop.FileManager1).
void showInFileManager(const std::filesystem::path& item);

}  // namespace texeleton::editor
