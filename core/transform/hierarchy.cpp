#include "core/transform/hierarchy.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace texeleton::transform {

// ---- Structure ------------------------------------------------------------------------------------------------------

HierarchyNode Hierarchy::add(HierarchyNode parent, const Transform& local) {
  const std::uint32_t parentSlot = parent.isValid() ? parent.slot : HierarchyNode::kNone;
  const std::uint32_t parentAt = parent.isValid() ? position(parent) : HierarchyNode::kNone;
  const auto at = static_cast<std::uint32_t>(m_locals.size());
  const auto slot = static_cast<std::uint32_t>(m_links.size());
  m_links.emplace_back();
  link(slot, parentSlot);
  m_links[slot].position = at;

  m_locals.push_back(local);
  m_worlds.emplace_back(1.0);
  m_parentAt.push_back(parentAt);
  m_slotAt.push_back(slot);
  if (m_marks.size() * 64 <= at) {
    m_marks.push_back(0);
  }
  if (m_markedWords.size() * 64 < m_marks.size()) {
    m_markedWords.push_back(0);
  }
  markRange(at, at + 1);
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
}

HierarchyNode Hierarchy::parent(HierarchyNode node) const { return {m_links[node.slot].parent}; }

bool Hierarchy::isAncestor(HierarchyNode ancestor, HierarchyNode node) const {
  const std::uint32_t wanted = m_slotAt[position(ancestor)];
  for (std::uint32_t slot = m_links[node.slot].parent; slot != HierarchyNode::kNone; slot = m_links[slot].parent) {
    if (slot == wanted) {
      return true;
    }
  }
  return false;
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
  unlink(node.slot);
  link(node.slot, newParent.isValid() ? newParent.slot : HierarchyNode::kNone);
  const std::uint32_t at = position(node);
  m_parentAt[at] = newParent.isValid() ? position(newParent) : HierarchyNode::kNone;
  m_parentsFirst = m_parentsFirst && (!newParent.isValid() || m_parentAt[at] < at);
  m_depthFirst = false;
  ++m_structuralChanges;
  markSubtree(node.slot);
  return residual;
}

std::uint32_t Hierarchy::position(HierarchyNode node) const {
  assert(contains(node));
  return m_links[node.slot].position;
}

void Hierarchy::link(std::uint32_t slot, std::uint32_t parentSlot) {
  Links& list = listOf(parentSlot);
  Links& links = m_links[slot];
  links.parent = parentSlot;
  links.previous = list.lastChild;
  links.next = HierarchyNode::kNone;
  if (list.lastChild != HierarchyNode::kNone) {
    m_links[list.lastChild].next = slot;
  } else {
    list.firstChild = slot;
  }
  list.lastChild = slot;
}

void Hierarchy::unlink(std::uint32_t slot) {
  const Links& links = m_links[slot];
  Links& list = listOf(links.parent);
  (links.previous != HierarchyNode::kNone ? m_links[links.previous].next : list.firstChild) = links.next;
  (links.next != HierarchyNode::kNone ? m_links[links.next].previous : list.lastChild) = links.previous;
}

/// The node after `slot` in the depth-first walk of the subtree of `rootSlot` (HierarchyNode::kNone: of everything).
std::uint32_t Hierarchy::nextInSubtree(std::uint32_t slot, std::uint32_t rootSlot) const {
  if (m_links[slot].firstChild != HierarchyNode::kNone) {
    return m_links[slot].firstChild;
  }
  return nextBeside(slot, rootSlot);
}

/// As nextInSubtree, but leaves out the descendants of `slot`.
std::uint32_t Hierarchy::nextBeside(std::uint32_t slot, std::uint32_t rootSlot) const {
  while (slot != rootSlot) {
    if (m_links[slot].next != HierarchyNode::kNone) {
      return m_links[slot].next;
    }
    slot = m_links[slot].parent;
  }
  return HierarchyNode::kNone;
}

// ---- World matrices -------------------------------------------------------------------------------------------------

void Hierarchy::markSubtree(std::uint32_t slot) {
  const std::uint32_t root = m_links[slot].position;
  if (m_depthFirst) {
    if (!isMarked(root)) {
      markRange(root, m_subtreeEnd[root]);
    }
    return;
  }
  for (std::uint32_t s = slot; s != HierarchyNode::kNone;) {
    const std::uint32_t at = m_links[s].position;
    if (isMarked(at)) {
      s = nextBeside(s, slot);
    } else {
      markRange(at, at + 1);
      s = nextInSubtree(s, slot);
    }
  }
}

