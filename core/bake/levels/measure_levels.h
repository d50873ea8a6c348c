#pragma once

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Sets each level's `maxMillimetres`: the largest distance of a vertex of lod0 from the level's surface, over all
/// frames of all clips as decoded from the texels. Bit-identical for any number of threads. Errors: Limit (memory),
/// Cancelled.
Result<void> measureLevels(vat::BakedAnimation& baked, JobContext& job);

/// Sets each level's `colorMillimetres`, in the bind pose. Base colours without light are compared (SurfaceColors);
/// differences below kSameColor do not count. An image that does not decode counts as white and is an Issue. Errors:
/// Limit (memory), Cancelled.
Result<void> measureLevelColors(vat::BakedAnimation& baked, JobContext& job);

}  // namespace texeleton::bake
