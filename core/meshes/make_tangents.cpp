#include "core/meshes/make_tangents.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/base/index.h"
#include "core/base/mapped.h"

namespace texeleton::meshes {

namespace {

/// mikktspace.c treats numbers up to the smallest normal float as zero.
constexpr double kZero = std::numeric_limits<float>::min();

struct Triangle {
  std::array<std::uint32_t, 3> points{};                                  ///< Welded vertices.
  std::array<std::uint32_t, 3> neighbours{kNoIndex, kNoIndex, kNoIndex};  ///< Across the side from corner i to i + 1.
  std::array<std::uint32_t, 3> groups{kNoIndex, kNoIndex, kNoIndex};      ///< One per corner.
  glm::dvec3 along{0.0};                                                  ///< Direction of u, unit or zero.
  bool keepsOrientation = false;  ///< u, v and the normal are right-handed, with v up.
  bool hasNoTexture = true;       ///< Degenerate in the texture: it joins any group.
  bool hasNoArea = false;         ///< Two of its positions are equal: left out.
};

struct Group {
  std::uint32_t point = 0;
  bool keepsOrientation = false;
  std::vector<std::uint32_t> triangles;
};

constexpr std::size_t next(std::size_t corner) { return (corner + 1) % 3; }
constexpr std::size_t previous(std::size_t corner) { return (corner + 2) % 3; }

glm::dvec3 unitOrSame(const glm::dvec3& v) {
  const double length = glm::length(v);
  return length > kZero ? v / length : v;
}

glm::dvec3 inPlane(const glm::dvec3& v, const glm::dvec3& normal) { return v - normal * glm::dot(normal, v); }

/// Any direction in the surface.
glm::dvec3 somewhere(const glm::dvec3& normal) {
  const glm::dvec3 axis = std::abs(normal.x) < 0.8 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(inPlane(axis, normal));
}

class TangentMaker {
 public:
  TangentMaker(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals, std::span<const glm::vec2> uvs,
               std::span<const std::uint32_t> indices)
      : m_positions(positions), m_normals(normals), m_uvs(uvs), m_indices(indices), m_triangles(indices.size() / 3) {}

  std::vector<glm::vec4> make() {
    weld();
    for (Triangle& triangle : m_triangles) {
      measure(triangle);
    }
    join();
    group();
    return tangents();
  }

 private:
  glm::dvec3 position(std::uint32_t point) const { return glm::dvec3(m_positions[point]); }
  glm::dvec3 normal(std::uint32_t point) const { return glm::dvec3(m_normals[point]); }

  /// Merges vertices of equal position, normal and texture coordinates to one point, the first of them.
  void weld() {
    const auto values = [&](std::uint32_t v) {
      const glm::vec3& p = m_positions[v];
      const glm::vec3& n = m_normals[v];
      return std::tuple(p.x, p.y, p.z, n.x, n.y, n.z, m_uvs[v].x, m_uvs[v].y);
    };
    std::vector<std::uint32_t> order(m_positions.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto x = values(a);
      const auto y = values(b);
      return x != y ? x < y : a < b;
    });
    std::vector<std::uint32_t> pointOf(m_positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool same = i > 0 && values(order[i]) == values(order[i - 1]);
      pointOf[order[i]] = same ? pointOf[order[i - 1]] : order[i];
    }
    for (std::size_t i = 0; i < 3 * m_triangles.size(); ++i) {
      m_triangles[i / 3].points[i % 3] = pointOf[m_indices[i]];
    }
  }

  void measure(Triangle& triangle) const {
    const auto [a, b, c] = triangle.points;
    triangle.hasNoArea =
        m_positions[a] == m_positions[b] || m_positions[a] == m_positions[c] || m_positions[b] == m_positions[c];
    // v downwards in glTF, upwards here.
    const glm::dvec2 toB = (glm::dvec2(m_uvs[b]) - glm::dvec2(m_uvs[a])) * glm::dvec2(1, -1);
    const glm::dvec2 toC = (glm::dvec2(m_uvs[c]) - glm::dvec2(m_uvs[a])) * glm::dvec2(1, -1);
    const glm::dvec3 sideB = position(b) - position(a);
    const glm::dvec3 sideC = position(c) - position(a);
    const double area = toB.x * toC.y - toB.y * toC.x;
    triangle.keepsOrientation = area > 0.0;
    if (!(std::abs(area) > kZero)) {
      return;
    }
    const glm::dvec3 along = toC.y * sideB - toB.y * sideC;
    const glm::dvec3 up = toB.x * sideC - toC.x * sideB;
    const double length = glm::length(along);
    if (length > kZero) {
      triangle.along = along * ((area > 0.0 ? 1.0 : -1.0) / length);
    }
    triangle.hasNoTexture = !(length / std::abs(area) > kZero && glm::length(up) / std::abs(area) > kZero);
  }

