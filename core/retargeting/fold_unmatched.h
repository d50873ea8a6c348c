#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/retargeting/match_bones.h"

namespace texeleton::retargeting {

/// The treatment of animated bones of a motion that the model does not have.
struct FoldedMotion {
  model::Model motion;             ///< Those bones stand at rest; matched ones below them move as before.
  std::vector<std::string> bones;  ///< Their names.
};

/// Gives the movement of bones that have no counterpart to the nearest matched bones below them, as keys: a motion
/// whose armature or whose extra spine bone moves then carries the model as well. Where the sum of movements is not
/// linear between keys, keys are added until it is to 1e-4 radians and 1e-5 of the length. Nothing where no such bone
/// moves anything matched. `motion` must pass checkModel.
std::optional<FoldedMotion> foldUnmatched(const model::Model& motion, const BoneMatch& match);

}  // namespace texeleton::retargeting
