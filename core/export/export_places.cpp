#include "core/export/export_places.h"

#include <algorithm>

namespace texeleton {

namespace fs = std::filesystem;

namespace {

fs::path fromUtf8(const std::string& text) { return {std::u8string(text.begin(), text.end())}; }

/// Letters, digits, "-", "_" and "." stay, and whatever is not ASCII.
std::string fileName(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool fits = static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    result += fits ? c : '-';
  }
  return result.empty() || result.front() == '.' ? "character" + result : result;
}

}  // namespace

ExportPlace exportPlace(const ExportTarget& target, const fs::path& folder, const std::string& name) {
  return {&target, folder, target.isPackFolder ? folder : folder / fromUtf8(fileName(name) + ".texpack")};
}

std::vector<ExportPlace> exportPlaces(const Recipe& recipe, const fs::path& recipeFile) {
  if (recipe.exports.empty()) {
    return {exportPlace(exportTargets().front(), fs::path(recipeFile).replace_extension(".texpack"), {})};
  }
  std::vector<ExportPlace> places;
  for (const RecipeExport& wanted : recipe.exports) {
    if (const ExportTarget* target = exportTargetNamed(wanted.target)) {
      const fs::path folder = (recipeFile.parent_path() / fromUtf8(wanted.folder)).lexically_normal();
      ExportPlace place = exportPlace(*target, folder, recipeFile.stem().string());
      if (std::none_of(places.begin(), places.end(), [&](const ExportPlace& p) { return p.pack == place.pack; })) {
        places.push_back(std::move(place));
      }
    }
  }
  return places;
}

std::vector<fs::path> packExports(const Recipe& recipe, const fs::path& recipeFile) {
  std::vector<fs::path> packs;
  for (const ExportPlace& place : exportPlaces(recipe, recipeFile)) {
    packs.push_back(place.pack);
  }
  return packs;
}

Result<void> writeCompanions(const ExportPlace& place, JobContext& job) {
  if (place.target->companions == nullptr) {
    return {};
  }
  const auto pack = readPackManifest(place.pack);
  if (!pack) {
    return fail(pack.error());
  }
  return writeOwnedFiles(place.folder, place.target->companions(*pack, place.pack.stem().string()), job);
}

}  // namespace texeleton
