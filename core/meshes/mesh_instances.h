#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton::meshes {

/// Meshes that are levels of detail of one object.
struct LodGroup {
  std::string name;                   ///< Without the level: "Body" of Body_LOD0, Body_LOD1, …; may be empty.
  std::vector<std::uint32_t> levels;  ///< Existing levels, ascending.
};

/// A mesh of the source at one place in the node tree, the unit of showing and hiding.
struct MeshInstance {
  std::string name;                    ///< Name of the mesh (MeshPart::name).
  NodeIndex node;                      ///< No two instances have both equal.
  std::vector<std::uint32_t> parts;    ///< Into Model::parts, ascending.
  std::optional<std::uint32_t> group;  ///< Into MeshInstances::groups; unset: no level of detail.
  std::uint32_t level = 0;             ///< Level in its group.
};

/// The visible meshes of a model, in the order of its parts, and their levels of detail.
struct MeshInstances {
  std::vector<MeshInstance> instances;
  std::vector<LodGroup> groups;
};

/// The instances of a model. With `authoredLods`, names define levels of detail: the name of the node, else of the
/// mesh, else of the nearest ancestor with such a name (parseLodName). An instance named like a group that lacks level
/// 0 is its level 0.
MeshInstances meshInstances(const model::Model& model, bool authoredLods);

/// For each level of detail of the model the visible instances, lod0 first. Instances without levels are visible at all
/// of them. A group shows its level with that number, else the next finer existing one, else its finest. Levels equal
/// to the previous one are omitted.
std::vector<std::vector<std::uint32_t>> shownAtLevels(const MeshInstances& meshes);

}  // namespace texeleton::meshes
