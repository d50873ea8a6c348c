#include "app/editor/document/export_edit.h"

#include <QFile>
#include <algorithm>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

fs::path homeOf(const Document& document) { return document.homeFile().parent_path(); }

}  // namespace

std::vector<recipe::RecipeExport> exportsOf(const Document& document) {
  std::vector<recipe::RecipeExport> exports = document.recipe().exports;
  if (exports.empty() && !document.isEmpty()) {
    exports.push_back({recipe::kPackTarget, utf8Of(document.homeFile().replace_extension(".texpack")), {}});
  }
  return exports;
}

std::optional<exporting::ExportPlace> placeOf(const Document& document, const recipe::RecipeExport& wanted) {
  recipe::Recipe one;
  one.id = document.recipe().id;
  one.exports = {wanted};
  JobContext unheard;
  auto places = exporting::exportPlaces(one, document.homeFile(), unheard);
  return places && !places->empty() ? std::optional(std::move(places->front())) : std::nullopt;
}

fs::path folderOf(const Document& document, const recipe::RecipeExport& wanted) {
  return (homeOf(document) / fromUtf8(wanted.folder)).lexically_normal();  // Absolute folders are unchanged.
}

recipe::RecipeExport proposedExport(const Document& document, const exporting::ExportTarget& target) {
  const auto exports = exportsOf(document);
  fs::path first = homeOf(document) / target.name;
  if (target.isPackFolder) {
    first = document.homeFile().replace_extension(".texpack");
    const auto pack = std::ranges::find_if(exports, [&](const auto& e) { return e.target == target.name; });
    first = pack == exports.end() ? first : folderOf(document, *pack);
  }
  const auto isTaken = [&](const fs::path& folder) {
    return std::ranges::any_of(exports, [&](const auto& e) { return folderOf(document, e) == folder; });
  };
  fs::path folder = first;
  for (int number = 2; isTaken(folder); ++number) {
    folder.replace_filename(
        toPath(QString("%1-%2%3").arg(toQString(first.stem())).arg(number).arg(toQString(first.extension()))));
  }
  return {target.name, utf8Of(folder), {}};
}

fs::path typedFolder(const Document& document, const std::string& target, const QString& typed) {
  const QString text = typed.trimmed();
  if (text.isEmpty()) {
    return {};
  }
  fs::path folder = (homeOf(document) / toPath(text)).lexically_normal();
  if (!folder.has_filename()) {
    folder = folder.parent_path();
  }
  const exporting::ExportTarget* const known = exporting::exportTargetNamed(target);
  if (known != nullptr && known->isPackFolder && folder.extension() != ".texpack") {
    folder += ".texpack";
  }
  return folder;
}

QString shortFolder(const Document& document, const fs::path& folder) {
  const fs::path fromHome = folder.lexically_relative(homeOf(document));
  const bool isInside = !folder.empty() && !fromHome.empty() && *fromHome.begin() != "..";
  return toQString(isInside ? fromHome : folder);
}

QString targetTitle(const std::string& target) {
  const exporting::ExportTarget* const known = exporting::exportTargetNamed(target);
  return known == nullptr ? QString::fromStdString(target) : localized(known->title);
}

QString targetIcon(const std::string& target) {
  const QString name = "target-" + QString::fromStdString(target);
  return QFile::exists(":/texeleton/icons/" + name + ".svg") ? name : QString("export");
}

}  // namespace texeleton::editor
