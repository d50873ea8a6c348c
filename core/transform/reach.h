#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "core/transform/hierarchy.h"

namespace texeleton::transform {

/// The turn that takes the direction `from` to `to` by the shortest way (any lengths; the identity when one is zero).
/// For opposite directions it turns about the part of `axisHint` at a right angle to them, or any such axis where the
/// hint has none.
glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& axisHint = glm::dvec3(0.0));

/// A limb of two bones: `middle` is a descendant of `root`, `end` of `middle`.
struct TwoBoneLimb {
  HierarchyNode root;    ///< Shoulder or hip.
  HierarchyNode middle;  ///< Elbow or knee.
  HierarchyNode end;     ///< Wrist or ankle.
};

/// Turns `root` and `middle` so that `end` lies at `target` (world), by the law of cosines; beyond reach, the limb is
/// stretched out towards the target (or folded, where it is too near), and its lengths never change. The middle joint
/// goes to the side of `pole` (world); where that is on the line from root to target, it stays on the side it is on.
/// `weight` in [0, 1]: how far from the present rotations to the solved ones. The rotation of `end` against `middle`
/// stays. Exact where no uneven scale lies above the limb or in it. Fails with InvalidArgument, and changes nothing,
/// where the three are not in line of descent, a number is not finite or a bone has no length.
Result<void> reachWithLimb(Hierarchy& hierarchy, const TwoBoneLimb& limb, const glm::dvec3& target,
                           const glm::dvec3& pole, double weight = 1.0);

/// Turns `node` so that its own direction `axis` (local, any length) points at `target` (world), by the shortest way,
/// but at most `maxDegrees` and by the share `weight` of it in [0, 1]. Fails with InvalidArgument, and changes nothing,
/// where a number is not finite, the axis is zero or the target lies in the node.
Result<void> aimNode(Hierarchy& hierarchy, HierarchyNode node, const glm::dvec3& axis, const glm::dvec3& target,
                     double maxDegrees = 180.0, double weight = 1.0);

}  // namespace texeleton::transform
