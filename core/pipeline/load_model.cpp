#include "core/pipeline/load_model.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <span>
#include <system_error>

#include "core/base/lower_case.h"
#include "core/base/mapped.h"
#include "core/base/same_file.h"
#include "core/import/blender/blender_program.h"
#include "core/import/blender/evaluate_scene.h"
#include "core/pipeline/add_dual_quaternions.h"
#include "core/pipeline/make_pieces.h"
#include "core/retargeting/add_motions.h"

namespace texeleton::pipeline {

namespace fs = std::filesystem;

Result<std::shared_ptr<const model::Model>> importFile(const fs::path& file, std::uint32_t number,
                                                       const importing::ImportRequest& import, JobContext& job,
                                                       std::vector<ModelReference>* references) {
  std::vector<importing::ImportReference> found;
  auto model = importing::importModel(file, import, job, references != nullptr ? &found : nullptr);
  if (references != nullptr) {
    for (importing::ImportReference& reference : found) {
      references->push_back({number, std::move(reference)});
    }
  }
  return model;
}

namespace {

Result<std::shared_ptr<const model::Model>> loadWithMotions(const ModelRequest& request, JobContext& job,
                                                            std::vector<retargeting::MotionReport>* reports,
                                                            std::vector<ModelReference>* references) {
  importing::ImportRequest own = request.import;
  own.options.points = !request.caches.empty();
  auto model = importFile(request.model, 0, own, job, references);
  if (!model || request.motions.empty()) {
    if (model && (*model)->clips.empty() && request.caches.empty()) {
      job.inform(
          "the model has no clips, so there is nothing to bake: take motions from other files, or export it with its "
          "animation");
    }
    return model;
  }
  importing::ImportRequest import = request.import;
  import.options.scale.reset();
  import.options.up.reset();
  std::vector<retargeting::Motion> motions;
  for (const fs::path& file : request.motions) {
    auto motion = importFile(file, static_cast<std::uint32_t>(motions.size() + 1), import, job, references);
    TRY(motion);
    for (const Issue& issue : (*motion)->issues) {
      const bool aboutMeshes = (*motion)->parts.empty() && issue.subject.empty();  // A motion needs no meshes.
      if (!aboutMeshes) {
        job.addIssue({issue.severity, issue.text, file.filename().string()});
      }
    }
    motions.push_back({file, std::move(*motion)});
  }
  auto together = retargeting::addMotions(**model, motions, request.boneMap, job, reports, request.retarget);
  TRY(together);
  if (together->clips.empty() && request.caches.empty()) {
    job.inform("neither the model nor its motions have clips, so there is nothing to bake");
  }
  return std::make_shared<const model::Model>(std::move(*together));
}

/// Adds the caches that Blender wrote with the model of a scene.
Result<void> addCachesOfScene(const ModelRequest& request, std::vector<CacheRequest>& caches, JobContext& job) {
  if (!importing::isBlenderScene(request.model)) {
    return {};
  }
  importing::ImportRequest import = request.import;
  import.cache.enabled = true;  // Already evaluated by the import.
  const auto scene = importing::evaluateScene(fs::absolute(request.model), import, job);
  TRY(scene);
  for (const importing::ScenePointCache& cache : scene->caches) {
    caches.push_back({cache.file, cache.mesh, cache.fps});
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const model::Model>> loadModel(const ModelRequest& request, JobContext& job,
                                                      std::vector<retargeting::MotionReport>* reports,
                                                      std::vector<ModelReference>* references) {
  auto model = loadWithMotions(request, job, reports, references);
  std::vector<CacheRequest> caches = request.caches;
  if (model) {
    TRY(addCachesOfScene(request, caches, job));
  }
  if (model && !caches.empty()) {
    auto cached = addCaches(**model, caches, static_cast<std::uint32_t>(request.motions.size() + 1), job);
    TRY(cached);
    cached = makePieces(std::move(*cached), caches, job);
    TRY(cached);
    advisePieces(*cached, request.caches, job);  // Caches of a scene have no settings.
    model = std::make_shared<const model::Model>(std::move(*cached));
  }
  if (model) {
    model = constraints::applyConstraints(std::move(*model), request.constraints, request.badConstraints, job);
  }
  return model ? addDualQuaternions(std::move(*model)) : std::move(model);
}

namespace {

constexpr std::array<std::string_view, 6> kMotionEndings = {".fbx", ".glb", ".gltf", ".dae", ".bvh", ".x"};
constexpr std::array<std::string_view, 2> kCacheEndings = {".mdd", ".pc2"};

bool hasEnding(const fs::path& file, std::span<const std::string_view> endings) {
  return std::ranges::find(endings, lowerCase(file.extension().string())) != endings.end();
}

/// MODEL@NAME with one of the suffixes, and with `own` MODEL itself. Includes links out of the folder.
std::vector<fs::path> namedAfter(const fs::path& model, std::span<const std::string_view> endings, bool own) {
  const fs::path folder = model.has_parent_path() ? model.parent_path() : fs::path(".");
  const std::string start = model.stem().string() + '@';
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path name = it->path().filename();
    std::error_code ignored;
    const bool isNamed = name.string().starts_with(start) && name.stem().string().size() > start.size();
    if ((isNamed || (own && name.stem() == model.stem())) && hasEnding(name, endings) && it->is_regular_file(ignored)) {
      files.push_back(model.has_parent_path() ? it->path() : name);
    }
  }
  std::ranges::sort(files);
  return files;
}

/// Whether a motion beside the model is a link out of its folder that must not be followed, which is reported.
bool isLinkLeftOut(const fs::path& file, bool followOutside, JobContext& job) {
  if (followOutside || !leadsOutside(file)) {
    return false;
  }
  job.warn(message("The file beside the model is a link that leaves its folder; it was not opened. Take it with %1, "
                   "or name it.",
                   Remedy{RemedyKind::FollowOutside, 0.0, file.string()}),
           file.filename().string());
  return true;
}

}  // namespace

std::vector<fs::path> motionsBeside(const fs::path& model, JobContext& job) {
  std::vector<fs::path> files = namedAfter(model, kMotionEndings, false);
  std::erase_if(files, [&job](const fs::path& file) { return isLinkLeftOut(file, false, job); });
  return files;
}

bool isPointCache(const fs::path& file) { return hasEnding(file, kCacheEndings); }

std::vector<fs::path> cachesBeside(const fs::path& model, JobContext& job) {
  std::vector<fs::path> files = namedAfter(model, kCacheEndings, true);
  std::erase_if(files, [&job](const fs::path& file) { return isLinkLeftOut(file, false, job); });
  return files;
}

fs::path unityMetaOf(const fs::path& file, const importing::ImportRequest& request) {
  const fs::path meta = fs::path(file) += ".meta";
  std::error_code error;
  const bool used = request.unityMeta.use != importing::UnityMetaUse::Off &&
                    lowerCase(file.extension().string()) == ".fbx" && fs::is_regular_file(meta, error);
  return used ? meta : fs::path();
}

void addMotionsBeside(ModelRequest& request, JobContext& job) {
  const auto isNew = [&](const fs::path& file, const auto& known) {
    const bool named = std::ranges::any_of(known, [&](const fs::path& other) {
      std::error_code error;
      return fs::equivalent(other, file, error);
    });
    return !named && !isLinkLeftOut(file, request.import.options.followOutside, job);
  };
  for (const fs::path& file : namedAfter(request.model, kMotionEndings, false)) {
    if (isNew(file, request.motions)) {
      job.inform(
          message("The motion was found beside the model by its name, and its clips are taken; %1 leaves it out.",
                  Remedy{RemedyKind::ListMotions, 0.0, file.filename().string()}),
          file.filename().string());
      request.motions.push_back(file);
    }
  }
  const std::vector<fs::path> caches = mapped(request.caches, &CacheRequest::file);
  for (const fs::path& file : namedAfter(request.model, kCacheEndings, true)) {
    if (isNew(file, caches)) {
      job.inform(message("The point cache was found beside the model by its name and moves its mesh; %1 leaves it out.",
                         Remedy{RemedyKind::ListMotions, 0.0, file.filename().string()}),
                 file.filename().string());
      request.caches.push_back({file});
    }
  }
}

Result<std::vector<fs::path>> filesMatching(const fs::path& pattern) {
  std::error_code error;
  if (fs::exists(pattern, error) || pattern.filename().string().find_first_of("*?") == std::string::npos) {
    return std::vector{pattern};  // Opening it reports the error.
  }
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (::fnmatch(pattern.filename().c_str(), name.c_str(), FNM_PERIOD) == 0 && it->is_regular_file(error)) {
      files.push_back(pattern.has_parent_path() ? it->path() : fs::path(name));
    }
  }
  if (files.empty()) {
    return fail(ErrorCode::NotFound, "no file matches this pattern", pattern.string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace texeleton::pipeline
