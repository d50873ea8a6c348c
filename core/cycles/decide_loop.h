#pragma once

#include "core/model/model.h"
#include "core/root_motion/root_motion.h"

namespace texeleton::cycles {

/// Decides whether the range of a clip loops if the settings leave it open: by the file's hint (for the whole clip),
/// else if the poses at its end and its start are equal: positions of the nodes that move vertices within 0.1 % of the
/// model's size, axes within 0.5°, scales within 1 %, morph weights within 0.01. `clip` is one of `model`'s. The poses
/// are compared without the root motion that `taking` extracts.
bool decideLoop(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
                const root_motion::RootTaking& taking = {});
/// The same by the poses alone, without the file's hint.
bool endsAgree(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
               const root_motion::RootTaking& taking = {});

}  // namespace texeleton::cycles
