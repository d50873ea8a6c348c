#pragma once

#include <vector>

#include "core/model/model.h"

namespace texeleton::meshes {

/// The model with only the parts for which `keep` is true (one value per part, at least one true). Vertices, palette
/// entries, materials and images that only the others used are removed. Nodes, clips and morph sets are unchanged.
model::Model keepParts(const model::Model& model, const std::vector<bool>& keep);

}  // namespace texeleton::meshes
