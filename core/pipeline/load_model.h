#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import.h"
#include "core/model/model.h"
#include "core/motion/match_bones.h"

namespace texeleton {

/// A model and the files that it takes motions from.
struct ModelRequest {
  std::filesystem::path model;
  std::vector<std::filesystem::path> motions;  ///< In the order of Clip::motionFile.
  BoneMap boneMap;
  ImportRequest import;  ///< Motions are imported alike, but in their own unit and axes.
};

/// A further file that a model or one of its motions depends on.
struct ModelReference {
  std::uint32_t file = 0;  ///< 0: the model's; n: that of the n-th motion.
  ImportReference reference;
};

/// Imports a model and its motions and puts them together (see addMotions). What was found in the model stays in
/// Model::issues; what was found in motions goes to `job`, with the file's name as subject. Errors: of importModel and
/// addMotions. `references`, where given, receives the further files that they all depend on.
Result<std::shared_ptr<const Model>> loadModel(const ModelRequest& request, JobContext& job,
                                               std::vector<ModelReference>* references = nullptr);

/// The files that a pattern names: itself, or, where its last part holds `*` or `?` and no such file exists, the
/// matching files of that folder in the order of their names. Errors: NotFound (nothing matches).
Result<std::vector<std::filesystem::path>> filesMatching(const std::filesystem::path& pattern);

}  // namespace texeleton
