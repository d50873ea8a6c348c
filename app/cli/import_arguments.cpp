#include "app/cli/import_arguments.h"

#include <filesystem>
#include <system_error>

#include "app/cli/option_values.h"
#include "app/cli/setting_option.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/resolve.h"
#include "core/settings/setting.h"
#include "core/settings/tolerance.h"

namespace texeleton::cli {

void ImportArguments::addTo(CLI::App& command) {
  const char* const group = "Import";
  addSetting<&recipe::RecipeImport::scale>(command, "--scale", settings)->group(group);
  addSetting<&recipe::RecipeImport::up>(command, "--up", settings)->group(group);
  addSetting<&recipe::RecipeImport::hidden>(command, "--hidden", settings)->group(group);
  command
      .add_flag_callback(
          "--no-meta", [this] { settings.unityMeta = false; },
          "Ignore Unity's import settings beside an FBX file (FILE.fbx.meta), which cut it into clips")
      ->group(group);
  command.add_flag("--follow-outside", followOutside, "Open files that the model names outside its own folder")
      ->group(group);
  command
      .add_option("--texture", textures, "File name of a texture in the model, and the image for it; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=FILE")
      ->group(group)
      ->check([](const std::string& text) {
        const std::size_t at = text.find('=');
        const std::size_t slash = text.find('/');
        const bool isName = at != std::string::npos && at != 0 && at + 1 < text.size() && slash > at;
        return isName ? std::string() : "must be NAME=FILE, where NAME has no folder";
      });
  command.add_flag("--no-cache", noCache, "Do not use the import cache")->group(group);
  command.add_option("--import-memory", memoryGibibytes, "GiB the importer may use (default: 4, or 20 times the file)")
      ->check(numberIn(0.0625, importing::kMostImportGibibytes))
      ->group(group);
  command.add_option("--import-timeout", timeoutSeconds, "Seconds the importer may take (default: 120)")
      ->check(numberIn(0.1, importing::kMostImportSeconds))
      ->group(group);
}

void ImportArguments::addTo(recipe::Recipe& recipe) const {
  for (const std::string& text : textures) {
    const std::size_t at = text.find('=');
    recipe::addSource(recipe, pack::SourceRole::Texture, text.substr(at + 1)).name = text.substr(0, at);
  }
}

importing::ImportRequest ImportArguments::request() const {
  recipe::Recipe recipe;
  recipe.import = settings;
  addTo(recipe);
  return request(recipe);
}

importing::ImportRequest ImportArguments::request(const recipe::Recipe& recipe) const {
  importing::ImportRequest request;
  request.options = recipe::toImportOptions(recipe, {});
  request.options.followOutside = followOutside;
  request.unityMeta.use =
      recipe.import.unityMeta.value_or(true) ? importing::UnityMetaUse::Clips : importing::UnityMetaUse::Off;
  request.cache.enabled = !noCache;
  if (memoryGibibytes > 0.0) {
    request.limits.memoryBytes = static_cast<std::uint64_t>(memoryGibibytes * 1024.0 * 1024.0 * 1024.0);
  }
  if (timeoutSeconds > 0.0) {
    request.limits.timeSeconds = timeoutSeconds;
  }
  return request;
}

void MotionArguments::addTo(CLI::App& command) {
  const char* const group = "Motion from other files";
  namesPath(command.add_option("--motion", files,
                               "File whose clips are added to the model, or a pattern in quotes; may be repeated"),
            "FILE|GLOB")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_flag("--no-found-motion", noFound,
                "Ignore motions and point caches beside the model: MODEL@NAME.fbx, MODEL.pc2 and the like")
      ->group(group);
  command.add_option("--bone-map", boneMap, "Bone of the motions and bone of the model that it moves; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FROM=TO")
      ->group(group)
      ->check([](const std::string& text) {
        const std::size_t at = text.find('=');
        return at == std::string::npos || at == 0 || at + 1 == text.size() ? "must be FROM=TO" : std::string();
      });
  addSetting<&recipe::RecipeMotion::retarget>(command, "--retarget", settings)->group(group);
  const char* const cacheGroup = "Point caches";
  namesPath(command.add_option("--cache", caches,
                               "A point cache (PC2, MDD) that moves the points of a mesh, or of the mesh MESH; or a "
                               "pattern in quotes; may be repeated"),
            "FILE|GLOB[@MESH]")
      ->allow_extra_args(false)
      ->group(cacheGroup);
  addSetting<&recipe::RecipeSource::fps>(command, "--cache-fps", cache)->group(cacheGroup);
  command.add_option("--cache-scale", cache.scale, "Metres per unit of the caches (default: as the mesh's)")
      ->check(numberIn(recipe::kUnitRange))
      ->group(cacheGroup);
  addSetting<&recipe::RecipeSource::up>(command, "--cache-up", cache)->group(cacheGroup);
  command
      .add_option_function<std::string>(
          "--pieces", [this](const std::string& text) { cache.pieces = parseTolerance(text).value_or(0.0); },
          "Separate the meshes of the caches into the islands of their triangles, for bone mode; each moves rigidly "
          "within this error, such as 0.1mm")
      ->type_name("LENGTH")
      ->group(cacheGroup)
      ->check([](const std::string& text) {
        const auto length = parseTolerance(text);
        return length ? std::string() : length.error().message.text();
      });
}

namespace {

bool hasSource(const recipe::Recipe& recipe, pack::SourceRole role) {
  return !recipe::sourceFile(recipe, {}, role).empty();
}

}  // namespace

void MotionArguments::addFoundTo(recipe::Recipe& recipe, const ImportArguments& import, JobContext& job) const {
  if (noFound) {
    return;
  }
  pipeline::ModelRequest request = pipeline::sourcePlanOf(recipe, {}).model;
  request.import.options.followOutside = import.followOutside;
  const std::size_t motionCount = request.motions.size();
  const std::size_t cacheCount = request.caches.size();
  pipeline::addMotionsBeside(request, job);
  for (std::size_t i = motionCount; i < request.motions.size(); ++i) {
    recipe::addSource(recipe, pack::SourceRole::Motion, request.motions[i]);
  }
  for (std::size_t i = cacheCount; i < request.caches.size(); ++i) {
    recipe::addSource(recipe, pack::SourceRole::Cache, request.caches[i].file);
  }
}

Result<void> MotionArguments::check(recipe::Recipe& recipe) const {
  const bool hasMotions = hasSource(recipe, pack::SourceRole::Motion);
  const std::string model = recipe::sourceFile(recipe, {}, pack::SourceRole::Model).string();
  if (!boneMap.empty() && !hasMotions) {
    return fail(ErrorCode::InvalidArgument,
                "--bone-map names bones of motion files, and there are none: give them with --motion", model);
  }
  if (settings.retarget && !hasMotions) {
    return fail(ErrorCode::InvalidArgument,
                "--retarget is about motion files, and there are none: give them with --motion", model);
  }
  if ((cache.fps || cache.scale || cache.up || cache.pieces) && !hasSource(recipe, pack::SourceRole::Cache)) {
    return fail(ErrorCode::InvalidArgument,
                "--cache-fps, --cache-scale, --cache-up and --pieces are about point caches, and there are none: give "
                "them with --cache",
                model);
  }
  for (recipe::RecipeSource& source : recipe.sources) {
    if (source.role == pack::SourceRole::Cache) {
      putOver(cache, source);
    }
  }
  return {};
}

Result<void> MotionArguments::addTo(recipe::Recipe& recipe) const {
  for (const std::string& pattern : files) {
    const auto matching = pipeline::filesMatching(pattern);
    TRY(matching);
    for (const std::filesystem::path& file : *matching) {
      recipe::addSource(recipe, pack::SourceRole::Motion, file);
    }
  }
  for (const std::string& text : caches) {
    // An @ may belong to the file's own name: `flag@storm.mdd`.
    const std::size_t at = text.rfind('@');
    std::error_code error;
    const bool isFile = at == std::string::npos || std::filesystem::exists(text, error) || pipeline::isPointCache(text);
    const auto matching = pipeline::filesMatching(isFile ? text : text.substr(0, at));
    TRY(matching);
    for (const std::filesystem::path& file : *matching) {
      recipe::addSource(recipe, pack::SourceRole::Cache, file).mesh = isFile ? std::string() : text.substr(at + 1);
    }
  }
  for (const std::string& text : boneMap) {
    const std::size_t at = text.find('=');
    recipe.motion.bones[text.substr(0, at)] = text.substr(at + 1);
  }
  putOver(settings, recipe.motion);
  return {};
}

recipe::Recipe recipeOfModel(const std::string& file) {
  recipe::Recipe recipe;
  recipe::addSource(recipe, pack::SourceRole::Model, file);
  return recipe;
}

Result<pipeline::ModelRequest> modelRequest(const std::string& model, const ImportArguments& import,
                                            const MotionArguments& motion, JobContext& job) {
  recipe::Recipe recipe = recipeOfModel(model);
  TRY(motion.addTo(recipe));
  motion.addFoundTo(recipe, import, job);
  TRY(motion.check(recipe));
  pipeline::ModelRequest request = pipeline::sourcePlanOf(recipe, {}).model;
  request.import = import.request();
  return request;
}

}  // namespace texeleton::cli
