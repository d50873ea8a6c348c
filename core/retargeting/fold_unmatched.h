#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/retargeting/match_bones.h"

namespace texeleton::retargeting {

/// A motion without the movement of animated bones that the model lacks.
struct FoldedMotion {
  model::Model motion;             ///< Those bones stand at rest; matched ones below them move as before.
  std::vector<std::string> bones;  ///< Their names.
};

/// Gives the movement of bones without a counterpart to the nearest matched bones below them, as keys: a motion whose
/// armature or extra spine bone moves then moves the model as well. If the combined movement is not linear between
/// keys, keys are added until it is to 1e-4 radians and 1e-5 of the length. Nothing if no such bone moves a matched
/// one. `motion` must pass checkModel.
std::optional<FoldedMotion> foldUnmatched(const model::Model& motion, const BoneMatch& match);

}  // namespace texeleton::retargeting
