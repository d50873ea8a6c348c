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

/// Turns `root` and `middle` so that `end` lies at `target` (world), by the law of cosines. Beyond its reach the limb
/// is stretched towards the target (or folded, if it is too near), and its lengths never change. The middle joint goes
/// to the side of `pole` (world); if that is on the line from root to target, it stays on its side. `weight` in [0, 1]
/// blends from the present rotations to the solved ones. The rotation of `end` relative to `middle` stays. Exact
/// without uneven scales above or in the limb. Fails with InvalidArgument, and changes nothing, if the three are not in
/// line of descent, a number is not finite or a bone has no length.
Result<void> reachWithLimb(Hierarchy& hierarchy, const TwoBoneLimb& limb, const glm::dvec3& target,
                           const glm::dvec3& pole, double weight = 1.0);

/// Turns `node` so that its own direction `axis` (local, any length) points at `target` (world), by the shortest way,
/// but at most `maxDegrees` and by the share `weight` of it in [0, 1]. Fails with InvalidArgument, and changes nothing,
/// if a number is not finite, the axis is zero or the target coincides with the node.
Result<void> aimNode(Hierarchy& hierarchy, HierarchyNode node, const glm::dvec3& axis, const glm::dvec3& target,
                     double maxDegrees = 180.0, double weight = 1.0);

}  // namespace texeleton::transform
