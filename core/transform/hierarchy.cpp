#include "core/transform/hierarchy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/transform/rotation.h"

namespace texeleton::transform {

namespace {

glm::dvec3 signsOf(const glm::dvec3& v) {
  return {v.x < 0.0 ? -1.0 : 1.0, v.y < 0.0 ? -1.0 : 1.0, v.z < 0.0 ? -1.0 : 1.0};
}

/// The rotation D·R·D for D = diag(signs): the mirror image of `rotation`, whose axis is a pseudo-vector.
glm::dquat mirrored(const glm::dquat& rotation, const glm::dvec3& signs) {
  return {rotation.w, signs.y * signs.z * rotation.x, signs.x * signs.z * rotation.y, signs.x * signs.y * rotation.z};
}

/// The inverse of an affine matrix, or nothing if it is singular.
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

// ---- Structure ------------------------------------------------------------------------------------------------------

HierarchyNode Hierarchy::add(HierarchyNode parent, const Transform& local) {
  const std::uint32_t parentAt = parent.isValid() ? position(parent) : HierarchyLinks::kNone;
  const auto at = static_cast<std::uint32_t>(m_locals.size());
  const std::uint32_t slot = m_links.add(parent.slot);
  m_positionOf.push_back(at);
  m_locals.push_back(local);
  m_worlds.emplace_back(1.0);
  m_parentAt.push_back(parentAt);
  m_slotAt.push_back(slot);
  m_marks.resize(m_locals.size());
  m_marks.mark(at, at + 1);
  ++m_structuralChanges;
  m_depthFirst = false;
  return {slot};
}

void Hierarchy::reserve(std::size_t nodeCount) {
  m_locals.reserve(nodeCount);
  m_worlds.reserve(nodeCount);
  m_parentAt.reserve(nodeCount);
  m_slotAt.reserve(nodeCount);
  m_links.reserve(nodeCount);
  m_positionOf.reserve(nodeCount);
}

HierarchyNode Hierarchy::parent(HierarchyNode node) const { return {m_links.parent(node.slot)}; }

bool Hierarchy::isAncestor(HierarchyNode ancestor, HierarchyNode node) const {
  return m_links.isAncestor(ancestor.slot, node.slot);
}

Result<double> Hierarchy::reparent(HierarchyNode node, HierarchyNode newParent, Keep keep) {
  if (!contains(node) || (newParent.isValid() && !contains(newParent))) {
    return fail(ErrorCode::InvalidArgument, "the node or its new parent is not in the hierarchy");
  }
  if (newParent.isValid() && (newParent == node || isAncestor(node, newParent))) {
    return fail(ErrorCode::InvalidArgument,
                newParent == node ? "a node cannot be its own parent"
                                  : "a node cannot become a child of its own descendant: that would be a cycle");
  }
  double residual = 0.0;
  if (keep == Keep::WorldPose) {
    const Result<Transform> local = localUnder(newParent, node, residual);
    TRY(local);
    changeLocal(node) = *local;
  }
  m_links.move(node.slot, newParent.slot);
  const std::uint32_t at = position(node);
  m_parentAt[at] = newParent.isValid() ? position(newParent) : HierarchyLinks::kNone;
  m_parentsFirst = m_parentsFirst && (!newParent.isValid() || m_parentAt[at] < at);
  m_depthFirst = false;
  ++m_structuralChanges;
  markSubtree(node.slot);
  return residual;
}

std::uint32_t Hierarchy::position(HierarchyNode node) const {
  assert(contains(node));
  return m_positionOf[node.slot];
}

void Hierarchy::reorder() {
  std::vector<Transform> locals;
  std::vector<glm::dmat4> worlds;
  std::vector<std::uint32_t> parentAt;
  std::vector<std::uint32_t> slotAt;
  HierarchyMarks marks;
  marks.resize(m_links.size());
  locals.reserve(m_links.size());
  worlds.reserve(m_links.size());
  parentAt.reserve(m_links.size());
  slotAt.reserve(m_links.size());
  for (std::uint32_t slot = m_links.first(); slot != HierarchyLinks::kNone;
       slot = m_links.nextInSubtree(slot, HierarchyLinks::kNone)) {
    const std::uint32_t parent = m_links.parent(slot);
    const std::uint32_t from = m_positionOf[slot];
    const auto to = static_cast<std::uint32_t>(locals.size());
    locals.push_back(m_locals[from]);
    worlds.push_back(m_worlds[from]);
    parentAt.push_back(parent == HierarchyLinks::kNone ? parent : m_positionOf[parent]);  // already the new one
    slotAt.push_back(slot);
    if (m_marks.isMarked(from)) {
      marks.mark(to, to + 1);
    }
    m_positionOf[slot] = to;
  }
  m_locals = std::move(locals);
  m_worlds = std::move(worlds);
  m_parentAt = std::move(parentAt);
  m_slotAt = std::move(slotAt);
  m_marks = std::move(marks);
  m_subtreeEnd.resize(m_links.size());
  for (std::size_t at = m_links.size(); at-- > 0;) {
    m_subtreeEnd[at] = static_cast<std::uint32_t>(at + 1);
  }
  for (std::size_t at = m_links.size(); at-- > 0;) {
    if (m_parentAt[at] != HierarchyLinks::kNone) {
      m_subtreeEnd[m_parentAt[at]] = std::max(m_subtreeEnd[m_parentAt[at]], m_subtreeEnd[at]);
    }
  }
  m_structuralChanges = 0;
  m_parentsFirst = true;
  m_depthFirst = true;
}

// ---- World matrices -------------------------------------------------------------------------------------------------

void Hierarchy::markSubtree(std::uint32_t slot) {
  const std::uint32_t root = m_positionOf[slot];
  if (m_depthFirst) {
    if (!m_marks.isMarked(root)) {
      m_marks.mark(root, m_subtreeEnd[root]);
    }
    return;
  }
  for (std::uint32_t s = slot; s != HierarchyLinks::kNone;) {
    const std::uint32_t at = m_positionOf[s];
    if (m_marks.isMarked(at)) {
      s = m_links.nextBeside(s, slot);
    } else {
      m_marks.mark(at, at + 1);
      s = m_links.nextInSubtree(s, slot);
    }
  }
}

glm::dmat4 Hierarchy::localMatrixAt(std::uint32_t at) const {
  if (m_exactLocals.empty() || m_slotAt[at] >= m_exactLocals.size()) {  // usually avoids the look-up in m_slotAt
    return toMatrix(m_locals[at]);
  }
  const std::optional<glm::dmat4>& exact = m_exactLocals[m_slotAt[at]];
  return exact ? *exact : toMatrix(m_locals[at]);
}

void Hierarchy::computeWorld(std::uint32_t at) {
  const std::uint32_t parent = m_parentAt[at];
  const glm::dmat4 matrix = localMatrixAt(at);
  m_worlds[at] = parent == HierarchyLinks::kNone ? matrix : multiplyAffine(m_worlds[parent], matrix);
}

const glm::dmat4& Hierarchy::worldAt(std::uint32_t at) {
  if (m_marks.isMarked(at)) {
    m_path.clear();
    for (std::uint32_t p = at; p != HierarchyLinks::kNone && m_marks.isMarked(p); p = m_parentAt[p]) {
      m_path.push_back(p);
    }
    for (std::size_t i = m_path.size(); i-- > 0;) {
      const std::uint32_t p = m_path[i];
      computeWorld(p);
      m_marks.clear(p);
    }
  }
  return m_worlds[at];
}

std::size_t Hierarchy::update() {
  if (!m_parentsFirst || m_structuralChanges > 64 + m_links.size() / 8) {
    reorder();
  }
  return m_marks.takeAll([this](std::uint32_t at) { computeWorld(at); });
}

// ---- Poses ----------------------------------------------------------------------------------------------------------

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
  // W = Π Rᵢ·Sᵢ with every mirror moved to the right end, from the node up: rotations below a mirrored node are
  // mirrored.
  rotation = glm::dquat(1.0, 0.0, 0.0, 0.0);
  signs = glm::dvec3(1.0);
  for (; slot != HierarchyLinks::kNone; slot = m_links.parent(slot)) {
    const Transform& local = m_locals[m_positionOf[slot]];
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
  return parent == HierarchyLinks::kNone ? glm::dmat4(1.0) : inverseOf(worldAt(parent));
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
  chain(m_links.parent(m_slotAt[position(node)]), above, signs);
  setRotation(node, glm::normalize(mirrored(glm::conjugate(above) * rotation, signs)));
}

void Hierarchy::rotate(HierarchyNode node, const glm::dquat& turn, Space space) {
  if (space == Space::Local) {
    setRotation(node, glm::normalize(local(node).rotation * turn));
  } else {
    setWorldRotation(node, turn * worldRotation(node));
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
  // Solved in the parent's space: its matrix maps the line to the target, and the plane of that line and `up`, to those
  // of the world.
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

  // The rotation from the chains, with the authored signs: exact unless there is shear.
  glm::dquat above;
  glm::dvec3 signs;
  chain(newParent.slot, above, signs);
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
