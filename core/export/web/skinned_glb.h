#pragma once

#include <string>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// The mesh of a pack in bone mode as a skinned GLB: JOINTS_0 and WEIGHTS_0 in the smallest formats, and a skin of one
/// joint for each element, all at the origin, so that the mesh without an animation shows the bind pose. Level 0 only;
/// each primitive has its own vertices. A pack with variants has a node for each mesh of the source, so that it can be
/// hidden; otherwise there is one node, `name`. Errors: those of glbBytes().
Result<std::string> skinnedGlb(const vat::BakedAnimation& animation, const std::string& name);

/// The node name of a source mesh in that file: its own name, with that of its node if several share it.
std::string partName(const vat::BakedAnimation& animation, const vat::BakedSourceMesh& mesh);

}  // namespace texeleton::exporting
