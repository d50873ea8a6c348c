#pragma once

#include <span>

#include "core/base/job_context.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Bone mode leaves morph targets out: reports an Issue for each mesh that has some, with the largest lost displacement
/// of a vertex over all frames of `clips` (the weighted offsets, skinned). Stops early when the job is cancelled.
void reportMorphLoss(const model::Model& model, std::span<const vat::BakedClip> clips, JobContext& job);

}  // namespace texeleton::bake
