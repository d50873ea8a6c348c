#pragma once

#include "core/bake/bake.h"
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// RowSpacing::Uneven: chooses which frames of `dense`, the bake with every frame, to store
/// (core/bake/rows/choose_frames.h), measures, and stores more where a clip exceeds its limit. A clip that exceeds it
/// even with all frames stores all. Errors: InvalidArgument (a clip without a limit), Limit, Cancelled.
Result<MeasuredBake> withUnevenRows(const model::Model& model, const BakeSettings& settings,
                                    const vat::BakedAnimation& dense, JobContext& job);

/// Settings of the bake with every frame, which may be larger than the final one.
BakeSettings withEvenRows(BakeSettings settings);

}  // namespace texeleton::bake
