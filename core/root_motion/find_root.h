#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/model.h"

namespace texeleton::root_motion {

/// Finds the node that carries the model through its clips, for each clip separately:
/// 1. a node with a usual name of root motion nodes ("root", "RootMotion", "Motion", "Trajectory", …, ignoring case,
/// namespaces and separators) that travels along the ground at least half as far as any candidate;
/// 2. else the topmost node that carries more than half of the mesh (of the bones if there is no mesh) and travels
/// likewise: a moving armature or root bone, or the hips if nothing above them moves.
/// A clip that does not travel (less than a twentieth of the model's size) uses the node of most other clips; if none
/// travels, the topmost node that carries the mesh and moves along the ground at all, else the topmost animated node,
/// else the topmost.
class RootFinder {
 public:
  /// Examines all clips. The model must outlive this.
  explicit RootFinder(const model::Model& model);

  /// Invalid if no node carries more than half of the model.
  NodeIndex rootOf(ClipIndex clip) const { return m_roots[clip.value]; }

  /// The largest distance of the root along the ground from its start, in metres.
  double travelMetres(ClipIndex clip) const { return m_travel[clip.value]; }

 private:
  std::vector<NodeIndex> m_roots;
  std::vector<double> m_travel;
};

/// Finds a node by a user's text: the one of that name, else the only one whose name without namespace and prefix it
/// is.
std::optional<NodeIndex> nodeNamed(const model::Model& model, std::string_view name);

}  // namespace texeleton::root_motion
