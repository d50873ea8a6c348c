#include "core/transform/reach.h"

#include <algorithm>
#include <cmath>

#include "core/transform/transform.h"

namespace texeleton::transform {

namespace {

constexpr double kNoReach = 1e-12;  // relative to the lengths involved

bool isFinite(const glm::dvec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// The component of `v` perpendicular to `unit`.
glm::dvec3 beside(const glm::dvec3& v, const glm::dvec3& unit) { return v - unit * glm::dot(v, unit); }

}  // namespace

glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& axisHint) {
  const double lengths = glm::length(from) * glm::length(to);
  if (!(lengths > 0.0)) {
    return {1.0, 0.0, 0.0, 0.0};
  }
  const double cosine = glm::dot(from, to) / lengths;
  if (cosine < -1.0 + kNoReach) {
    const glm::dvec3 unit = glm::normalize(from);
    glm::dvec3 axis = beside(axisHint, unit);
    const double length = glm::length(axis);
    axis = length > kNoReach ? axis / length : anyNormal(unit);
    return {0.0, axis.x, axis.y, axis.z};
  }
  const glm::dvec3 axis = glm::cross(from, to) / lengths;
  return glm::normalize(glm::dquat(1.0 + cosine, axis.x, axis.y, axis.z));
}

Result<void> reachWithLimb(Hierarchy& hierarchy, const TwoBoneLimb& limb, const glm::dvec3& target,
                           const glm::dvec3& pole, double weight) {
  for (const HierarchyNode node : {limb.root, limb.middle, limb.end}) {
    if (!hierarchy.contains(node)) {
      return fail(ErrorCode::InvalidArgument, "a joint of the limb is not in the hierarchy");
    }
  }
  if (!hierarchy.isAncestor(limb.root, limb.middle) || !hierarchy.isAncestor(limb.middle, limb.end)) {
    return fail(ErrorCode::InvalidArgument, "the joints of a limb must descend from one another: root, middle, end");
  }
  if (!isFinite(target) || !isFinite(pole) || !std::isfinite(weight)) {
    return fail(ErrorCode::InvalidArgument, "target, pole and weight of a limb must be finite numbers");
  }
  const glm::dvec3 root = hierarchy.worldPosition(limb.root);
  const glm::dvec3 middle = hierarchy.worldPosition(limb.middle);
  const glm::dvec3 end = hierarchy.worldPosition(limb.end);
  const double upper = glm::distance(root, middle);
  const double lower = glm::distance(middle, end);
  if (!(upper > 0.0) || !(lower > 0.0)) {
    return fail(ErrorCode::InvalidArgument, "a bone of the limb has no length");
  }
  weight = std::clamp(weight, 0.0, 1.0);

  glm::dvec3 along = target - root;
  const double wanted = glm::length(along);
  if (wanted <= kNoReach * upper) {  // The target is at the root: any direction is valid, keep the current one.
    along = end - root;
  }
  const double length = glm::length(along);
  along = length > kNoReach * upper ? along / length : (middle - root) / upper;
  const double reach = std::clamp(wanted, std::abs(upper - lower), upper + lower);

  glm::dvec3 side = beside(pole - root, along);
  if (glm::length(side) <= 1e-9 * upper) {
    side = beside(middle - root, along);
  }
  side = glm::length(side) > 1e-9 * upper ? glm::normalize(side) : anyNormal(along);
  // Law of cosines: the distance of the middle joint along the line to the target, and its distance from that line.
  const double ahead = reach > 0.0 ? (upper * upper - lower * lower + reach * reach) / (2.0 * reach) : 0.0;
  const double aside = std::sqrt(std::max(0.0, upper * upper - ahead * ahead));
  const glm::dvec3 newMiddle = root + along * ahead + side * aside;
  const glm::dvec3 newEnd = root + along * reach;
  const glm::dvec3 hinge = glm::cross(along, side);

  const glm::dquat rootBefore = hierarchy.local(limb.root).rotation;
  const glm::dquat middleBefore = hierarchy.local(limb.middle).rotation;
  hierarchy.rotate(limb.root, shortestTurn(middle - root, newMiddle - root, hinge), Space::World);
  const glm::dvec3 elbow = hierarchy.worldPosition(limb.middle);
  hierarchy.rotate(limb.middle, shortestTurn(hierarchy.worldPosition(limb.end) - elbow, newEnd - elbow, hinge),
                   Space::World);
  if (weight < 1.0) {
    hierarchy.setRotation(limb.root, slerpShortest(rootBefore, hierarchy.local(limb.root).rotation, weight));
    hierarchy.setRotation(limb.middle, slerpShortest(middleBefore, hierarchy.local(limb.middle).rotation, weight));
  }
  return {};
}

Result<void> aimNode(Hierarchy& hierarchy, HierarchyNode node, const glm::dvec3& axis, const glm::dvec3& target,
                     double maxDegrees, double weight) {
  if (!hierarchy.contains(node)) {
    return fail(ErrorCode::InvalidArgument, "the node to aim is not in the hierarchy");
  }
  if (!isFinite(axis) || !isFinite(target) || !std::isfinite(maxDegrees) || !std::isfinite(weight)) {
    return fail(ErrorCode::InvalidArgument, "axis, target, limit and weight of an aim must be finite numbers");
  }
  const glm::dvec3 wanted = target - hierarchy.worldPosition(node);
  const glm::dvec3 present = glm::dmat3(hierarchy.world(node)) * axis;
  if (!(glm::length(wanted) > 0.0) || !(glm::length(present) > 0.0)) {
    return fail(ErrorCode::InvalidArgument, "an aim needs an axis, and a target away from the node");
  }
  const glm::dvec3 up(hierarchy.world(node)[1]);
  const glm::dquat turn = shortestTurn(present, wanted, up);
  const double degrees = glm::degrees(2.0 * std::acos(std::clamp(turn.w, -1.0, 1.0)));
  const double allowed = std::clamp(maxDegrees, 0.0, 180.0);
  const double share = std::clamp(weight, 0.0, 1.0) * (degrees > allowed ? allowed / degrees : 1.0);
  hierarchy.rotate(node, slerpShortest(glm::dquat(1.0, 0.0, 0.0, 0.0), turn, share), Space::World);
  return {};
}

}  // namespace texeleton::transform
