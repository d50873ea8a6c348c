#pragma once

#include <span>

#include "core/base/job_context.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Bone mode leaves morph targets out: an Issue for each mesh that has some, with the largest displacement that is lost
/// over all frames of `clips`: of each vertex the weighted offsets, moved by all of its influences. Stops early when
/// the job is cancelled.
void reportMorphLoss(const model::Model& model, std::span<const vat::BakedClip> clips, JobContext& job);

}  // namespace texeleton::bake
