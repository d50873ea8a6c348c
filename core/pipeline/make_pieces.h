#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"

namespace texeleton::pipeline {

/// Turns the islands of meshes into bones, for point caches with CacheRequest::pieces, so that a breaking wall can be
/// baked in bone mode, with texels per piece instead of per vertex. `model` already has these caches (see addCaches()).
///
/// An island is a set of points connected by triangles. It becomes a node below the mesh's node, at the island's
/// centre, with a key for each sample of the cache: the rigid motion that fits its points best (least squares;
/// retargeting::fitRotation). Only this node moves its vertices; in clips without a cache it stays at rest.
///
/// Reports for each mesh the number of pieces and how far their points deviate from a rigid motion; Model::pieces has
/// the distance of each. Errors: those of PointCache, InvalidArgument (an island deviates more than allowed; names the
/// worst one, its place and its distance), Unsupported (a skinned mesh; a node with shear or uneven scale), Cancelled.
Result<model::Model> makePieces(model::Model model, std::span<const CacheRequest> caches, JobContext& job);

/// The pieces that deviate most from their rigid motions, the worst first; at most `count`.
std::vector<model::Piece> worstPieces(const model::Model& model, std::size_t count);

}  // namespace texeleton::pipeline
