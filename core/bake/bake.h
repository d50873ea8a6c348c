#pragma once

#include "core/bake/bake_settings.h"
#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// Bakes the clips of a model into an animation texture. Errors are not measured here (see measureError),
/// but where rows are uneven, which are chosen by them. The same
/// model and settings give the same bytes whatever the number of threads, the CPU or the vector target. Errors:
/// InvalidArgument (unknown clip, empty range, invalid expression with the place where it fails, nothing to bake),
/// Limit (texture too high, too many frames, a value beyond the half range: names clip, frame, node), Cancelled.
Result<BakedAnimation> bake(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The error of a bake if memory does not suffice.
Error notEnoughMemory();

/// Decides whether the range of a clip loops if the settings do not: by the file's hint (for the whole clip), else by
/// whether the poses at its end and its start are equal: positions of the nodes that move vertices within 0.1 % of the
/// model's size, axes within 0.5°, scales within 1 %, morph weights within 0.01. `clip` is one of `model`'s. The poses
/// are compared without the root motion that `taking` extracts.
bool decideLoop(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
                const root_motion::RootTaking& taking = {});
/// The same by the poses alone, whatever the file says.
bool endsAgree(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
               const root_motion::RootTaking& taking = {});

/// The nodes that the filters expose, in node order. Errors: InvalidArgument: the message shows the
/// expression, the place where it fails and why.
Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters);

}  // namespace texeleton::bake
