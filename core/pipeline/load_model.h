#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/bone_names/match_bones.h"
#include "core/constraints/apply_constraints.h"
#include "core/import/import.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"
#include "core/retargeting/add_motions.h"

namespace texeleton::pipeline {

/// A model and its files of motions and point caches.
struct ModelRequest {
  std::filesystem::path model;
  std::vector<std::filesystem::path> motions;  ///< Numbered from 1 by Clip::motionFile.
  std::vector<CacheRequest> caches = {};       ///< Numbered after the motions.
  bone_names::BoneMap boneMap;
  retargeting::Retarget retarget = retargeting::Retarget::Auto;
  std::vector<constraints::Constraint> constraints = {};  ///< Applied to all clips.
  constraints::BadConstraint badConstraints = constraints::BadConstraint::Fail;
  importing::ImportRequest import;  ///< Also for motions, which keep their own unit and axes.
};

/// A further file that a model or motion depends on.
struct ModelReference {
  std::uint32_t file = 0;  ///< 0: the model; n: the n-th motion.
  importing::ImportReference reference;
};

/// Imports a model and its motions, combines them (addMotions), adds point caches (addCaches) and applies constraints
/// to the clips (applyConstraints). Issues of the model stay in Model::issues; those of motions go to `job` with the
/// file's name as subject. `reports`, if given, receives the result of each motion, `references` the further files that
/// they depend on. Errors: those of importModel, addMotions, addCaches and applyConstraints.
Result<std::shared_ptr<const model::Model>> loadModel(const ModelRequest& request, JobContext& job,
                                                      std::vector<retargeting::MotionReport>* reports = nullptr,
                                                      std::vector<ModelReference>* references = nullptr);

/// The motion files that belong to a model by name, as in Unity: `hero@walk.fbx` beside `hero.fbx` (or `hero.glb`),
/// sorted by name. Links out of the model's folder are left out with a warning.
std::vector<std::filesystem::path> motionsBeside(const std::filesystem::path& model, JobContext& job);

/// Whether a file is a point cache, by its suffix.
bool isPointCache(const std::filesystem::path& file);

/// The point caches that belong to a model by name: `flag.pc2`, `flag@storm.mdd` beside `flag.fbx`; likewise.
std::vector<std::filesystem::path> cachesBeside(const std::filesystem::path& model, JobContext& job);

/// Appends the motions and caches beside the model that the request does not name, and reports them.
void addMotionsBeside(ModelRequest& request, JobContext& job);

/// Unity's import settings for a file: FILE.meta beside an FBX file. Empty: none, or not requested.
std::filesystem::path unityMetaOf(const std::filesystem::path& file, const importing::ImportRequest& request);

/// The files that match a pattern: itself, or, if its last part has `*` or `?` and no such file exists, the matching
/// files, sorted by name. Errors: NotFound (no match).
Result<std::vector<std::filesystem::path>> filesMatching(const std::filesystem::path& pattern);

}  // namespace texeleton::pipeline
