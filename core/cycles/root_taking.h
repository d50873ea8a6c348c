#pragma once

#include "core/model/model.h"
#include "core/root_motion/root_motion.h"
#include "core/vat/baked_animation.h"

namespace texeleton::cycles {

/// Returns the root motion that was extracted from a clip; no node if there is none, or if the model lacks its root.
root_motion::RootTaking rootTaking(const model::Model& model, const vat::BakedClip& clip);

}  // namespace texeleton::cycles
