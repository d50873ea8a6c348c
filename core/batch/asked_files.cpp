#include "core/batch/asked_files.h"

#include <utility>

#include "core/pipeline/add_characters.h"
#include "core/recipe/attachment_orders.h"

namespace texeleton {

namespace fs = std::filesystem;

std::string countedText(Recipe recipe) {
  recipe.editor.clear();
  recipe.exports.clear();
  recipe.id.clear();
  for (RecipeSource& source : recipe.sources) {
    source.sha256.clear();
  }
  return recipeToText(recipe).value_or(std::string());
}

std::vector<AskedFile> askedSources(const ModelRequest& source, const std::vector<fs::path>& characters,
                                    const std::vector<fs::path>& attachments) {
  std::vector<AskedFile> files;
  files.push_back({"model", source.model, false, {}});
  for (const fs::path& motion : source.motions) {
    files.push_back({"motion", motion, false, {}});
  }
  if (source.import.unityMeta.use != UnityMetaUse::Off) {
    for (std::size_t i = 0; i <= source.motions.size(); ++i) {
      fs::path meta = i == 0 ? source.model : source.motions[i - 1];
      meta += ".meta";
      files.push_back({"meta", std::move(meta), true, {}});
    }
  }
  for (const fs::path& character : characters) {
    files.push_back({kCharacterRole, character, false, {}});
  }
  for (const fs::path& attachment : attachments) {
    files.push_back({kAttachmentRole, attachment, true, {}});
  }
  return files;
}

AskedBake askedByRecipe(const Recipe& recipe, const fs::path& file, const ModelRequest& source,
                        const std::vector<fs::path>& characters, const fs::path& events, const std::string& build,
                        const std::vector<fs::path>& attachments) {
  AskedBake asked;
  asked.build = build;
  asked.files = askedSources(source, characters, attachments);
  asked.files.push_back({"recipe", file, false, countedText(recipe)});
  if (!events.empty()) {
    asked.files.push_back({"events", events, false, {}});
  }
  return asked;
}

}  // namespace texeleton
