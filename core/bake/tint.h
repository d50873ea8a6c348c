#pragma once

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Writes the tint of `settings` into `baked.tint` and, for materials and vertex colours, `baked.mesh.tint`. Vertex
/// colours lose the channel of the mask (it becomes 1, and arrays of 1 are removed). `baked.mesh` has the model's
/// vertices. Errors: InvalidArgument (an invalid expression; missing materials, vertex colours or textures (lists the
/// existing ones); invalid steps).
Result<void> applyTint(const model::Model& model, const TintSettings& settings, vat::BakedAnimation& baked,
                       JobContext& job);

}  // namespace texeleton::bake
