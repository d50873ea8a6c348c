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
  std::vector<double> rowMetres;  ///< Uneven rows: for ClipSelection::rowMetres.
};

/// Bakes the clips of a model into an animation texture. Uneven rows are chosen by measured error; for even rows the
/// measurements are empty. The same model and settings give the same bytes for any number of threads, CPU and vector
/// target. Errors: InvalidArgument (unknown clip, empty range, invalid expression with the place where it fails,
/// nothing to bake, uneven rows of a clip without a limit), Limit (texture too high, too many frames, a value beyond
/// the half range: names clip, frame, node), Cancelled.
Result<MeasuredBake> bakeWithErrors(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The same without measurements; see measureError().
Result<vat::BakedAnimation> bake(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The error of a bake that runs out of memory.
Error notEnoughMemory();

/// The nodes that the filters expose, in node order. Errors: InvalidArgument: the message shows the
/// expression, the place where it fails and why.
Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters);

}  // namespace texeleton::bake
