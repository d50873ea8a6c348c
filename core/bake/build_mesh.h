#pragma once

#include <span>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"
#include "core/vat/mask_choice.h"

namespace texeleton::bake {

/// Builds the vertices of the mesh in the bind pose; triangles: build_levels.h. Bone mode: the four largest influences
/// of each vertex, renormalised; influences that are left out are an Issue (morph targets: morph_loss.h). Vertex mode:
/// without skin; `elements` is filled elsewhere.
vat::BakedMesh buildMesh(const model::Model& model, vat::BakeMode mode, JobContext& job);

/// Masks for the pack. Issues: vertex mode, which has no bones; names without a bone; masks without remaining bones,
/// which are skipped.
std::vector<vat::BakedMask> bakeMasks(std::span<const vat::BakedBone> bones, vat::BakeMode mode,
                                      const std::vector<vat::MaskChoice>& masks, JobContext& job);

/// Writes the tint of `settings` into `baked.tint` and, for materials and vertex colours, `baked.mesh.tint`. Vertex
/// colours lose the channel of the mask (it becomes 1, and arrays of 1 are removed). `baked.mesh` has the model's
/// vertices. Errors: InvalidArgument (an invalid expression; missing materials, vertex colours or textures (lists the
/// existing ones); invalid steps).
Result<void> applyTint(const model::Model& model, const TintSettings& settings, vat::BakedAnimation& baked,
                       JobContext& job);

}  // namespace texeleton::bake
