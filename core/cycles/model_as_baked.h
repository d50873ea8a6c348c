#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::cycles {

/// The model without the meshes that `baked` omits, with clips extended if `baked` closes them (see withClosedCycles);
/// nothing if that is the model itself (or `baked` does not record its source). Its vertices are those of `baked.mesh`,
/// one for one. Errors: InvalidArgument (a mesh of `baked` is not in the model).
Result<std::optional<model::Model>> modelAsBaked(const model::Model& model, const vat::BakedAnimation& baked);

}  // namespace texeleton::cycles
