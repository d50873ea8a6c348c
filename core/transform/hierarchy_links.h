#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace texeleton::transform {

/// Parents and the order of children in a Hierarchy. Nodes are slots, numbered from 0.
class HierarchyLinks {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::size_t size() const { return m_links.size(); }
  void reserve(std::size_t count) { m_links.reserve(count); }
  /// A new node, the last child of `parent` (kNone: a root).
  std::uint32_t add(std::uint32_t parent);
  /// Makes a node the last child of `parent` (kNone: a root), which must not be below it.
  void move(std::uint32_t slot, std::uint32_t parent);

  std::uint32_t parent(std::uint32_t slot) const { return m_links[slot].parent; }
  bool isAncestor(std::uint32_t ancestor, std::uint32_t slot) const;

  /// The start of the depth-first walk of all nodes; kNone: there are no nodes.
  std::uint32_t first() const { return m_top.firstChild; }
  /// The node after `slot` in the depth-first walk of the subtree of `root` (kNone: of everything); kNone: the last
  /// one.
  std::uint32_t nextInSubtree(std::uint32_t slot, std::uint32_t root) const;
  /// Like nextInSubtree, but skips the descendants of `slot`.
  std::uint32_t nextBeside(std::uint32_t slot, std::uint32_t root) const;

 private:
  struct Links {
    std::uint32_t parent = kNone;
    std::uint32_t firstChild = kNone;
    std::uint32_t lastChild = kNone;
    std::uint32_t previous = kNone;
    std::uint32_t next = kNone;
  };

  Links& listOf(std::uint32_t parent) { return parent == kNone ? m_top : m_links[parent]; }
  void link(std::uint32_t slot, std::uint32_t parent);
  void unlink(std::uint32_t slot);

  std::vector<Links> m_links;
  Links m_top;  // firstChild and lastChild: the roots
};

}  // namespace texeleton::transform
