#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton::retargeting {

/// Names of a motion's bones on the left, the model's on the right.
using BoneMap = std::map<std::string, std::string, std::less<>>;

/// The node of the model that corresponds to each node of a motion.
struct BoneMatch {
  std::vector<NodeIndex> modelNode;      ///< For each node of the motion; invalid: none. Each model node occurs once.
  std::vector<std::string> badMappings;  ///< Entries of the map that name a missing node, as "a = b".
};

/// A name without namespaces and prefixes of exporters: the part after the last ':' and the last '|'
/// ("mixamorig1:Hips", "Armature|Hips" → "Hips"). Empty if nothing follows.
std::string_view bareName(std::string_view name);

/// Matches first by the map, then by the path from the root, then by bare names that are unique on both sides.
BoneMatch matchBones(const model::Model& model, const model::Model& motion, const BoneMap& map);

}  // namespace texeleton::retargeting
