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

/// The default limit of the error of a model's pieces (CacheRequest::pieces), in millimetres: one digit, about a
/// ten-thousandth of the model's size.
double usualPieceMillimetres(const model::Model& model);

/// Adds an Issue for each mesh of the caches that pieces would turn into a bone texture, with the number of bones and
/// the remedy RemedyKind::Pieces. Only if this holds for every mesh that a cache moves, and the bone texture is much
/// smaller.
///
/// `model`: the result of makePieces(). Examines a few points of each island in a few samples of each cache, so
/// makePieces() may still find a point that deviates from the rigid motion.
void advisePieces(model::Model& model, std::span<const CacheRequest> caches, const JobContext& job);

}  // namespace texeleton::pipeline
