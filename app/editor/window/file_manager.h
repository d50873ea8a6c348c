#pragma once

#include <filesystem>

namespace texeleton::editor {

/// Opens the folder that something lies in, with it selected where the desktop's file manager can (freedesktop.org's
/// org.freedesktop.FileManager1).
void showInFileManager(const std::filesystem::path& item);

}  // namespace texeleton::editor
