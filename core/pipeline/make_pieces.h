#pragma once

#include <span>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"

namespace texeleton::pipeline {

/// A model in which the islands of meshes are bones, where the point caches that move them ask for it
/// (CacheRequest::pieces): a wall that breaks is then baked in bone mode, with texels for each piece instead of each
/// vertex. `model`: with these caches, see addCaches().
///
/// An island is a set of points that triangles connect. In each sample of a cache it gets the rigid motion nearest to
/// its points in the sense of least squares (retargeting::fitRotation), as a node below the mesh's with a key for each
/// sample, at the island's centre. Its vertices follow this node alone, also in clips without a cache, where it rests.
///
/// Tells for each mesh how many pieces it has and how far their points lie from a rigid motion. Errors: those of
/// PointCache, InvalidArgument (an island whose points leave its rigid motion by more than allowed in a sample; names
/// the worst one, its place and its distance), Unsupported (a skinned mesh; a node with shear or uneven scale),
/// Cancelled.
Result<model::Model> makePieces(model::Model model, std::span<const CacheRequest> caches, JobContext& job);

}  // namespace texeleton::pipeline
