#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "core/transform/hierarchy.h"

namespace texeleton::transform {

/// The shortest rotation from direction `from` to `to` (any lengths; the identity if one is zero). For opposite
/// directions its axis is the component of `axisHint` perpendicular to them, or any perpendicular axis if that is zero.
glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& axisHint = glm::dvec3(0.0));

/// A limb of two bones: `middle` is a descendant of `root`, `end` of `middle`.
struct TwoBoneLimb {
  HierarchyNode root;    ///< Shoulder or hip.
  HierarchyNode middle;  ///< Elbow or knee.
  HierarchyNode end;     ///< Wrist or ankle.
};

/// Turns `root` and `middle` so that `end` lies at `target` (world), by the law of cosines. Out of reach, the limb is
/// straightened towards the target (or folded, if it is too near); lengths never change. The middle joint bends towards
/// `pole` (world); if that is on the line from root to target, it keeps its side. `weight` in [0, 1] blends from the
/// current rotations to the solved ones. The rotation of `end` relative to `middle` is kept. Exact without non-uniform
/// scales above or in the limb. Fails with InvalidArgument, without a change, if the three are not in line of descent,
/// a number is not finite or a bone has no length.
Result<void> reachWithLimb(Hierarchy& hierarchy, const TwoBoneLimb& limb, const glm::dvec3& target,
                           const glm::dvec3& pole, double weight = 1.0);

/// Turns `node` so that its local direction `axis` (any length) points at `target` (world), by the shortest rotation,
/// at most `maxDegrees`, times `weight` in [0, 1]. Fails with InvalidArgument, without a change, if a number is not
/// finite, the axis is zero or the target coincides with the node.
Result<void> aimNode(Hierarchy& hierarchy, HierarchyNode node, const glm::dvec3& axis, const glm::dvec3& target,
                     double maxDegrees = 180.0, double weight = 1.0);

}  // namespace texeleton::transform
