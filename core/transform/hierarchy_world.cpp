// The part of Hierarchy that reads and writes poses.
#include <algorithm>
#include <cmath>

#include "core/transform/hierarchy.h"
#include "core/transform/rotation.h"

namespace texeleton::transform {

namespace {

glm::dvec3 signsOf(const glm::dvec3& v) {
  return {v.x < 0.0 ? -1.0 : 1.0, v.y < 0.0 ? -1.0 : 1.0, v.z < 0.0 ? -1.0 : 1.0};
}

/// The rotation D·R·D for D = diag(signs): what `rotation` looks like through a mirror. Its axis is a pseudo-vector.
glm::dquat mirrored(const glm::dquat& rotation, const glm::dvec3& signs) {
  return {rotation.w, signs.y * signs.z * rotation.x, signs.x * signs.z * rotation.y, signs.x * signs.y * rotation.z};
}

/// The inverse of an affine matrix, or nothing where it flattens space.
std::optional<glm::dmat4> inverseOf(const glm::dmat4& matrix) {
  glm::dmat3 unit(matrix);
  double shortest = glm::length(unit[0]);
  double longest = shortest;
  for (int c = 0; c < 3; ++c) {
    const double length = glm::length(unit[c]);
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
    unit[c] /= length > 0.0 ? length : 1.0;
  }
  constexpr double kLeastVolume = 1e-12;
  if (!(shortest > longest * kLeastVolume) || !(std::abs(glm::determinant(unit)) > kLeastVolume)) {
    return std::nullopt;
  }
  const glm::dmat3 inverse = glm::inverse(glm::dmat3(matrix));
  glm::dmat4 result(inverse);
  result[3] = glm::dvec4(inverse * -glm::dvec3(matrix[3]), 1.0);
  return result;
}

tl::unexpected<Error> flatParent() {
  return fail(ErrorCode::InvalidArgument,
              "a parent's scale of 0 leaves no local transform for this; give the parents a scale other than 0");
}

}  // namespace

Transform& Hierarchy::changeLocal(HierarchyNode node) {
  Transform& local = m_locals[position(node)];
  if (node.slot < m_exactLocals.size()) {
    m_exactLocals[node.slot].reset();
  }
  markSubtree(node.slot);
  return local;
}

void Hierarchy::setLocal(HierarchyNode node, const Transform& local) { changeLocal(node) = local; }

void Hierarchy::setLocal(HierarchyNode node, const Transform& nearest, const glm::dmat4& exact) {
  changeLocal(node) = nearest;
  if (m_exactLocals.size() <= node.slot) {
    m_exactLocals.resize(node.slot + std::size_t{1});
  }
  m_exactLocals[node.slot] = exact;
}

void Hierarchy::setPosition(HierarchyNode node, const glm::dvec3& position) {
  changeLocal(node).translation = position;
}

void Hierarchy::setRotation(HierarchyNode node, const glm::dquat& rotation) { changeLocal(node).rotation = rotation; }

const glm::dmat4& Hierarchy::world(HierarchyNode node) { return worldAt(position(node)); }

void Hierarchy::chain(std::uint32_t slot, glm::dquat& rotation, glm::dvec3& signs) const {
  // W = Π Rᵢ·Sᵢ with every mirror moved to the right end. Walked from the node up: what lies below a node is seen
  // through that node's mirror.
  rotation = glm::dquat(1.0, 0.0, 0.0, 0.0);
  signs = glm::dvec3(1.0);
  for (; slot != HierarchyNode::kNone; slot = m_links[slot].parent) {
    const Transform& local = m_locals[m_links[slot].position];
    const glm::dvec3 mirror = signsOf(local.scale);
    rotation = local.rotation * mirrored(rotation, mirror);
    signs *= mirror;
  }
  rotation = glm::normalize(rotation);
}

glm::dquat Hierarchy::worldRotation(HierarchyNode node) const {
  glm::dquat rotation;
  glm::dvec3 signs;
  chain(m_slotAt[position(node)], rotation, signs);
  return rotation;
}

std::optional<glm::dmat4> Hierarchy::parentInverse(HierarchyNode node) {
  const std::uint32_t parent = m_parentAt[position(node)];
  return parent == HierarchyNode::kNone ? glm::dmat4(1.0) : inverseOf(worldAt(parent));
}

Result<void> Hierarchy::setWorldPosition(HierarchyNode node, const glm::dvec3& position) {
  const std::optional<glm::dmat4> toParent = parentInverse(node);
  if (!toParent) {
    return flatParent();
  }
  setPosition(node, glm::dvec3(*toParent * glm::dvec4(position, 1.0)));
  return {};
}

void Hierarchy::setWorldRotation(HierarchyNode node, const glm::dquat& rotation) {
  glm::dquat above;
  glm::dvec3 signs;
  chain(m_links[m_slotAt[position(node)]].parent, above, signs);
  setRotation(node, glm::normalize(mirrored(glm::conjugate(above) * rotation, signs)));
}

void Hierarchy::rotate(HierarchyNode node, const glm::dquat& turn, Space space) {
  switch (space) {
    case Space::Local:
      setRotation(node, glm::normalize(local(node).rotation * turn));
      break;
    case Space::World:
      setWorldRotation(node, turn * worldRotation(node));
      break;
  }
}

void Hierarchy::rotate(HierarchyNode node, const glm::dvec3& axis, double degrees, Space space) {
  rotate(node, fromAxisAngleDegrees(axis, degrees), space);
}

Result<void> Hierarchy::lookAt(HierarchyNode node, const glm::dvec3& target, const glm::dvec3& up) {
  const std::optional<glm::dmat4> toParent = parentInverse(node);
  if (!toParent) {
    return flatParent();
  }
  // In the parent's space everything is as if there were no parents: its matrix takes the line to the target, and the
  // plane of that line and `up`, to those of the world.
  const Transform& own = local(node);
  const glm::dvec3 mirror = signsOf(own.scale);
  const glm::dvec3 forward = glm::dvec3(*toParent * glm::dvec4(target, 1.0)) - own.translation;
  if (!(glm::length(forward) > 0.0)) {
    return fail(ErrorCode::InvalidArgument, "a node cannot look at its own position");
  }
  setRotation(node, lookRotation(forward * mirror.z, glm::dmat3(*toParent) * up * mirror.y));
  return {};
}

Result<Transform> Hierarchy::localUnder(HierarchyNode newParent, HierarchyNode node, double& residual) {
  const glm::dmat4 worldBefore = world(node);
  const std::optional<glm::dmat4> toParent = newParent.isValid() ? inverseOf(world(newParent)) : glm::dmat4(1.0);
  if (!toParent) {
    return flatParent();
  }
  const glm::dmat4 wanted = multiplyAffine(*toParent, worldBefore);

  // The rotation that the chains say, with the signs as they were authored: exact unless there is shear.
  glm::dquat above;
  glm::dvec3 signs;
  chain(newParent.isValid() ? newParent.slot : HierarchyNode::kNone, above, signs);
  Transform exact;
  exact.translation = glm::dvec3(wanted[3]);
  exact.rotation = glm::normalize(mirrored(glm::conjugate(above) * worldRotation(node), signs));
  const glm::dmat3 axes = glm::mat3_cast(exact.rotation);
  double largest = 0.0;
  double off = 0.0;
  for (int c = 0; c < 3; ++c) {
    const glm::dvec3 column(wanted[c]);
    exact.scale[c] = glm::dot(axes[c], column);
    const glm::dvec3 rest = glm::abs(column - axes[c] * exact.scale[c]);
    off = std::max({off, rest.x, rest.y, rest.z});
    largest = std::max({largest, std::abs(column.x), std::abs(column.y), std::abs(column.z)});
  }
  off = largest > 0.0 ? off / largest : off;

  const Transform nearest = decompose(wanted, &residual, exact.rotation);
  if (off <= residual + 1e-12) {
    residual = off;
    return exact;
  }
  return nearest;
}

}  // namespace texeleton::transform
