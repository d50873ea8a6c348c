#include "app/cli/recipe_exports.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/export/export_places.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

std::string targetsKnown() {
  std::string text;
  for (const std::string& name : exporting::exportTargetNames()) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

Result<std::vector<batch::NamedBake>> exportsOf(const std::vector<fs::path>& recipes) {
  std::vector<batch::NamedBake> bakes;
  std::map<fs::path, fs::path> taken;
  for (const fs::path& file : recipes) {
    JobContext unheard;  // The bake reads it again and reports its issues.
    const auto recipe = recipe::readRecipe(file, unheard);
    TRY(recipe);
    JobContext found;
    const auto places = exporting::exportPlaces(*recipe, file, found);
    TRY(places);
    std::vector<Issue> issues = found.takeIssues();
    if (places->empty()) {
      return fail(ErrorCode::InvalidArgument,
                  message("exports only to targets that this version does not know (%1); it knows %2%3",
                          inQuotes(recipe->exports.front().target), targetsKnown(),
                          didYouMean(recipe->exports.front().target, exporting::exportTargetNames())),
                  file.string());
    }
    const std::size_t first = bakes.size();
    for (const exporting::ExportPlace& place : *places) {
      const auto same = std::find_if(bakes.begin() + static_cast<std::ptrdiff_t>(first), bakes.end(),
                                     [&](const batch::NamedBake& bake) { return bake.output == place.pack; });
      if (same != bakes.end()) {  // Targets that share a folder share the pack.
        same->places.push_back(place);
        continue;
      }
      std::error_code error;
      const auto [other, isNew] = taken.emplace(fs::weakly_canonical(place.pack, error), file);
      if (!isNew) {
        return fail(ErrorCode::InvalidArgument,
                    message("exports to the same folder as %1 (%2); nothing was exported", other->second.string(),
                            place.pack.string()),
                    file.string());
      }
      bakes.push_back({file, place.pack, false, {place}, std::exchange(issues, {})});
    }
  }
  return bakes;
}

}  // namespace texeleton::cli
