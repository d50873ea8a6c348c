#pragma once

#include <vector>

#include "core/animator/animator_setup.h"
#include "core/vat/baked_animation.h"

namespace texeleton::animator {

/// The clips of a bake as an animator plays them from the source model: cuts, names, events and extracted root motion.
std::vector<PlayableClip> playableClips(const vat::BakedAnimation& animation, const model::Model& model);

}  // namespace texeleton::animator
