#pragma once

#include <vector>

#include "core/model/model.h"

namespace texeleton::meshes {

/// The model with only the parts for which `keep` is true (one value a part, at least one true). What only the others
/// used is left out too: vertices, palette entries, materials, images. Nodes, clips and morph sets stay as they are.
model::Model keepParts(const model::Model& model, const std::vector<bool>& keep);

}  // namespace texeleton::meshes
