#include "core/transform/hierarchy_marks.h"

#include <algorithm>

namespace texeleton::transform {

namespace {

void setBits(std::vector<std::uint64_t>& bits, std::uint32_t first, std::uint32_t last) {
  const std::uint64_t head = ~std::uint64_t{0} << (first % 64);
  const std::uint64_t tail = ~std::uint64_t{0} >> (63 - last % 64);
  if (first / 64 == last / 64) {
    bits[first / 64] |= head & tail;
    return;
  }
  bits[first / 64] |= head;
  std::fill(bits.begin() + first / 64 + 1, bits.begin() + last / 64, ~std::uint64_t{0});
  bits[last / 64] |= tail;
}

}  // namespace

void HierarchyMarks::resize(std::size_t count) {
  m_marks.resize((count + 63) / 64, 0);
  m_words.resize((m_marks.size() + 63) / 64, 0);
}

void HierarchyMarks::mark(std::uint32_t begin, std::uint32_t end) {
  setBits(m_marks, begin, end - 1);
  setBits(m_words, begin / 64, (end - 1) / 64);
}

}  // namespace texeleton::transform
