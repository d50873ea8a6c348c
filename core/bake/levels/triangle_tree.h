#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace texeleton::bake {

/// Squared distance of a point from a triangle, which may be degenerate. (The regions of a triangle: Ericson, Real-Time
/// Collision Detection, 5.1.5.)
double squaredDistance(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c);

/// The shares of the corners at the point of a triangle nearest to `p` (the same regions).
glm::vec3 nearestShares(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c);

/// Finds the triangle nearest to a point: a tree of boxes that is built once and refitted when the corners move.
class TriangleTree {
 public:
  TriangleTree() = default;
  /// `triangles` are corners in `positions`; at least one.
  TriangleTree(std::vector<glm::uvec3> triangles, std::span<const glm::dvec3> positions);

  /// Updates the boxes after the corners have moved.
  void refit(std::span<const glm::dvec3> positions);

  struct Nearest {
    std::uint32_t triangle = 0;
    double squaredDistance = 0.0;
  };
  /// `guess`: a triangle to begin with; a near one is faster. `positions` as of the last refit.
  Nearest nearest(const glm::dvec3& point, std::uint32_t guess, std::span<const glm::dvec3> positions) const;

  double squaredDistanceTo(std::uint32_t triangle, const glm::dvec3& point,
                           std::span<const glm::dvec3> positions) const;

 private:
  struct TreeNode {
    glm::dvec3 low{0.0};
    glm::dvec3 high{0.0};
    std::uint32_t first =
        0;  ///< Leaf: its first triangle in m_order; otherwise the second child (the first one follows the node).
    std::uint32_t count = 0;  ///< Triangles of a leaf; 0: not one.
  };
  void build(std::uint32_t begin, std::uint32_t end, std::span<const glm::dvec3> centres);

  std::vector<glm::uvec3> m_triangles;
  std::vector<std::uint32_t> m_order;
  std::vector<TreeNode> m_nodes;  ///< Parents before children.
};

}  // namespace texeleton::bake
