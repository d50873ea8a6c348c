#pragma once

#include "core/bake/bake_settings.h"
#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// Writes what `settings` say into `baked.tint` and, for materials and vertex colours, `baked.mesh.tint`. Vertex
/// colours lose the channel that was the mask (it becomes 1, and arrays of nothing but 1 go). `baked.mesh` has the
/// model's vertices. Errors: InvalidArgument (an invalid expression; materials, vertex colours or a texture that are
/// not there, with what there is; steps that are no steps).
Result<void> applyTint(const model::Model& model, const TintSettings& settings, BakedAnimation& baked, JobContext& job);

/// Whether the expressions can be read and the numbers make sense. Errors: InvalidArgument.
Result<void> checkTint(const TintSettings& settings);

}  // namespace texeleton::bake
