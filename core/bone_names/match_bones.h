#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton::bone_names {

/// Bone names of a motion, mapped to bone names of the model.
using BoneMap = std::map<std::string, std::string, std::less<>>;

/// The node of the model that corresponds to each node of a motion.
struct BoneMatch {
  std::vector<NodeIndex> modelNode;      ///< By node of the motion; invalid: no match. Each model node occurs once.
  std::vector<std::string> badMappings;  ///< Entries "a = b" of the map that name a missing node.
};

/// A name without namespaces and exporters' prefixes: the part after the last ':' or '
/// ' ("mixamorig1:Hips", "Armature
/// Hips" → "Hips"). Empty if nothing follows.
std::string_view bareName(std::string_view name);

/// Matches by the map, then by the path from the root, then by bare names that are unique on both sides.
BoneMatch matchBones(const model::Model& model, const model::Model& motion, const BoneMap& map);

}  // namespace texeleton::bone_names
