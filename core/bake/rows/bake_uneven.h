#pragma once

#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// A bake and its measurements, one entry for each clip: measureError() and measureSockets().
struct MeasuredBake {
  vat::BakedAnimation animation;
  std::vector<vat::ClipError> errors;
  std::vector<double> socketMillimetres;
  std::vector<double> rowMetres;  ///< For ClipSelection::rowMetres.
};

/// Bakes with RowSpacing::Uneven: bakes every frame, chooses which to store (core/bake/rows/choose_frames.h),
/// measures, and stores more where a clip does not keep its limit. A clip that does not keep it with all its frames
/// stores all. Errors: those of bake(); InvalidArgument (a clip without a limit).
Result<MeasuredBake> bakeUneven(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// Settings of the bake with every frame, which may be larger than the final one.
BakeSettings withEvenRows(BakeSettings settings);

}  // namespace texeleton::bake
