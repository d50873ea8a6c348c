#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import.h"

namespace texeleton::importing {

/// A point cache of a mesh of the scene: PC2, in the space and axes of the mesh in the model.
struct ScenePointCache {
  std::filesystem::path file;
  std::string mesh;
  double fps = 0.0;  ///< Samples a second.
};

/// What Blender made of a scene. The files lie in the cache and stay until others need the place.
struct EvaluatedScene {
  std::filesystem::path model;  ///< GLB.
  std::vector<ScenePointCache> caches;
  std::vector<ImportReference> references;  ///< What the scene reads beside its file: libraries, images, caches.
  std::vector<Issue> issues;
};

/// Lets the user's Blender (findBlender()) evaluate a scene, without its window, the user's settings and scripts of the
/// scene, under the limits of the request (600 s where it says nothing else), or takes what it made of the same content
/// before. Errors: those of findBlender(), Io, Limit, Cancelled, WorkerDied, and Unsupported with Blender's own words
/// (too old, without Alembic or USD, changing faces).
Result<EvaluatedScene> evaluateScene(const std::filesystem::path& file, const ImportRequest& request, JobContext& job);

}  // namespace texeleton::importing
