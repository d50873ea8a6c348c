#include "app/editor/jobs/recipe_job.h"

#include "core/base/file_hash.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

ModelRequest requestOf(const Recipe& recipe) {
  ModelRequest request;
  request.model = sourceFile(recipe, {}, "model");
  request.motions = sourceFiles(recipe, {}, "motion");
  request.boneMap = recipe.boneMap;
  request.import.options = toImportOptions(recipe);
  if (!recipe.import.unityMeta.value_or(true)) {
    request.import.unityMeta.use = UnityMetaUse::Off;
  }
  return request;
}

Result<std::vector<ClipEvents>> eventsOf(const Recipe& recipe, const Model& model, JobContext& job) {
  const fs::path file = sourceFile(recipe, {}, "events");
  return file.empty() ? std::vector<ClipEvents>() : readEventsFile(file, model, job);
}

Result<BakeSettings> settingsOf(const Recipe& recipe, const std::vector<ClipEvents>& events, const Model& model,
                                JobContext& job) {
  auto settings = toBakeSettings(recipe, model, job, MissingClip::Skip);
  if (settings) {
    addEvents(*settings, events, model);
  }
  return settings;
}

Result<PackJob> exportJobOf(const Recipe& recipe, const Model& model, const fs::path& output, JobContext& job) {
  PackJob pack;
  pack.source = requestOf(recipe);
  pack.output = output;
  pack.write = toWriteOptions(recipe);
  const auto events = eventsOf(recipe, model, job);
  auto settings = events ? settingsOf(recipe, *events, model, job) : fail(events.error());
  if (!settings) {
    return fail(std::move(settings.error()));
  }
  pack.settings = std::move(*settings);
  if (const fs::path file = sourceFile(recipe, {}, "events"); !file.empty()) {
    auto hash = sha256OfFile(file);
    if (!hash) {
      return fail(std::move(hash.error()));
    }
    PackSource source;
    source.file = file.filename().string();
    source.role = "events";
    source.sha256 = std::move(*hash);
    pack.furtherSources.push_back(std::move(source));
  }
  return pack;
}

namespace {

/// The sources that an import reads.
std::vector<std::pair<std::string, std::string>> imported(const Recipe& recipe) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const RecipeSource& source : recipe.sources) {
    if (source.role == "model" || source.role == "motion") {
      files.emplace_back(source.role, source.path);
    }
  }
  return files;
}

}  // namespace

bool importsAlike(const Recipe& a, const Recipe& b) {
  return imported(a) == imported(b) && a.import == b.import && a.boneMap == b.boneMap;
}

bool bakesAlike(const Recipe& a, const Recipe& b) {
  RecipeBake bakeA = a.bake;
  RecipeBake bakeB = b.bake;
  bakeA.maxError.reset();  // Only what is said of the result changes with it.
  bakeB.maxError.reset();
  return a.clips == b.clips && bakeA == bakeB && sourceFile(a, {}, "events") == sourceFile(b, {}, "events");
}

}  // namespace texeleton::editor
