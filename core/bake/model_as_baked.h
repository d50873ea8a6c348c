#pragma once

#include <optional>

#include "core/bake/baked_animation.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// The model without the meshes that `baked` was made without, its clips longer where `baked` closes them (see
/// withClosedCycles); nothing where that is the model itself (or `baked` does not say what it was made from). Its
/// vertices are those of `baked.mesh`, one for one. Errors: InvalidArgument (a mesh of `baked` is not in the model).
Result<std::optional<model::Model>> modelAsBaked(const model::Model& model, const BakedAnimation& baked);

}  // namespace texeleton::bake
