#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton::meshes {

/// Meshes that are levels of detail of one thing.
struct LodGroup {
  std::string name;                   ///< Without the level: "Body" of Body_LOD0, Body_LOD1, …; may be empty.
  std::vector<std::uint32_t> levels;  ///< The levels that there are, ascending.
};

/// A mesh of the source at one place in the node tree: what can be shown or hidden.
struct MeshInstance {
  std::string name;                    ///< Of the mesh (MeshPart::name).
  NodeIndex node;                      ///< No two instances have both equal.
  std::vector<std::uint32_t> parts;    ///< Into Model::parts, ascending.
  std::optional<std::uint32_t> group;  ///< Into MeshInstances::groups; unset: no level of detail.
  std::uint32_t level = 0;             ///< Of its group.
};

/// The visible meshes of a model, in the order of its parts, and their levels of detail.
struct MeshInstances {
  std::vector<MeshInstance> instances;
  std::vector<LodGroup> groups;
};

/// The instances of a model. With `authoredLods` names tell levels of detail: that of the node, else of the mesh, else
/// of the nearest ancestor that has such a name (parseLodName). What is called as a group without a level 0 is its
/// level 0.
MeshInstances meshInstances(const model::Model& model, bool authoredLods);

/// For each level of detail of the model the instances that are seen, lod0 first. What is no level of anything is seen
/// at all of them. A group shows its level of that number, else the next finer one that it has, else its finest.
/// Levels that would show the same as the one before them are left out.
std::vector<std::vector<std::uint32_t>> shownAtLevels(const MeshInstances& meshes);

}  // namespace texeleton::meshes
