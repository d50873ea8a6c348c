#pragma once

#include <string>

#include "core/bake/baked_animation.h"
#include "core/base/result.h"

namespace texeleton::exporting {

/// The mesh of a pack in bone mode as a GLB that glTF importers take for a skinned one: JOINTS_0 and WEIGHTS_0 in the
/// smallest formats, a skin of one joint for each element, all at the origin, so that what is seen without an animation
/// is the bind pose. Level 0 only; each primitive has vertices of its own. A pack with variants gives a node for each
/// mesh of the source, so that it can be hidden; otherwise there is one node, `name`. Errors: as glbBytes().
Result<std::string> skinnedGlb(const bake::BakedAnimation& animation, const std::string& name);

/// The name of a source's mesh among the nodes of that file: its own, with that of its node where several share it.
std::string partName(const bake::BakedAnimation& animation, const bake::BakedSourceMesh& mesh);

}  // namespace texeleton::exporting
