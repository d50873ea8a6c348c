#include "core/bake/levels/triangle_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace texeleton::bake {

namespace {

constexpr std::uint32_t kTrianglesInLeaf = 4;

double squared(const glm::dvec3& v) { return glm::dot(v, v); }

double squaredToSegment(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b) {
  const double length = squared(b - a);
  const double along = length > 0.0 ? std::clamp(glm::dot(point - a, b - a) / length, 0.0, 1.0) : 0.0;
  return squared(point - (a + (b - a) * along));
}

double squaredToBox(const glm::dvec3& point, const glm::dvec3& low, const glm::dvec3& high) {
  return squared(glm::max(glm::max(low - point, point - high), glm::dvec3(0.0)));
}

}  // namespace

double squaredDistance(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 ab = b - a;
  const glm::dvec3 ac = c - a;
  const glm::dvec3 fromA = point - a;
  const double d1 = glm::dot(ab, fromA);
  const double d2 = glm::dot(ac, fromA);
  if (d1 <= 0.0 && d2 <= 0.0) {
    return squared(fromA);
  }
  const glm::dvec3 fromB = point - b;
  const double d3 = glm::dot(ab, fromB);
  const double d4 = glm::dot(ac, fromB);
  if (d3 >= 0.0 && d4 <= d3) {
    return squared(fromB);
  }
  const glm::dvec3 fromC = point - c;
  const double d5 = glm::dot(ab, fromC);
  const double d6 = glm::dot(ac, fromC);
  if (d6 >= 0.0 && d5 <= d6) {
    return squared(fromC);
  }
  const double ofC = d1 * d4 - d3 * d2;
  const double ofB = d5 * d2 - d1 * d6;
  const double ofA = d3 * d6 - d5 * d4;
  if (ofA > 0.0 && ofB > 0.0 && ofC > 0.0) {
    const double sum = ofA + ofB + ofC;
    return squared(point - (a + ab * (ofB / sum) + ac * (ofC / sum)));
  }
  return std::min({squaredToSegment(point, a, b), squaredToSegment(point, b, c), squaredToSegment(point, c, a)});
}

glm::vec3 nearestShares(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 ab = b - a;
  const glm::dvec3 ac = c - a;
  const double d1 = glm::dot(ab, p - a);
  const double d2 = glm::dot(ac, p - a);
  if (d1 <= 0.0 && d2 <= 0.0) {
    return {1.0f, 0.0f, 0.0f};
  }
  const double d3 = glm::dot(ab, p - b);
  const double d4 = glm::dot(ac, p - b);
  if (d3 >= 0.0 && d4 <= d3) {
    return {0.0f, 1.0f, 0.0f};
  }
  const double ofC = d1 * d4 - d3 * d2;
  if (ofC <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    const double along = d1 / (d1 - d3);
    return {1.0 - along, along, 0.0};
  }
  const double d5 = glm::dot(ab, p - c);
  const double d6 = glm::dot(ac, p - c);
  if (d6 >= 0.0 && d5 <= d6) {
    return {0.0f, 0.0f, 1.0f};
  }
  const double ofB = d5 * d2 - d1 * d6;
  if (ofB <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    const double along = d2 / (d2 - d6);
    return {1.0 - along, 0.0, along};
  }
  const double ofA = d3 * d6 - d5 * d4;
  if (ofA <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double along = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {0.0, 1.0 - along, along};
  }
  const double sum = ofA + ofB + ofC;
  return {ofA / sum, ofB / sum, ofC / sum};
}

TriangleTree::TriangleTree(std::vector<glm::uvec3> triangles, std::span<const glm::dvec3> positions)
    : m_triangles(std::move(triangles)), m_order(m_triangles.size()) {
  std::iota(m_order.begin(), m_order.end(), 0u);
  std::vector<glm::dvec3> centres;
  centres.reserve(m_triangles.size());
  for (const glm::uvec3& t : m_triangles) {
    centres.push_back(positions[t.x] + positions[t.y] + positions[t.z]);
  }
  build(0, static_cast<std::uint32_t>(m_order.size()), centres);
  refit(positions);
}

