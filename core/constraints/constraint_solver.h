#pragma once

#include <vector>

#include "core/animation/local_pose.h"
#include "core/base/result.h"
#include "core/constraints/constraint.h"
#include "core/model/model.h"
#include "core/transform/hierarchy.h"

namespace texeleton::constraints {

/// Internal to core/constraints: a constraint with resolved names.
struct BoundConstraint {
  Constraint settings;
  NodeIndex node;
  NodeIndex target;  ///< Invalid: none.
};

/// Internal: evaluates the constraints of one clip over a grid of times, one constraint after the other.
class ConstraintSolver {
 public:
  /// `times`: ascending, of the source clip. The model must outlive this.
  ConstraintSolver(const model::Model& model, ClipIndex clip, std::vector<double> times);

  /// Applies the constraint to the node's local transforms. Errors: InvalidArgument; then nothing has changed.
  Result<void> solve(const BoundConstraint& constraint);

  std::span<const double> times() const { return m_times; }
  /// The nodes that constraints have moved so far, without duplicates.
  const std::vector<NodeIndex>& moved() const { return m_movedNodes; }
  /// The local transforms of one of them at all times.
  const std::vector<transform::Transform>& locals(NodeIndex node) const;

 private:
  using Locals = std::vector<transform::Transform>;

  Result<Locals> orbit(const BoundConstraint& constraint);
  Result<Locals> spin(const BoundConstraint& constraint);
  Result<Locals> steer(const BoundConstraint& constraint);
  Result<Locals> roll(const BoundConstraint& constraint);
  Result<Locals> lookAt(const BoundConstraint& constraint);
  Result<Locals> follow(const BoundConstraint& constraint);
  Result<Locals> parent(const BoundConstraint& constraint);

  /// Sets the hierarchy to the pose of the clip and the constraints so far at a time.
  void pose(std::size_t time);
  transform::HierarchyNode handle(NodeIndex node) const { return m_handles[node.value]; }
  double turnAt(const Constraint& settings, std::size_t time) const;
  /// The world position of a node's origin at all times.
  std::vector<glm::dvec3> path(NodeIndex node);

  const model::Model& m_model;
  const model::Clip& m_clip;
  std::vector<double> m_times;
  animation::LocalSampler m_sampler;
  animation::LocalPose m_pose;
  transform::Hierarchy m_hierarchy;
  std::vector<transform::HierarchyNode> m_handles;  ///< One for each node of the model.
  NodeIndex m_current;                              ///< Node of the constraint being solved.
  std::vector<NodeIndex> m_movedNodes;
  std::vector<Locals> m_moved;  ///< For each of them, at all times.
};

}  // namespace texeleton::constraints
