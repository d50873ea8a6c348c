#include "core/batch/asked_files.h"

#include <utility>

namespace texeleton::batch {

namespace fs = std::filesystem;

std::string countedText(recipe::Recipe recipe) {
  recipe.editor.clear();
  recipe.exports.clear();
  recipe.id.clear();
  for (recipe::RecipeSource& source : recipe.sources) {
    source.sha256.clear();
  }
  return recipe::recipeToText(recipe).value_or(std::string());
}

std::vector<AskedFile> askedSources(const pipeline::SourcePlan& plan) {
  const pipeline::ModelRequest& source = plan.model;
  std::vector<AskedFile> files = {{pack::SourceRole::Model, source.model, false, {}}};
  for (const fs::path& motion : source.motions) {
    files.push_back({pack::SourceRole::Motion, motion, false, {}});
  }
  for (const pipeline::CacheRequest& cache : source.caches) {
    files.push_back({pack::SourceRole::Cache, cache.file, false, {}});
  }
  if (source.import.unityMeta.use != importing::UnityMetaUse::Off) {
    for (std::size_t i = 0; i <= source.motions.size(); ++i) {
      files.push_back(
          {pack::SourceRole::Meta, fs::path(i == 0 ? source.model : source.motions[i - 1]) += ".meta", true, {}});
    }
  }
  for (const fs::path& character : plan.characters) {
    files.push_back({pack::SourceRole::Character, character, false, {}});
  }
  for (fs::path& attachment : recipe::filesOf(plan.attachments)) {
    files.push_back({pack::SourceRole::Attachment, std::move(attachment), true, {}});
  }
  return files;
}

AskedBake askedByRecipe(const recipe::Recipe& recipe, const fs::path& file, const pipeline::SourcePlan& plan,
                        const std::string& build) {
  AskedBake asked;
  asked.build = build;
  asked.files = askedSources(plan);
  asked.files.push_back({pack::SourceRole::Recipe, file, false, countedText(recipe)});
  if (!plan.events.empty()) {
    asked.files.push_back({pack::SourceRole::Events, plan.events, false, {}});
  }
  return asked;
}

}  // namespace texeleton::batch
