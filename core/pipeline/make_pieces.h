#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"

namespace texeleton::pipeline {

/// Turns the islands of meshes into bones, for the point caches that ask for it (CacheRequest::pieces), so that a
/// breaking wall can be baked in bone mode, with texels per piece instead of per vertex. `model` has these caches
/// already (see addCaches()).
///
/// An island is a set of points connected by triangles. It becomes a node below the mesh's node, at the island's
/// centre, with a key for each sample of the cache: the rigid motion that fits its points best (least squares;
/// retargeting::fitRotation). Its vertices follow this node alone; in clips without a cache it rests.
///
/// Reports for each mesh the number of pieces and how far their points deviate from a rigid motion; Model::pieces has
/// the distance of each. Errors: those of PointCache, InvalidArgument (an island deviates more than allowed; names the
/// worst one, its place and its distance), Unsupported (a skinned mesh; a node with shear or uneven scale), Cancelled.
Result<model::Model> makePieces(model::Model model, std::span<const CacheRequest> caches, JobContext& job);

/// The pieces that leave their rigid motions most, the worst first; at most `count`.
std::vector<model::Piece> worstPieces(const model::Model& model, std::size_t count);

/// The error that pieces of a model usually may have (CacheRequest::pieces), in millimetres: one digit, about a
/// ten-thousandth of the model's size.
double usualPieceMillimetres(const model::Model& model);

/// Adds to Model::issues, for each mesh of the caches, that pieces would make it a bone texture of so many bones, with
/// the remedy RemedyKind::Pieces. Only where this holds for every mesh that a cache moves, and the bone texture is much
/// smaller.
///
/// `model`: as makePieces() returned it. Looks at a few samples of each cache, and in these at a few points of each
/// island, so makePieces() may still find a point that leaves its rigid motion.
void advisePieces(model::Model& model, std::span<const CacheRequest> caches, const JobContext& job);

}  // namespace texeleton::pipeline
