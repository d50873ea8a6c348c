#pragma once

#include <span>

#include "core/base/job_context.h"
#include "core/model/model.h"
#include "core/pipeline/add_caches.h"

namespace texeleton::pipeline {

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
