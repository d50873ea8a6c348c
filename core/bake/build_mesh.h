#pragma once

#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/model/model.h"

namespace texeleton {

/// The mesh in the bind pose with one primitive a material, in order of first use. Bone mode: the four largest
/// influences of each vertex, renormalised; influences that are left out are an Issue, morph targets are the matter of
/// morph_loss.h. Vertex mode: without skin; `elements` is filled elsewhere.
BakedMesh buildMesh(const Model& model, BakeMode mode, JobContext& job);

}  // namespace texeleton
