#pragma once

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Bakes the clips of a model into an animation texture. Errors are not measured here (see measureError),
/// but where rows are uneven, which are chosen by them. The same
/// model and settings give the same bytes whatever the number of threads, the CPU or the vector target. Errors:
/// InvalidArgument (unknown clip, empty range, invalid expression with the place where it fails, nothing to bake),
/// Limit (texture too high, too many frames, a value beyond the half range: names clip, frame, node), Cancelled.
Result<vat::BakedAnimation> bake(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The error of a bake if memory does not suffice.
Error notEnoughMemory();

/// The nodes that the filters expose, in node order. Errors: InvalidArgument: the message shows the
/// expression, the place where it fails and why.
Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters);

}  // namespace texeleton::bake
