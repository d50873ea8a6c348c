#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace texeleton::transform {

/// The world matrices of a Hierarchy that must be computed: one bit each, by position in its arrays. Unmarked ones cost
/// almost nothing.
class HierarchyMarks {
 public:
  /// Resizes to `count` nodes; new ones are not marked.
  void resize(std::size_t count);
  bool isMarked(std::uint32_t at) const { return (m_marks[at / 64] >> (at % 64) & 1) != 0; }
  /// Marks `begin` … `end` − 1, at least one.
  void mark(std::uint32_t begin, std::uint32_t end);
  void clear(std::uint32_t at) { m_marks[at / 64] &= ~(std::uint64_t{1} << (at % 64)); }
  /// Clears all marks and calls `visit(at)` for each marked position, ascending. Returns their number.
  template <typename Visit>
  std::size_t takeAll(const Visit& visit);

 private:
  std::vector<std::uint64_t> m_marks;
  std::vector<std::uint64_t> m_words;  // one bit for each word of m_marks that may be non-zero
};

template <typename Visit>
std::size_t HierarchyMarks::takeAll(const Visit& visit) {
  std::size_t count = 0;
  for (std::size_t group = 0; group < m_words.size(); ++group) {
    for (std::uint64_t words = std::exchange(m_words[group], 0); words != 0; words &= words - 1) {
      const std::size_t word = group * 64 + static_cast<std::size_t>(std::countr_zero(words));
      std::uint64_t marks = std::exchange(m_marks[word], 0);
      count += static_cast<std::size_t>(std::popcount(marks));
      for (; marks != 0; marks &= marks - 1) {
        visit(static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(marks))));
      }
    }
  }
  return count;
}

}  // namespace texeleton::transform
