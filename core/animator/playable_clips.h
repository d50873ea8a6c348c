#pragma once

#include <vector>

#include "core/animator/animator_setup.h"
#include "core/vat/baked_animation.h"

namespace texeleton::animator {

/// The clips of a bake for an animator, played from the model that it was baked from: their cuts, names, events, and
/// the extracted root motion.
std::vector<PlayableClip> playableClips(const vat::BakedAnimation& animation, const model::Model& model);

}  // namespace texeleton::animator