void TriangleTree::build(std::uint32_t begin, std::uint32_t end, std::span<const glm::dvec3> centres) {
  const std::size_t node = m_nodes.size();
  m_nodes.emplace_back();
  if (end - begin <= kTrianglesInLeaf) {
    m_nodes[node].first = begin;
    m_nodes[node].count = end - begin;
    return;
  }
  glm::dvec3 low(std::numeric_limits<double>::infinity());
  glm::dvec3 high(-std::numeric_limits<double>::infinity());
  for (std::uint32_t i = begin; i < end; ++i) {
    low = glm::min(low, centres[m_order[i]]);
    high = glm::max(high, centres[m_order[i]]);
  }
  const glm::dvec3 size = high - low;
  const glm::length_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(m_order.begin() + begin, m_order.begin() + middle, m_order.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) {
                     const double left = centres[a][axis];
                     const double right = centres[b][axis];
                     return left != right ? left < right : a < b;
                   });
  build(begin, middle, centres);
  m_nodes[node].first = static_cast<std::uint32_t>(m_nodes.size());
  build(middle, end, centres);
}

void TriangleTree::refit(std::span<const glm::dvec3> positions) {
  for (std::size_t n = m_nodes.size(); n-- > 0;) {  // Children before parents.
    TreeNode& node = m_nodes[n];
    if (node.count == 0) {
      const TreeNode& left = m_nodes[n + 1];
      const TreeNode& right = m_nodes[node.first];
      node.low = glm::min(left.low, right.low);
      node.high = glm::max(left.high, right.high);
      continue;
    }
    node.low = glm::dvec3(std::numeric_limits<double>::infinity());
    node.high = -node.low;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const glm::uvec3& t = m_triangles[m_order[i]];
      for (const std::uint32_t corner : {t.x, t.y, t.z}) {
        node.low = glm::min(node.low, positions[corner]);
        node.high = glm::max(node.high, positions[corner]);
      }
    }
  }
}

double TriangleTree::squaredDistanceTo(std::uint32_t triangle, const glm::dvec3& point,
                                       std::span<const glm::dvec3> positions) const {
  const glm::uvec3& t = m_triangles[triangle];
  return squaredDistance(point, positions[t.x], positions[t.y], positions[t.z]);
}

TriangleTree::Nearest TriangleTree::nearest(const glm::dvec3& point, std::uint32_t guess,
                                            std::span<const glm::dvec3> positions) const {
  Nearest best{guess, squaredDistanceTo(guess, point, positions)};
  struct Open {
    std::uint32_t node;
    double squaredDistance;
  };
  Open stack[64];  // Each node halves its triangles: the depth is at most the bits of a count.
  std::size_t depth = 0;
  stack[depth++] = {0, squaredToBox(point, m_nodes[0].low, m_nodes[0].high)};
  while (depth > 0) {
    const Open open = stack[--depth];
    if (open.squaredDistance >= best.squaredDistance) {
      continue;
    }
    const TreeNode& node = m_nodes[open.node];
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const double distance = squaredDistanceTo(m_order[i], point, positions);
      if (distance < best.squaredDistance) {
        best = {m_order[i], distance};
      }
    }
    if (node.count == 0) {
      const auto at = [&](std::uint32_t child) {
        return Open{child, squaredToBox(point, m_nodes[child].low, m_nodes[child].high)};
      };
      const Open left = at(open.node + 1);
      const Open right = at(node.first);
      const bool leftFirst = left.squaredDistance <= right.squaredDistance;
      stack[depth++] = leftFirst ? right : left;
      stack[depth++] = leftFirst ? left : right;
    }
  }
  return best;
}

}  // namespace texeleton::bake
