#pragma once

#include "core/bake/bake_settings.h"
#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// Writes the tint of `settings` into `baked.tint` and, for materials and vertex colours, `baked.mesh.tint`. Vertex
/// colours lose the channel of the mask (it becomes 1, and arrays of 1 are removed). `baked.mesh` has the model's
/// vertices. Errors: InvalidArgument (an invalid expression; missing materials, vertex colours or a missing texture,
/// with the existing ones; invalid steps).
Result<void> applyTint(const model::Model& model, const TintSettings& settings, BakedAnimation& baked, JobContext& job);

/// Whether the expressions can be read and the numbers make sense. Errors: InvalidArgument.
Result<void> checkTint(const TintSettings& settings);

}  // namespace texeleton::bake
