#include "app/editor/document/file_kind.h"

#include <algorithm>
#include <system_error>

#include "core/export/export_places.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr const char* kManifest = "manifest.json";
constexpr std::size_t kMostDocuments = 100;  ///< Maximum number examined in one folder.

bool isPack(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kManifest, error) && folder.extension() == ".texpack";
}

}  // namespace

fs::path packFolderOf(const fs::path& file) {
  std::error_code error;
  const fs::path folder = file.has_filename() ? file : file.parent_path();
  return fs::is_directory(folder, error) ? folder : folder.parent_path();
}

FileKind kindOf(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (error || !fs::exists(status)) {
    return FileKind::Nothing;
  }
  if (isPack(packFolderOf(file))) {
    return FileKind::Pack;
  }
  if (fs::is_directory(status)) {
    return FileKind::Folder;
  }
  return !fs::is_regular_file(status)       ? FileKind::Nothing
         : file.extension() == ".texeleton" ? FileKind::Document
                                            : FileKind::Model;
}

std::vector<fs::path> documentsBeside(const fs::path& pack) {
  std::vector<fs::path> documents;
  std::error_code error;
  const fs::path own = fs::path(pack).replace_extension(".texeleton");
  if (fs::is_regular_file(own, error)) {
    documents.push_back(own);
  }
  std::size_t looked = 0;
  for (fs::directory_iterator it(pack.parent_path(), error), end; !error && it != end && looked < kMostDocuments;
       it.increment(error)) {
    if (it->path().extension() != ".texeleton" || it->path() == own) {
      continue;
    }
    ++looked;
    JobContext unheard;
    const auto recipe = recipe::readRecipe(it->path(), unheard);
    const auto packs = recipe ? exporting::packExports(*recipe, it->path()) : std::vector<fs::path>();
    if (std::ranges::find(packs, pack.lexically_normal()) != packs.end()) {
      documents.push_back(it->path());
    }
  }
  return documents;
}

}  // namespace texeleton::editor
