#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import.h"

namespace texeleton::importing {

/// A point cache (PC2) of a mesh of the scene, in the space and axes of the mesh in the model.
struct ScenePointCache {
  std::filesystem::path file;
  std::string mesh;
  double fps = 0.0;  ///< Samples per second.
};

/// Blender's result for a scene. The files are in the cache and may be removed by later evaluations.
struct EvaluatedScene {
  std::filesystem::path model;  ///< GLB.
  std::vector<ScenePointCache> caches;
  std::vector<ImportReference> references;  ///< Files that the scene reads: libraries, images, caches.
  std::vector<Issue> issues;
};

/// Evaluates a scene with the user's Blender (findBlender()), without a window, the user's settings or the scene's
/// scripts, within the limits of `request` (600 s by default), or returns the cached result for the same content.
/// Errors: those of findBlender(), Io, Limit, Cancelled, WorkerDied, and Unsupported with Blender's message (too old,
/// no Alembic or USD, changing faces).
Result<EvaluatedScene> evaluateScene(const std::filesystem::path& file, const ImportRequest& request, JobContext& job);

}  // namespace texeleton::importing
