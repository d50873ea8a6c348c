#pragma once

#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// The largest distance of any socket's origin from its node in the source, in millimetres, for each clip: the largest
/// distance at frames and at every eighth between them, times kUnseenErrorFactor. `settings`: those of `baked`. Errors:
/// those of planSockets and modelAsBaked, Cancelled.
Result<std::vector<double>> measureSockets(const model::Model& model, const BakeSettings& settings,
                                           const vat::BakedAnimation& baked, JobContext& job);

}  // namespace texeleton::bake
