#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/root_motion/root_motion.h"
#include "core/vat/baked_animation.h"

namespace texeleton::cycles {

/// The model without the meshes that `baked` omits, with clips extended if `baked` closes them (see withClosedCycles);
/// nothing if that is the model itself (or `baked` does not record its source). Its vertices are those of `baked.mesh`,
/// one for one. Errors: InvalidArgument (a mesh of `baked` is not in the model).
Result<std::optional<model::Model>> modelAsBaked(const model::Model& model, const vat::BakedAnimation& baked);

/// Returns the root motion that was extracted from a clip; no node if there is none, or if the model lacks its root.
root_motion::RootTaking rootTaking(const model::Model& model, const vat::BakedClip& clip);

}  // namespace texeleton::cycles
