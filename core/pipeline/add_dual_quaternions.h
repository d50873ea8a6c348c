#pragma once

#include <memory>

#include "core/model/model.h"

namespace texeleton::pipeline {

/// Returns the model with points that are skinned by dual quaternions (MeshPart::dualQuaternionShares) in every clip:
/// vertex mode keeps them, bone mode skins linearly. Meshes that point caches move are left out. The model itself if it
/// has no such skin.
///
/// Source: L. Kavan et al., "Skinning with Dual Quaternions" (2007); rotations of a vertex are blended in the
/// hemisphere of its heaviest joint's, scales are blended separately and applied first, as in Maya.
std::shared_ptr<const model::Model> addDualQuaternions(std::shared_ptr<const model::Model> model);

}  // namespace texeleton::pipeline