  /// Two triangles are neighbours if they share a side in opposite directions.
  void join() {
    struct Side {
      std::uint32_t low, high, triangle;
      std::uint8_t corner;
      bool forward;
    };
    std::vector<Side> sides;
    sides.reserve(3 * m_triangles.size());
    for (std::uint32_t t = 0; t < m_triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3 && !m_triangles[t].hasNoArea; ++i) {
        const std::uint32_t from = m_triangles[t].points[i];
        const std::uint32_t to = m_triangles[t].points[next(i)];
        sides.push_back({std::min(from, to), std::max(from, to), t, static_cast<std::uint8_t>(i), from < to});
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    for (std::size_t i = 0; i < sides.size(); ++i) {
      std::uint32_t& mine = m_triangles[sides[i].triangle].neighbours[sides[i].corner];
      for (std::size_t j = i + 1; mine == kNoIndex && j < sides.size() && sides[j].low == sides[i].low &&
                                  sides[j].high == sides[i].high && j - i <= kMostAtASide;
           ++j) {
        std::uint32_t& other = m_triangles[sides[j].triangle].neighbours[sides[j].corner];
        if (other == kNoIndex && sides[j].forward != sides[i].forward) {
          mine = sides[j].triangle;
          other = sides[i].triangle;
        }
      }
    }
  }

  /// Corners at one point whose triangles are neighbours of the same orientation share a tangent.
  void group() {
    std::vector<std::uint32_t> open;
    for (std::uint32_t t = 0; t < m_triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Triangle& first = m_triangles[t];
        if (first.hasNoArea || first.hasNoTexture || first.groups[i] != kNoIndex) {
          continue;
        }
        const auto number = static_cast<std::uint32_t>(m_groups.size());
        m_groups.push_back({first.points[i], first.keepsOrientation, {}});
        open.assign(1, t);
        while (!open.empty()) {
          const std::uint32_t member = open.back();
          open.pop_back();
          if (take(member, number)) {
            const Triangle& triangle = m_triangles[member];
            const std::size_t corner = cornerAt(triangle, m_groups[number].point);
            // The neighbour across the side that begins at the corner is visited first.
            open.push_back(triangle.neighbours[previous(corner)]);
            open.push_back(triangle.neighbours[corner]);
          }
        }
      }
    }
  }

  static std::size_t cornerAt(const Triangle& triangle, std::uint32_t point) {
    return triangle.points[0] == point ? 0 : triangle.points[1] == point ? 1 : 2;
  }

  bool take(std::uint32_t number, std::uint32_t into) {
    if (number == kNoIndex) {
      return false;
    }
    Triangle& triangle = m_triangles[number];
    Group& group = m_groups[into];
    const std::size_t corner = cornerAt(triangle, group.point);
    if (triangle.groups[corner] != kNoIndex) {
      return false;
    }
    const auto isFree = [](std::uint32_t of) { return of == kNoIndex; };
    if (triangle.hasNoTexture && std::all_of(triangle.groups.begin(), triangle.groups.end(), isFree)) {
      triangle.keepsOrientation = group.keepsOrientation;
    }
    if (triangle.keepsOrientation != group.keepsOrientation) {
      return false;
    }
    triangle.groups[corner] = into;
    group.triangles.push_back(number);
    return true;
  }

  /// Directions of u of a group's triangles in the plane of the normal, weighted by the angles of their corners there.
  glm::vec4 tangentOf(const Group& group) const {
    const glm::dvec3 up = normal(group.point);
    glm::dvec3 sum(0.0);
    for (const std::uint32_t number : group.triangles) {
      const Triangle& triangle = m_triangles[number];
      if (triangle.hasNoTexture) {
        continue;
      }
      const std::size_t corner = cornerAt(triangle, group.point);
      const glm::dvec3 here = position(triangle.points[corner]);
      const glm::dvec3 back = unitOrSame(inPlane(position(triangle.points[previous(corner)]) - here, up));
      const glm::dvec3 ahead = unitOrSame(inPlane(position(triangle.points[next(corner)]) - here, up));
      sum += std::acos(std::clamp(glm::dot(back, ahead), -1.0, 1.0)) * unitOrSame(inPlane(triangle.along, up));
    }
    const double length = glm::length(sum);
    return {glm::vec3(length > kZero ? sum / length : somewhere(up)), group.keepsOrientation ? 1.0f : -1.0f};
  }

  std::vector<glm::vec4> tangents() const {
    std::vector<glm::vec4> ofGroup = mapped(m_groups, [&](const Group& group) { return tangentOf(group); });
    // Corners without a group use one of the same point.
    std::vector<std::uint32_t> groupAt(m_positions.size(), kNoIndex);
    for (std::uint32_t number = 0; number < m_groups.size(); ++number) {
      std::uint32_t& first = groupAt[m_groups[number].point];
      first = std::min(first, number);
    }
    std::vector<glm::vec4> result;
    result.reserve(m_indices.size());
    for (const Triangle& triangle : m_triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t own = triangle.groups[i];
        const std::uint32_t number = own != kNoIndex ? own : groupAt[triangle.points[i]];
        result.push_back(number != kNoIndex ? ofGroup[number]
                                            : glm::vec4(glm::vec3(somewhere(normal(triangle.points[i]))), 1.0f));
      }
    }
    return result;
  }

  /// If more triangles share one side than in a surface, only this many are compared.
  static constexpr std::size_t kMostAtASide = 64;

  std::span<const glm::vec3> m_positions;
  std::span<const glm::vec3> m_normals;
  std::span<const glm::vec2> m_uvs;
  std::span<const std::uint32_t> m_indices;
  std::vector<Triangle> m_triangles;
  std::vector<Group> m_groups;
};

}  // namespace

std::vector<glm::vec4> cornerTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                                      std::span<const glm::vec2> uvs, std::span<const std::uint32_t> indices) {
  return TangentMaker(positions, normals, uvs, indices).make();
}

}  // namespace texeleton::meshes
