#include "app/cli/recipe_exports.h"

#include <map>
#include <system_error>

#include "core/recipe/resolve.h"

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
    const std::vector<fs::path> folders = packExports(*recipe, file);
    if (folders.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "exports only to targets that this version does not know (\"" + recipe->exports.front().target +
                      "\"); the one that it knows is \"pack\"",
                  file.string());
    }
    for (const fs::path& folder : folders) {
      std::error_code error;
      const auto [other, isNew] = taken.emplace(fs::weakly_canonical(folder, error), file);
      if (!isNew) {
        return fail(ErrorCode::InvalidArgument,
                    "exports to the same folder as " + other->second.string() + " (" + folder.string() +
                        "); nothing was exported",
                    file.string());
      }
      bakes.push_back({file, folder});
    }
  }
  return bakes;
}

}  // namespace texeleton::cli