void Hierarchy::markRange(std::uint32_t begin, std::uint32_t end) {
  const auto fill = [](std::vector<std::uint64_t>& bits, std::uint32_t first, std::uint32_t last) {
    const std::uint64_t head = ~std::uint64_t{0} << (first % 64);
    const std::uint64_t tail = ~std::uint64_t{0} >> (63 - last % 64);
    if (first / 64 == last / 64) {
      bits[first / 64] |= head & tail;
      return;
    }
    bits[first / 64] |= head;
    std::fill(bits.begin() + first / 64 + 1, bits.begin() + last / 64, ~std::uint64_t{0});
    bits[last / 64] |= tail;
  };
  fill(m_marks, begin, end - 1);
  fill(m_markedWords, begin / 64, (end - 1) / 64);
}

glm::dmat4 Hierarchy::localMatrixAt(std::uint32_t at) const {
  if (m_exactLocals.empty() || m_slotAt[at] >= m_exactLocals.size()) {  // m_slotAt is not looked up as a rule
    return toMatrix(m_locals[at]);
  }
  const std::optional<glm::dmat4>& exact = m_exactLocals[m_slotAt[at]];
  return exact ? *exact : toMatrix(m_locals[at]);
}

void Hierarchy::computeWorld(std::uint32_t at) {
  const std::uint32_t parent = m_parentAt[at];
  const glm::dmat4 matrix = localMatrixAt(at);
  m_worlds[at] = parent == HierarchyNode::kNone ? matrix : multiplyAffine(m_worlds[parent], matrix);
}

const glm::dmat4& Hierarchy::worldAt(std::uint32_t at) {
  if (isMarked(at)) {
    m_path.clear();
    for (std::uint32_t p = at; p != HierarchyNode::kNone && isMarked(p); p = m_parentAt[p]) {
      m_path.push_back(p);
    }
    for (std::size_t i = m_path.size(); i-- > 0;) {
      const std::uint32_t p = m_path[i];
      computeWorld(p);
      m_marks[p / 64] &= ~(std::uint64_t{1} << (p % 64));
    }
  }
  return m_worlds[at];
}

std::size_t Hierarchy::update() {
  if (!m_parentsFirst || m_structuralChanges > 64 + m_links.size() / 8) {
    reorder();
  }
  std::size_t count = 0;
  for (std::size_t group = 0; group < m_markedWords.size(); ++group) {
    for (std::uint64_t words = std::exchange(m_markedWords[group], 0); words != 0; words &= words - 1) {
      const std::size_t word = group * 64 + static_cast<std::size_t>(std::countr_zero(words));
      std::uint64_t marks = std::exchange(m_marks[word], 0);
      count += static_cast<std::size_t>(std::popcount(marks));
      for (; marks != 0; marks &= marks - 1) {
        computeWorld(static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(marks))));
      }
    }
  }
  return count;
}

void Hierarchy::reorder() {
  std::vector<Transform> locals;
  std::vector<glm::dmat4> worlds;
  std::vector<std::uint32_t> parentAt;
  std::vector<std::uint32_t> slotAt;
  std::vector<std::uint64_t> marks((m_links.size() + 63) / 64, 0);
  locals.reserve(m_links.size());
  worlds.reserve(m_links.size());
  parentAt.reserve(m_links.size());
  slotAt.reserve(m_links.size());
  for (std::uint32_t slot = m_top.firstChild; slot != HierarchyNode::kNone;
       slot = nextInSubtree(slot, HierarchyNode::kNone)) {
    Links& links = m_links[slot];
    const std::uint32_t from = links.position;
    const std::size_t to = locals.size();
    locals.push_back(m_locals[from]);
    worlds.push_back(m_worlds[from]);
    parentAt.push_back(links.parent == HierarchyNode::kNone ? HierarchyNode::kNone
                                                            : m_links[links.parent].position);  // already the new one
    slotAt.push_back(slot);
    marks[to / 64] |= std::uint64_t{isMarked(from)} << (to % 64);
    links.position = static_cast<std::uint32_t>(to);
  }
  m_locals = std::move(locals);
  m_worlds = std::move(worlds);
  m_parentAt = std::move(parentAt);
  m_slotAt = std::move(slotAt);
  m_marks = std::move(marks);
  m_markedWords.assign((m_marks.size() + 63) / 64, ~std::uint64_t{0});
  if (m_marks.size() % 64 != 0) {
    m_markedWords.back() >>= 64 - m_marks.size() % 64;
  }
  m_subtreeEnd.resize(m_links.size());
  for (std::size_t at = m_links.size(); at-- > 0;) {
    m_subtreeEnd[at] = static_cast<std::uint32_t>(at + 1);
  }
  for (std::size_t at = m_links.size(); at-- > 0;) {
    if (m_parentAt[at] != HierarchyNode::kNone) {
      m_subtreeEnd[m_parentAt[at]] = std::max(m_subtreeEnd[m_parentAt[at]], m_subtreeEnd[at]);
    }
  }
  m_structuralChanges = 0;
  m_parentsFirst = true;
  m_depthFirst = true;
}

}  // namespace texeleton::transform
