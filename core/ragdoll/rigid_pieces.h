#pragma once

#include <vector>

#include "core/model/model.h"

namespace texeleton::ragdoll {

/// Internal to core/ragdoll: for each node, whether it is welded to its parent with everything below it: props by name
/// (sword, shield, helmet, cape, …), and pieces with vertices of their own that no clip rotates although it rotates the
/// bones above. Limbs, heads and spines are not. `movesVertices`: whether a node has the largest weight on some
/// vertices.
std::vector<bool> rigidPieces(const model::Model& model, const std::vector<bool>& movesVertices);

}  // namespace texeleton::ragdoll
