#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/bone_names/match_bones.h"
#include "core/model/model.h"
#include "core/retargeting/retarget.h"

namespace texeleton::retargeting {

/// A file whose clips are to be added to a model.
struct Motion {
  std::filesystem::path file;  ///< For messages, and the name of clips without a meaningful one.
  std::shared_ptr<const model::Model> model;
};

struct MotionReport {
  std::filesystem::path file;
  std::size_t animatedBones = 0;       ///< The number of the motion's animated bones.
  std::vector<std::string> unmatched;  ///< Animated bones without a counterpart in the model.
  std::vector<std::string> clips;
};

/// Returns a copy of `model` with the clips of the motions after its own, each marked with its file (Clip::motionFile).
/// Bones are matched by matchBones and move as in the motion, in pack space and relative to the rest poses (see
/// fitSkeletons). The movement of animated bones without a counterpart goes to the matched bones below them
/// (foldUnmatched). Bones without keys in a clip get one if their pose differs between motion and model. Clips named
/// "mixamo.com", "Take 001", "Scene" or without a name get their file's name; duplicate names get a number. Issues:
/// another unit, axes or bone length, with the amount; another rest pose, with the bones that move the mesh (a warning
/// from 15 degrees); a clip that begins with the body turned by more than 45 degrees against the model's rest pose and
/// own clips, unless it is a recording; animated bones without a match; motions without clips or moving bones, which
/// add nothing; bones that are copied although the rest poses differ, with how to match them. Errors: NotFound (fewer
/// than half of a motion's animated bones matched; names them). `retarget`: see fitSkeletons. `reports`: one per
/// motion, including one that does not fit.
Result<model::Model> addMotions(const model::Model& model, std::span<const Motion> motions,
                                const bone_names::BoneMap& map, JobContext& job,
                                std::vector<MotionReport>* reports = nullptr, Retarget retarget = Retarget::Auto);

}  // namespace texeleton::retargeting
