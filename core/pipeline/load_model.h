#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/constraints/apply_constraints.h"
#include "core/import/import.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"
#include "core/retargeting/add_motions.h"
#include "core/retargeting/match_bones.h"

namespace texeleton::pipeline {

/// A model and the files that it takes motions and point caches from.
struct ModelRequest {
  std::filesystem::path model;
  std::vector<std::filesystem::path> motions;  ///< In the order of Clip::motionFile.
  std::vector<CacheRequest> caches = {};       ///< After the motions in the order of Clip::motionFile.
  retargeting::BoneMap boneMap;
  retargeting::Retarget retarget = retargeting::Retarget::Auto;
  std::vector<constraints::Constraint> constraints = {};  ///< Act on the clips of all of them.
  constraints::BadConstraint badConstraints = constraints::BadConstraint::Fail;
  importing::ImportRequest import;  ///< Motions are imported alike, but in their own unit and axes.
};

/// A further file that a model or one of its motions depends on.
struct ModelReference {
  std::uint32_t file = 0;  ///< 0: the model's; n: that of the n-th motion.
  importing::ImportReference reference;
};

/// Imports a model and its motions, combines them (see addMotions), adds point caches (see addCaches) and applies
/// constraints to their clips (see applyConstraints). Issues of the model stay in Model::issues; issues of motions go
/// to `job`, with the file's name as subject. Errors: those of importModel, addMotions, addCaches and applyConstraints.
/// `reports`, if given, receives what each motion adds, `references` the further files that all depend on.
Result<std::shared_ptr<const model::Model>> loadModel(const ModelRequest& request, JobContext& job,
                                                      std::vector<retargeting::MotionReport>* reports = nullptr,
                                                      std::vector<ModelReference>* references = nullptr);

/// The motion files that belong to a model by their names, as in Unity: `hero@walk.fbx` beside `hero.fbx` (or
/// `hero.glb`), in the order of their names. Links out of the model's folder are left out with a warning.
std::vector<std::filesystem::path> motionsBeside(const std::filesystem::path& model, JobContext& job);

/// Whether a file is a point cache, by its ending.
bool isPointCache(const std::filesystem::path& file);

/// The point caches that belong to a model by their names: `flag.pc2`, `flag@storm.mdd` beside `flag.fbx`; likewise.
std::vector<std::filesystem::path> cachesBeside(const std::filesystem::path& model, JobContext& job);

/// Takes those of both that the request does not name yet behind those that it names, and says so.
void addMotionsBeside(ModelRequest& request, JobContext& job);

/// Unity's import settings for a file: FILE.meta beside an FBX file. Empty: none, or not requested.
std::filesystem::path unityMetaOf(const std::filesystem::path& file, const importing::ImportRequest& request);

/// The files that a pattern names: itself, or, where its last part holds `*` or `?` and no such file exists, the
/// matching files of that folder in the order of their names. Errors: NotFound (nothing matches).
Result<std::vector<std::filesystem::path>> filesMatching(const std::filesystem::path& pattern);

}  // namespace texeleton::pipeline
