#pragma once

#include <filesystem>
#include <vector>

namespace texeleton::editor {

/// What the editor does with a file that it is given.
enum class FileKind {
  Document,  ///< Opened.
  Model,     ///< Imported, whatever its ending: the import says what is wrong with it.
  Pack,      ///< A result; told what it is, and its document is offered.
  Folder,    ///< Some other folder.
  Nothing,   ///< It is not there.
};

/// Names of files that are models or motions, as file dialogs take them.
inline constexpr const char* kModelPatterns = "*.fbx *.gltf *.glb *.dae *.bvh *.md5mesh *.x";

FileKind kindOf(const std::filesystem::path& file);

/// The folder of the pack that a path lies in or is.
std::filesystem::path packFolderOf(const std::filesystem::path& file);

/// The documents that are exported to a pack, as far as they lie beside it: of its name first, then those that list it.
std::vector<std::filesystem::path> documentsBeside(const std::filesystem::path& pack);

}  // namespace texeleton::editor
