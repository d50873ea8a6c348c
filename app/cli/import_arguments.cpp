#include "app/cli/import_arguments.h"

#include <filesystem>
#include <system_error>

#include "app/cli/number_range.h"
#include "app/cli/option_values.h"
#include "app/cli/setting_option.h"
#include "core/recipe/tolerance.h"

namespace texeleton::cli {

void ImportArguments::addTo(CLI::App& command) {
  const char* const group = "Import";
  addSetting<&recipe::RecipeImport::scale>(command, "--scale", scale)->group(group);
  addSetting<&recipe::RecipeImport::up>(command, "--up", up)->group(group);
  addSetting<&recipe::RecipeImport::hidden>(command, "--hidden", hidden)->group(group);
  command
      .add_flag("--no-meta", noMeta,
                "Do not cut an FBX file into the clips of Unity's import settings beside it (FILE.fbx.meta)")
      ->group(group);
  command.add_flag("--follow-outside", followOutside, "Open files that the model names outside its own folder")
      ->group(group);
  command.add_flag("--no-cache", noCache, "Neither read nor write the import cache")->group(group);
  command.add_option("--import-memory", memoryGibibytes, "GiB the importer may use (default: 4, or 20 times the file)")
      ->check(numberIn(0.0625, importing::kMostImportGibibytes))
      ->group(group);
  command.add_option("--import-timeout", timeoutSeconds, "Seconds the importer may take (default: 120)")
      ->check(numberIn(0.1, importing::kMostImportSeconds))
      ->group(group);
}

importing::ImportRequest ImportArguments::request() const {
  importing::ImportRequest request;
  request.options.scale = scale;
  request.options.up = valueOf<importing::UpAxis>(up);
  request.options.hidden = hidden == "on";
  request.options.followOutside = followOutside;
  request.unityMeta.use = noMeta ? importing::UnityMetaUse::Off : importing::UnityMetaUse::Clips;
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
                               "A file whose clips the model takes, or a pattern in quotes; may be given again"),
            "FILE|GLOB")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_flag("--no-found-motion", noFound,
                "Do not take the motions and point caches beside the model: MODEL@NAME.fbx, MODEL.pc2 and the like")
      ->group(group);
  command
      .add_option("--bone-map", boneMap, "A bone of the motions and the model's bone that it moves; may be given again")
      ->allow_extra_args(false)
      ->type_name("FROM=TO")
      ->group(group)
      ->check([](const std::string& text) {
        const std::size_t at = text.find('=');
        return at == std::string::npos || at == 0 || at + 1 == text.size() ? "must be FROM=TO" : std::string();
      });
  addSetting<&recipe::RecipeMotion::retarget>(command, "--retarget", retarget)->group(group);
  const char* const cacheGroup = "Point caches";
  namesPath(command.add_option("--cache", caches,
                               "A point cache (PC2, MDD) that moves the points of a mesh, or of the mesh MESH; or a "
                               "pattern in quotes; may be given again"),
            "FILE|GLOB[@MESH]")
      ->allow_extra_args(false)
      ->group(cacheGroup);
  addSetting<&recipe::RecipeSource::fps>(command, "--cache-fps", cacheFps)->group(cacheGroup);
  command.add_option("--cache-scale", cacheScale, "Metres per unit of the caches (default: as the mesh's)")
      ->check(numberIn(recipe::kUnitRange))
      ->group(cacheGroup);
  addSetting<&recipe::RecipeSource::up>(command, "--cache-up", cacheUp)->group(cacheGroup);
  command
      .add_option("--pieces", pieces,
                  "Take the meshes of the caches apart into the islands of their triangles, for bone mode, where each "
                  "moves rigidly but for this error: 0.1mm and the like")
      ->type_name("LENGTH")
      ->group(cacheGroup)
      ->check([](const std::string& text) {
        const auto length = recipe::parseTolerance(text);
        return length ? std::string() : length.error().message.text();
      });
}

void MotionArguments::addFoundTo(pipeline::ModelRequest& request, JobContext& job) const {
  if (!noFound) {
    pipeline::addMotionsBeside(request, job);
  }
}

Result<void> MotionArguments::check(pipeline::ModelRequest& request) const {
  if (!boneMap.empty() && request.motions.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "--bone-map names bones of motion files, and there are none: give them with --motion",
                request.model.string());
  }
  if (!retarget.empty() && request.motions.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "--retarget is about motion files, and there are none: give them with --motion",
                request.model.string());
  }
  const auto up = valueOf<importing::UpAxis>(cacheUp);
  if ((cacheFps || cacheScale || up || !pieces.empty()) && request.caches.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "--cache-fps, --cache-scale, --cache-up and --pieces are about point caches, and there are none: give "
                "them with --cache",
                request.model.string());
  }
  for (pipeline::CacheRequest& cache : request.caches) {
    cache.fps = cacheFps ? cacheFps : cache.fps;
    cache.scale = cacheScale ? cacheScale : cache.scale;
    cache.up = up ? up : cache.up;
    if (!pieces.empty()) {
      cache.pieces = recipe::parseTolerance(pieces).value_or(0.0);
    }
  }
  return {};
}

Result<void> MotionArguments::addTo(pipeline::ModelRequest& request) const {
  for (const std::string& pattern : files) {
    auto matching = pipeline::filesMatching(pattern);
    TRY(matching);
    request.motions.insert(request.motions.end(), matching->begin(), matching->end());
  }
  for (const std::string& text : caches) {
    // An @ may be of the file's own name: `flag@storm.mdd`.
    const std::size_t at = text.rfind('@');
    std::error_code error;
    const bool isFile = at == std::string::npos || std::filesystem::exists(text, error) || pipeline::isPointCache(text);
    auto matching = pipeline::filesMatching(isFile ? text : text.substr(0, at));
    TRY(matching);
    for (const std::filesystem::path& file : *matching) {
      request.caches.push_back({file, isFile ? std::string() : text.substr(at + 1)});
    }
  }
  for (const std::string& text : boneMap) {
    const std::size_t at = text.find('=');
    request.boneMap[text.substr(0, at)] = text.substr(at + 1);
  }
  request.retarget = valueOf<retargeting::Retarget>(retarget).value_or(request.retarget);
  return {};
}

}  // namespace texeleton::cli
