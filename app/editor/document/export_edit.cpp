#include "app/editor/document/export_edit.h"

#include <algorithm>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

fs::path homeOf(const Document& document) {
  return (document.file().empty() ? document.modelFile() : document.file()).parent_path();
}

bool isPackIn(const Document& document, const RecipeExport& target, const fs::path& folder) {
  return target.target == kPackTarget &&
         (homeOf(document) / fromUtf8(target.folder)).lexically_normal() == folder.lexically_normal();
}

/// The document's targets with at least one pack.
std::vector<RecipeExport> writtenDown(const Document& document) {
  std::vector<RecipeExport> exports = document.recipe().exports;
  const bool hasPack =
      std::any_of(exports.begin(), exports.end(), [](const RecipeExport& e) { return e.target == kPackTarget; });
  if (!hasPack) {
    for (const fs::path& folder : packTargets(document)) {
      exports.push_back({kPackTarget, utf8Of(folder), {}});
    }
  }
  return exports;
}

}  // namespace

std::vector<fs::path> packTargets(const Document& document) {
  auto folders = document.exportFolders();
  if (folders.empty() && !document.isEmpty()) {
    const fs::path& file = document.file().empty() ? document.modelFile() : document.file();
    folders.push_back(fs::path(file).replace_extension(".texpack"));
  }
  return folders;
}

std::vector<RecipeExport> withPack(const Document& document, const fs::path& folder) {
  auto exports = writtenDown(document);
  const bool isThere =
      std::any_of(exports.begin(), exports.end(), [&](const RecipeExport& e) { return isPackIn(document, e, folder); });
  if (!isThere) {
    exports.push_back({kPackTarget, utf8Of(folder), {}});
  }
  return exports;
}

std::vector<RecipeExport> withoutPack(const Document& document, const fs::path& folder) {
  auto exports = writtenDown(document);
  std::erase_if(exports, [&](const RecipeExport& e) { return isPackIn(document, e, folder); });
  return exports;
}

std::vector<RecipeExport> withPackMoved(const Document& document, const fs::path& from, const fs::path& to) {
  auto exports = writtenDown(document);
  for (RecipeExport& target : exports) {
    if (isPackIn(document, target, from)) {
      target.folder = utf8Of(to);
    }
  }
  return exports;
}

fs::path proposedPack(const Document& document) {
  const auto folders = packTargets(document);
  if (folders.empty()) {
    return {};
  }
  for (int number = 2;; ++number) {
    fs::path folder = folders.front();
    folder.replace_filename(toPath(QString("%1-%2.texpack").arg(toQString(folder.stem())).arg(number)));
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
      return folder;
    }
  }
}

fs::path packFolder(const Document& document, const QString& typed) {
  const QString text = typed.trimmed();
  if (text.isEmpty()) {
    return {};
  }
  fs::path folder = (homeOf(document) / toPath(text)).lexically_normal();  // An absolute one stays what it is.
  if (!folder.has_filename()) {
    folder = folder.parent_path();
  }
  if (folder.extension() != ".texpack") {
    folder += ".texpack";
  }
  return folder;
}

QString shortFolder(const Document& document, const fs::path& folder) {
  const fs::path fromHome = folder.lexically_relative(homeOf(document));
  const bool isInside = !folder.empty() && !fromHome.empty() && *fromHome.begin() != "..";
  return toQString(isInside ? fromHome : folder);
}

}  // namespace texeleton::editor
