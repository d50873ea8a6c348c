#pragma once

#include <vector>

#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::vat {

/// The bones of the texture: name and parent of each entry.
std::vector<BakedBone> bonesOf(const model::Model& model, const std::vector<model::PaletteEntry>& entries);

}  // namespace texeleton::vat
