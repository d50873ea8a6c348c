#include "core/transform/hierarchy_links.h"

namespace texeleton::transform {

std::uint32_t HierarchyLinks::add(std::uint32_t parent) {
  const auto slot = static_cast<std::uint32_t>(m_links.size());
  m_links.emplace_back();
  link(slot, parent);
  return slot;
}

void HierarchyLinks::move(std::uint32_t slot, std::uint32_t parent) {
  unlink(slot);
  link(slot, parent);
}

void HierarchyLinks::link(std::uint32_t slot, std::uint32_t parent) {
  Links& list = listOf(parent);
  Links& links = m_links[slot];
  links.parent = parent;
  links.previous = list.lastChild;
  links.next = kNone;
  if (list.lastChild != kNone) {
    m_links[list.lastChild].next = slot;
  } else {
    list.firstChild = slot;
  }
  list.lastChild = slot;
}

void HierarchyLinks::unlink(std::uint32_t slot) {
  const Links& links = m_links[slot];
  Links& list = listOf(links.parent);
  (links.previous != kNone ? m_links[links.previous].next : list.firstChild) = links.next;
  (links.next != kNone ? m_links[links.next].previous : list.lastChild) = links.previous;
}

bool HierarchyLinks::isAncestor(std::uint32_t ancestor, std::uint32_t slot) const {
  for (std::uint32_t above = parent(slot); above != kNone; above = parent(above)) {
    if (above == ancestor) {
      return true;
    }
  }
  return false;
}

std::uint32_t HierarchyLinks::nextInSubtree(std::uint32_t slot, std::uint32_t root) const {
  return m_links[slot].firstChild != kNone ? m_links[slot].firstChild : nextBeside(slot, root);
}

std::uint32_t HierarchyLinks::nextBeside(std::uint32_t slot, std::uint32_t root) const {
  while (slot != root) {
    if (m_links[slot].next != kNone) {
      return m_links[slot].next;
    }
    slot = m_links[slot].parent;
  }
  return kNone;
}

}  // namespace texeleton::transform
