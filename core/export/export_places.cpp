#include "core/export/export_places.h"
#include "core/base/lower_case.h"
#include "core/base/mapped.h"
#include "core/base/utf8_path.h"

#include <QString>
#include <algorithm>
#include <set>

#include "core/base/listed_names.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/model/names.h"
#include "core/vat/encoding.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFileNameBytes = 192;  ///< Leaves room for suffixes within the 255 of file systems.

/// A name as a file name. Letters, digits, "-", "_", "." and harmless characters beyond ASCII stay; names of files also
/// appear in JSON and scripts.
std::string fileName(const std::string& name) {
  const std::string valid = QString::fromStdString(model::cutToBytes(model::harmlessText(name), kMostFileNameBytes))
                                .replace(QChar::ReplacementCharacter, u'-')
                                .toStdString();
  std::string result;
  for (const char c : valid) {
    const bool fits = static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    result += fits ? c : '-';
  }
  // Hidden files, names that look like options, and Windows devices.
  static const std::set<std::string> kDevices = {"con", "prn", "aux", "nul"};
  const std::string lower = lowerCase(result.substr(0, result.find('.')));
  const bool isPort = lower.size() == 4 && (lower.starts_with("com") || lower.starts_with("lpt")) &&
                      lower.back() >= '0' && lower.back() <= '9';
  const bool isTaken =
      result.empty() || result.front() == '.' || result.front() == '-' || isPort || kDevices.count(lower) != 0;
  return isTaken ? "character" + (result.starts_with('.') || result.starts_with('-') ? "" : std::string("-")) + result
                 : result;
}

/// ` ("pakc"); it knows pack, three; did you mean "pack"?`
Message knownTargets(const std::string& target) {
  const std::vector<std::string> known = exportTargetNames();
  return message("; it knows %1%2", listedMessages(mapped(known, verbatim)), didYouMean(target, known));
}

/// The place of one export of the recipe.
Result<ExportPlace> placeOf(const recipe::RecipeExport& wanted, const ExportTarget& target,
                            const recipe::Recipe& recipe, const fs::path& recipeFile) {
  if (wanted.folder.empty()) {
    return fail(ErrorCode::InvalidArgument, "\"folder\" is missing: the folder to export into");
  }
  auto options = ExportOptions::of(target, wanted.options);
  TRY(options);
  const fs::path folder = (recipeFile.parent_path() / fromUtf8(wanted.folder)).lexically_normal();
  ExportPlace place = exportPlace(target, folder, recipeFile.stem().string());
  place.id = recipe.id;
  place.source = recipeFile;
  place.options = std::move(*options);
  return place;
}

}  // namespace

fs::path packIn(const fs::path& folder, const std::string& name) {
  return folder / fromUtf8(fileName(name) + ".texpack");
}

ExportPlace exportPlace(const ExportTarget& target, const fs::path& folder, const std::string& name) {
  const fs::path packs = target.hidesPack ? folder / kHiddenPacks : folder;
  const fs::path pack = target.isPackFolder ? folder : packIn(packs, name);
  return {&target, folder, pack, {}, ExportOptions::of(target)};
}

void tellName(const ExportPlace& place, const std::string& name, JobContext& job) {
  const std::string file = place.pack.stem().string();
  if (!place.target->isPackFolder && file != name) {
    job.inform(message("The character is called %1 in the names of files, which not every engine takes as %2.",
                       inQuotes(file), inQuotes(name)),
               name);
  }
}

Result<std::vector<ExportPlace>> exportPlaces(const recipe::Recipe& recipe, const fs::path& recipeFile,
                                              JobContext& job) {
  if (recipe.exports.empty()) {
    std::vector<ExportPlace> places = {
        exportPlace(exportTargets().front(), fs::path(recipeFile).replace_extension(".texpack"), {})};
    places.front().source = recipeFile;
    return places;
  }
  std::vector<ExportPlace> places;
  for (std::size_t i = 0; i < recipe.exports.size(); ++i) {
    const recipe::RecipeExport& wanted = recipe.exports[i];
    const std::string where = "exports[" + std::to_string(i) + "]";
    const ExportTarget* const target = exportTargetNamed(wanted.target);
    if (target == nullptr) {
      job.warn(
          message("The export target %1 (%2) is not known to this version; it is kept, and nothing is exported to it%3",
                  inQuotes(wanted.target), where, knownTargets(wanted.target)),
          recipeFile.filename().string());
      continue;
    }
    if (!wanted.unknown.empty() && !target->isPackFolder) {
      job.warn(message("Keys of %1 are not known to this version and have no effect: %2.", where,
                       oneLine(wanted.unknown, 200)),
               recipeFile.filename().string());
    }
    auto place = placeOf(wanted, *target, recipe, recipeFile);
    if (!place) {
      return fail(place.error().code, message("%1: %2", where, place.error().message), recipeFile.string());
    }
    const auto same = std::ranges::find_if(
        places, [&](const ExportPlace& p) { return p.target == place->target && p.folder == place->folder; });
    if (same == places.end()) {
      tellName(*place, recipeFile.stem().string(), job);
      places.push_back(std::move(*place));
    } else if (!(same->options == place->options)) {
      return fail(
          ErrorCode::InvalidArgument,
          message("%1: an earlier export goes to the same folder with other options; give it another folder", where),
          recipeFile.string());
    }
  }
  return places;
}

std::vector<fs::path> packExports(const recipe::Recipe& recipe, const fs::path& recipeFile) {
  if (recipe.exports.empty()) {
    return {fs::path(recipeFile).replace_extension(".texpack")};
  }
  std::vector<fs::path> packs;
  for (const recipe::RecipeExport& wanted : recipe.exports) {
    const ExportTarget* const target = exportTargetNamed(wanted.target);
    const auto place = target == nullptr ? fail(ErrorCode::NotFound, "") : placeOf(wanted, *target, recipe, recipeFile);
    if (place && std::ranges::find(packs, place->pack) == packs.end()) {
      packs.push_back(place->pack);
    }
  }
  return packs;
}

std::vector<std::string> commonEncodings(std::span<const ExportPlace> places) {
  const auto isDecoded = [places](const vat::Encoding& encoding) {
    return std::ranges::all_of(places, [&](const ExportPlace& place) {
      const auto& known = place.target->encodings;
      return place.target->isPackFolder || std::ranges::find(known, encoding.name) != known.end();
    });
  };
  std::vector<std::string> common;
  for (const vat::Encoding& encoding : vat::encodings()) {
    if (isDecoded(encoding)) {
      common.emplace_back(encoding.name);
    }
  }
  return common.size() == vat::encodings().size() ? std::vector<std::string>() : common;
}

}  // namespace texeleton::exporting
