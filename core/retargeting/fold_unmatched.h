#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bone_names/match_bones.h"
#include "core/model/model.h"

namespace texeleton::retargeting {

/// A motion without the movement of animated bones that the model lacks.
struct FoldedMotion {
  model::Model motion;             ///< They stay at rest; matched bones below them move as before.
  std::vector<std::string> bones;  ///< Their names.
};

/// Moves the keys of bones without a counterpart to the nearest matched bones below them, so that a motion whose
/// armature or extra spine bone is animated moves the model too. Where the combined movement is not linear between
/// keys, keys are inserted to within 1e-4 radians and 1e-5 of the length. nullopt if no such bone moves a matched one.
/// `motion` must pass checkModel.
std::optional<FoldedMotion> foldUnmatched(const model::Model& motion, const bone_names::BoneMatch& match);

}  // namespace texeleton::retargeting
