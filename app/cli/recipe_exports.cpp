#include "app/cli/recipe_exports.h"

#include <map>
#include <system_error>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/export/export_places.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

/// ` ("pakc"); it knows pack, three; did you mean "pack"?`
std::string otherTarget(const std::string& target) {
  const std::vector<std::string> known = exportTargetNames();
  std::string text;
  for (const std::string& name : known) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return " (" + inQuotes(target) + "); it knows " + text + didYouMean(target, known);
}

}  // namespace

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
      return fail(
          ErrorCode::InvalidArgument,
          "exports only to targets that this version does not know" + otherTarget(recipe->exports.front().target),
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
