#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/model.h"

namespace texeleton::root_motion {

/// Finds the node that carries the model through its clips, in each clip by itself:
/// 1. a node named as nodes for root motion are ("root", "RootMotion", "Motion", "Trajectory", …, without regard to
///    case, namespaces and separators) that travels along the ground at least half as far as any that matters;
/// 2. else the topmost node that carries more than half of the mesh (of the bones where there is no mesh) and travels
/// so:
///    an armature or root bone that moves, and the hips where nothing above them does.
/// A clip that goes nowhere (less than a twentieth of the model's size) takes the node that most others have; where
/// none goes anywhere, the topmost that carries the mesh and moves along the ground at all, else the topmost that is
/// animated, else the topmost.
class RootFinder {
 public:
  /// Looks at all clips. The model must outlive this.
  explicit RootFinder(const model::Model& model);

  /// Invalid where no node carries more than half of the model.
  NodeIndex rootOf(ClipIndex clip) const { return m_roots[clip.value]; }

  /// The largest distance of the root along the ground from its start, in metres.
  double travelMetres(ClipIndex clip) const { return m_travel[clip.value]; }

 private:
  std::vector<NodeIndex> m_roots;
  std::vector<double> m_travel;
};

/// The node that a user means: the one of that name, else the only one with it as its name without namespace and
/// prefix.
std::optional<NodeIndex> nodeNamed(const model::Model& model, std::string_view name);

}  // namespace texeleton::root_motion
