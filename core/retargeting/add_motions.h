#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/retargeting/match_bones.h"
#include "core/retargeting/retarget.h"

namespace texeleton::retargeting {

/// A file whose clips a model is to take.
struct Motion {
  std::filesystem::path file;  ///< For messages and for clips without a name worth keeping.
  std::shared_ptr<const model::Model> model;
};

/// The clips that a motion adds to a model.
struct MotionReport {
  std::filesystem::path file;
  std::size_t animatedBones = 0;       ///< Of the motion.
  std::vector<std::string> unmatched;  ///< Those of them that have no counterpart in the model.
  std::vector<std::string> clips;      ///< Names that its clips have in the model.
};

/// A copy of `model` with the clips of the motions after its own, each marked with its file (Clip::motionFile). Bones
/// are matched by matchBones and move as the motion's do, seen in pack space from rest to rest, as fitSkeletons says.
/// The movement of animated bones without a counterpart goes to the matched bones below them (foldUnmatched).
/// Bones that a clip has no keys for get one where the motion shows them otherwise than the model stands. Clips called
/// "mixamo.com", "Take 001", "Scene" or nothing take their file's name; taken names get a number.
/// Issues: another unit, axes or bone length, each with its size; another rest pose, with the bones that move the mesh
/// (a warning from 15 degrees on); a clip that begins with the whole body turned by more than 45 degrees against the
/// model's rest pose and own clips; animated bones that found no match; motions without clips or without a bone that
/// moves, which add nothing. Errors: NotFound (fewer than half of a motion's animated bones matched: names them).
/// `retarget`: see fitSkeletons. Bones that are copied although the rest poses differ are told, with how to match them.
/// `reports`: gets one a motion, also of the one that does not fit.
Result<model::Model> addMotions(const model::Model& model, std::span<const Motion> motions, const BoneMap& map,
                                JobContext& job, std::vector<MotionReport>* reports = nullptr,
                                Retarget retarget = Retarget::Auto);

}  // namespace texeleton::retargeting
