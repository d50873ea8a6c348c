#pragma once

#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton {

/// Measures every clip of `baked` against the source evaluated in float64 (all influences, morphs in vertex mode), at
/// frames and half-frames, over all vertices, as a decoder of the texels sees them. One ClipError per clip.
/// Errors: InvalidArgument (`baked` was not made from `model`: counts differ, clip gone; says which), Cancelled.
Result<std::vector<ClipError>> measureError(const Model& model, const BakedAnimation& baked, JobContext& job);

}  // namespace texeleton
