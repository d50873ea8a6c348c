#pragma once

#include <span>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// Fills in the triangles of all levels that the model has, one primitive a material in order of first use, the meshes'
/// ranges in them, and the variants. `baked.mesh` has its vertices, which all levels share. Errors: Limit (too many
/// levels).
Result<void> buildLevels(const model::Model& model, const meshes::MeshInstances& meshes, BakedAnimation& baked);

/// Adds levels made by leaving out vertices of lod0 (meshoptimizer, on positions of the bind pose): `ratios` are shares
/// of its triangles. Meshes are simplified each by itself (MeshSimplifier); seams inside them stay closed. A level that
/// stays far above its share is an Issue, one with no fewer triangles than the one before it is left out, with an
/// Issue. Errors: InvalidArgument (a ratio that is not between 0 and 1, or not below the one before it).
Result<void> addSimplifiedLevels(const model::Model& model, const meshes::MeshInstances& meshes,
                                 std::span<const double> ratios, BakedAnimation& baked, JobContext& job);

}  // namespace texeleton::bake
