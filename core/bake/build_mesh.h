#pragma once

#include <vector>

#include "core/base/job_context.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Builds the vertices of the mesh in the bind pose; triangles: build_levels.h. Bone mode: the four largest influences
/// of each vertex, renormalised; influences that are left out are an Issue (morph targets: morph_loss.h). Vertex mode:
/// without skin; `elements` is filled elsewhere.
vat::BakedMesh buildMesh(const model::Model& model, vat::BakeMode mode, JobContext& job);

}  // namespace texeleton::bake
