#include "core/pipeline/source_plan.h"

#include <utility>

#include "core/base/same_file.h"
#include "core/recipe/resolve.h"

namespace texeleton::pipeline {

namespace fs = std::filesystem;

SourcePlan sourcePlanOf(const recipe::Recipe& recipe, const fs::path& recipeFile) {
  SourcePlan plan;
  plan.model.model = recipe::sourceFile(recipe, recipeFile, pack::SourceRole::Model);
  plan.model.motions = recipe::sourceFiles(recipe, recipeFile, pack::SourceRole::Motion);
  for (const recipe::RecipeSource& source : recipe.sources) {
    if (source.role == pack::SourceRole::Cache) {
      plan.model.caches.push_back(
          {recipe::fileOf(source, recipeFile), source.mesh, source.fps, source.scale, source.up, source.pieces});
    }
  }
  plan.model.boneMap = recipe.motion.bones;
  plan.model.retarget = recipe.motion.retarget.value_or(retargeting::Retarget::Auto);
  plan.model.constraints = recipe::constraintsOf(recipe);
  plan.model.import.options = recipe::toImportOptions(recipe, recipeFile);
  plan.model.import.unityMeta.use =
      recipe.import.unityMeta.value_or(true) ? importing::UnityMetaUse::Clips : importing::UnityMetaUse::Off;
  plan.characters = recipe::sourceFiles(recipe, recipeFile, pack::SourceRole::Character);
  plan.characterScales = recipe::characterScales(recipe, recipeFile);
  plan.attachments = recipe::attachmentOrders(recipe, recipeFile);
  plan.socketNames = recipe.bake.socketNames;
  plan.events = recipe::sourceFile(recipe, recipeFile, pack::SourceRole::Events);
  return plan;
}

std::vector<fs::path> importedFiles(const SourcePlan& plan) {
  std::vector<fs::path> files = {plan.model.model};
  files.insert(files.end(), plan.model.motions.begin(), plan.model.motions.end());
  files.insert(files.end(), plan.characters.begin(), plan.characters.end());
  for (fs::path& attached : recipe::filesOf(plan.attachments)) {
    files.push_back(std::move(attached));
  }
  return files;
}

std::vector<fs::path> filesRead(const SourcePlan& plan, std::span<const ModelReference> references) {
  const std::vector<fs::path> imported = importedFiles(plan);
  std::vector<fs::path> files = imported;
  for (const fs::path& file : imported) {
    if (fs::path meta = unityMetaOf(file, plan.model.import); !meta.empty()) {
      files.push_back(std::move(meta));
    }
  }
  for (const CacheRequest& cache : plan.model.caches) {
    files.push_back(cache.file);
  }
  for (const ModelReference& reference : references) {
    if (reference.file < imported.size()) {
      files.push_back(imported[reference.file].parent_path() / reference.reference.path);
    }
  }
  if (!plan.events.empty()) {
    files.push_back(plan.events);
  }
  return files;
}

std::vector<fs::path> filesRead(const ModelRequest& request, std::span<const ModelReference> references) {
  SourcePlan plan;
  plan.model = request;
  return filesRead(plan, references);
}

Result<void> checkOutputs(const SourcePlan& plan, std::span<const ModelReference> references,
                          const fs::path& recipeFile, std::span<const fs::path> outputs) {
  std::vector<fs::path> inputs = filesRead(plan, references);
  inputs.push_back(recipeFile);
  for (const fs::path& output : outputs) {
    TRY(checkOutput(output, inputs));
  }
  return {};
}

}  // namespace texeleton::pipeline
