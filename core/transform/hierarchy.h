#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/transform/hierarchy_links.h"
#include "core/transform/hierarchy_marks.h"
#include "core/transform/transform.h"

namespace texeleton::transform {

/// A handle of a node of a Hierarchy.
struct HierarchyNode {
  static constexpr std::uint32_t kNone = HierarchyLinks::kNone;

  std::uint32_t slot = kNone;  ///< Counts up from 0 in order of creation.

  bool isValid() const { return slot != kNone; }
  friend bool operator==(HierarchyNode, HierarchyNode) = default;
};

/// The axes of a movement.
enum class Space {
  Local,  ///< The node's own axes, without scale.
  World,
};

/// The transform that is kept when a node gets another parent.
enum class Keep { LocalTransform, WorldPose };

/// A tree of transforms: each node's local transform maps it into its parent, its world matrix into the world.
///
/// All nodes lie in one structure of arrays, parents first; usually depth first, so that a subtree is contiguous. World
/// matrices are computed on demand: changing a node marks it and all its descendants (one bit each, free if already
/// marked); world() computes the marked nodes on the path to the root, update() all marked nodes. World matrices are
/// never stale. The arrays stay usable after structural changes; update() reorders them after enough changes.
///
/// World rotation is the product of the local rotations with the signs of mirrored scales: exact under any parents, and
/// equal to the world matrix's unless non-uniform scales shear it.
///
/// Not thread-safe, reading included. Nodes passed in must be its own (`contains`), unless an Error is promised.
class Hierarchy {
 public:
  /// A new node, the last child of `parent` (none: a root).
  HierarchyNode add(HierarchyNode parent = {}, const Transform& local = {});
  bool contains(HierarchyNode node) const { return node.slot < m_links.size(); }
  void reserve(std::size_t nodeCount);

  HierarchyNode parent(HierarchyNode node) const;                     ///< Invalid for a root.
  bool isAncestor(HierarchyNode ancestor, HierarchyNode node) const;  ///< A node is not its own ancestor.

  /// Makes `node` the last child of `newParent` (invalid: a root). Keep::WorldPose chooses the local transform so that
  /// the world matrix stays the same. Returns the share that had to be dropped because it is shear under the new
  /// parent: 0 except for rounding if nothing was. Errors (without a change): InvalidArgument (a missing node, a parent
  /// that is the node itself or one of its descendants, for Keep::WorldPose a new parent without inverse, i.e. a scale
  /// of 0).
  Result<double> reparent(HierarchyNode node, HierarchyNode newParent, Keep keep);

  const Transform& local(HierarchyNode node) const { return m_locals[position(node)]; }
  void setLocal(HierarchyNode node, const Transform& local);
  /// Like setLocal, for an affine local matrix with shear: world() of the node and its descendants uses `exact`,
  /// everything else the `nearest` transform. Later changes of the local transform drop `exact`.
  void setLocal(HierarchyNode node, const Transform& nearest, const glm::dmat4& exact);
  void setPosition(HierarchyNode node, const glm::dvec3& position);
  void setRotation(HierarchyNode node, const glm::dquat& rotation);

  /// The current world matrix. The reference is valid until the next non-const call.
  const glm::dmat4& world(HierarchyNode node);
  glm::dvec3 worldPosition(HierarchyNode node) { return glm::dvec3(world(node)[3]); }
  glm::dquat worldRotation(HierarchyNode node) const;

  /// Fails with InvalidArgument, without a change, if the position is unreachable due to a parent's scale of 0.
  Result<void> setWorldPosition(HierarchyNode node, const glm::dvec3& position);

  /// Turns about the node's own origin, about axes of `space`.
  void rotate(HierarchyNode node, const glm::dquat& turn, Space space = Space::Local);
  void rotate(HierarchyNode node, const glm::dvec3& axis, double degrees, Space space = Space::Local);

  /// Turns the node so that the +Z axis of its world matrix points at `target` (world) and its +Y axis is as close to
  /// `up` as possible, for any rotations, scales or mirroring of the parents. Fails with InvalidArgument, without a
  /// change, if target and node coincide or a parent has no inverse.
  Result<void> lookAt(HierarchyNode node, const glm::dvec3& target, const glm::dvec3& up = glm::dvec3(0.0, 1.0, 0.0));

  /// Updates all world matrices. Returns the number of computed ones.
  std::size_t update();

 private:
  std::uint32_t position(HierarchyNode node) const;
  void markSubtree(std::uint32_t slot);
  const glm::dmat4& worldAt(std::uint32_t at);
  void computeWorld(std::uint32_t at);
  glm::dmat4 localMatrixAt(std::uint32_t at) const;
  void setWorldRotation(HierarchyNode node, const glm::dquat& rotation);
  /// The local transform of `node`, to be changed.
  Transform& changeLocal(HierarchyNode node);
  void reorder();
  std::optional<glm::dmat4> parentInverse(HierarchyNode node);
  /// The local transform with which `node` keeps its world matrix under `newParent`; `residual`: its error.
  Result<Transform> localUnder(HierarchyNode newParent, HierarchyNode node, double& residual);
  /// Rotation of the world and signs of the scales, from the root to `slot`; the identity for none.
  void chain(std::uint32_t slot, glm::dquat& rotation, glm::dvec3& signs) const;

  // By position in the arrays, parents before children while m_parentsFirst.
  std::vector<Transform> m_locals;
  std::vector<glm::dmat4> m_worlds;
  std::vector<std::uint32_t> m_parentAt;
  std::vector<std::uint32_t> m_subtreeEnd;  // while m_depthFirst
  std::vector<std::uint32_t> m_slotAt;
  HierarchyMarks m_marks;  // a marked node's descendants are marked

  HierarchyLinks m_links;
  std::vector<std::uint32_t> m_positionOf;               // in the arrays, by slot
  std::vector<std::optional<glm::dmat4>> m_exactLocals;  // by slot; ends at the last one set
  std::vector<std::uint32_t> m_path;                     // scratch of worldAt
  std::size_t m_structuralChanges = 0;                   // since the last reorder
  bool m_parentsFirst = true;
  bool m_depthFirst = true;
};

}  // namespace texeleton::transform
