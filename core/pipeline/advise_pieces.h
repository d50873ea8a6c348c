#pragma once

#include <span>

#include "core/base/job_context.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"

namespace texeleton::pipeline {

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
