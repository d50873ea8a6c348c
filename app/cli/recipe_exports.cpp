#include "app/cli/recipe_exports.h"

#include <map>
#include <system_error>

#include "core/export/export_places.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

Result<std::vector<NamedBake>> exportsOf(const std::vector<fs::path>& recipes) {
  std::vector<NamedBake> bakes;
  std::map<fs::path, fs::path> taken;
  for (const fs::path& file : recipes) {
    JobContext unheard;  // The bake reads it again, and tells.
    const auto recipe = readRecipe(file, unheard);
    if (!recipe) {
      return fail(recipe.error());
    }
    const std::vector<ExportPlace> places = exportPlaces(*recipe, file);
    if (places.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "exports only to targets that this version does not know (\"" + recipe->exports.front().target +
                      "\"); it knows " + exportTargetNames(),
                  file.string());
    }
    for (const ExportPlace& place : places) {
      std::error_code error;
      const auto [other, isNew] = taken.emplace(fs::weakly_canonical(place.pack, error), file);
      if (!isNew) {
        return fail(ErrorCode::InvalidArgument,
                    "exports to the same folder as " + other->second.string() + " (" + place.pack.string() +
                        "); nothing was exported",
                    file.string());
      }
      bakes.push_back({file, place.pack, place});
    }
  }
  return bakes;
}

}  // namespace texeleton::cli
