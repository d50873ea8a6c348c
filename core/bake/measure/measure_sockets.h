#pragma once

#include <vector>

#include "core/bake/bake_settings.h"
#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// How far at most the origin of any socket lies from its node in the source, in millimetres, a number a clip: the
/// largest distance at frames and at every eighth between them, times kUnseenErrorFactor. `settings`: what `baked` was
/// made with.
/// Errors: those of planSockets and modelAsBaked, Cancelled.
Result<std::vector<double>> measureSockets(const model::Model& model, const BakeSettings& settings,
                                           const BakedAnimation& baked, JobContext& job);

}  // namespace texeleton::bake
