#pragma once

#include <filesystem>
#include <vector>

namespace texeleton::editor {

/// How the editor handles a given file.
enum class FileKind {
  Document,  ///< It is opened.
  Model,     ///< It is imported, whatever its extension; the import reports errors.
  Pack,      ///< An export: its kind is reported, and its document offered.
  Folder,    ///< Another folder.
  Nothing,   ///< It does not exist.
};

/// File dialog patterns of models and motions.
inline constexpr const char* kModelPatterns = "*.fbx *.gltf *.glb *.dae *.bvh *.md5mesh *.x";

FileKind kindOf(const std::filesystem::path& file);

/// The pack folder that contains a path or is the path itself.
std::filesystem::path packFolderOf(const std::filesystem::path& file);

/// Documents beside a pack that export to it: those of its name first, then those that list it.
std::vector<std::filesystem::path> documentsBeside(const std::filesystem::path& pack);

}  // namespace texeleton::editor
