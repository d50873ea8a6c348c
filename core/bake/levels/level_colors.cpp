#include "core/bake/levels/measure_levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "core/bake/levels/surface_colors.h"
#include "core/bake/levels/triangle_tree.h"

namespace texeleton::bake {

namespace {

constexpr std::size_t kSamples = 4096;        ///< Sample points of a level, each for an equal area.
constexpr std::size_t kMostSearched = 65536;  ///< Limit of triangles of lod0 that are searched for a colour.
/// Sample points of a triangle, as shares of its corners.
constexpr std::array kShares = {glm::vec3(1.0f / 3.0f),        glm::vec3(0.8f, 0.1f, 0.1f),
                                glm::vec3(0.1f, 0.8f, 0.1f),   glm::vec3(0.1f, 0.1f, 0.8f),
                                glm::vec3(0.45f, 0.45f, 0.1f), glm::vec3(0.45f, 0.1f, 0.45f),
                                glm::vec3(0.1f, 0.45f, 0.45f)};

bool differs(const glm::vec4& a, const glm::vec4& b) { return glm::length(a - b) > kSameColor; }

glm::dvec3 placeIn(std::span<const glm::dvec3> positions, const glm::uvec3& triangle, const glm::dvec3& shares) {
  return positions[triangle.x] * shares.x + positions[triangle.y] * shares.y + positions[triangle.z] * shares.z;
}

/// Triangles of a level, and their cumulative areas.
struct Surface {
  std::vector<glm::uvec3> triangles;
  std::vector<MaterialIndex> materials;
  std::vector<double> areas;
};

Surface surfaceOf(std::span<const glm::dvec3> positions, const std::vector<vat::BakedPrimitive>& primitives,
                  const std::vector<std::uint32_t>& indices) {
  Surface surface;
  double area = 0.0;
  for (const vat::BakedPrimitive& primitive : primitives) {
    for (std::uint32_t i = 0; i + 2 < primitive.indexCount; i += 3) {
      const std::uint32_t first = primitive.firstIndex + i;
      const glm::uvec3 triangle(indices[first], indices[first + 1], indices[first + 2]);
      const glm::dvec3& a = positions[triangle.x];
      area += 0.5 * glm::length(glm::cross(positions[triangle.y] - a, positions[triangle.z] - a));
      surface.triangles.push_back(triangle);
      surface.materials.push_back(primitive.material);
      surface.areas.push_back(area);
    }
  }
  return surface;
}

/// The n-th place in a triangle, spread evenly (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences").
glm::dvec3 sharesOf(std::size_t n) {
  double u = std::fmod(0.5 + 0.7548776662466927 * static_cast<double>(n), 1.0);
  double v = std::fmod(0.5 + 0.5698402909980532 * static_cast<double>(n), 1.0);
  if (u + v > 1.0) {
    u = 1.0 - u;
    v = 1.0 - v;
  }
  return {1.0 - u - v, u, v};
}

/// The surface of lod0 by the colours that it shows.
class ShownColors {
 public:
  ShownColors(const Surface& surface, std::span<const glm::dvec3> positions, const SurfaceColors& colors)
      : m_surface(surface), m_positions(positions), m_colors(colors), m_tree(surface.triangles, positions) {
    const std::size_t step = surface.triangles.size() / kMostSearched + 1;
    for (std::size_t t = 0; t < surface.triangles.size(); t += step) {
      Shown& shown = m_shown.emplace_back();
      shown.triangle = t;
      for (std::size_t i = 0; i < kShares.size(); ++i) {
        shown.colors[i] = colors.at(surface.materials[t], surface.triangles[t], kShares[i]);
        shown.isOne = shown.isOne && !differs(shown.colors[i], shown.colors[0]);
      }
    }
  }

  /// The distance from a point to the nearest place of this colour; at most `most`.
  double distanceTo(const glm::vec4& color, const glm::dvec3& point, double most) const {
    const std::uint32_t nearest = m_tree.nearest(point, 0, m_positions).triangle;
    const glm::uvec3& at = m_surface.triangles[nearest];
    const glm::vec3 shares = nearestShares(point, m_positions[at.x], m_positions[at.y], m_positions[at.z]);
    if (!differs(color, m_colors.at(m_surface.materials[nearest], at, shares))) {
      return 0.0;
    }
    double least = most * most;
    for (const Shown& shown : m_shown) {
      const glm::uvec3& t = m_surface.triangles[shown.triangle];
      if (shown.isOne && !differs(color, shown.colors[0])) {
        least = std::min(least, squaredDistance(point, m_positions[t.x], m_positions[t.y], m_positions[t.z]));
      }
      for (std::size_t i = 0; !shown.isOne && i < kShares.size(); ++i) {
        if (!differs(color, shown.colors[i])) {
          const glm::dvec3 away = placeIn(m_positions, t, glm::dvec3(kShares[i])) - point;
          least = std::min(least, glm::dot(away, away));
        }
      }
    }
    return std::sqrt(least);
  }

 private:
  struct Shown {
    std::size_t triangle = 0;
    std::array<glm::vec4, kShares.size()> colors{};
    bool isOne = true;  ///< One colour everywhere.
  };
  const Surface& m_surface;
  std::span<const glm::dvec3> m_positions;
  const SurfaceColors& m_colors;
  TriangleTree m_tree;
  std::vector<Shown> m_shown;
};

/// The smallest length whose square is at least the area of the samples that are farther.
double displacementOf(std::vector<double> distances, double areaOfEach) {
  std::ranges::sort(distances, std::greater<>());
  double least = distances.front();
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double next = i + 1 < distances.size() ? distances[i + 1] : 0.0;
    least = std::min(least, std::max(next, std::sqrt(areaOfEach * static_cast<double>(i + 1))));
  }
  return least;
}

}  // namespace

Result<void> measureLevelColors(vat::BakedAnimation& baked, JobContext& job) {
  const vat::BakedMesh& mesh = baked.mesh;
  if (mesh.lods.empty() || mesh.indices.empty()) {
    return {};
  }
  try {
    const SurfaceColors colors(mesh.materials, mesh.images, {mesh.uv0, mesh.uv1, mesh.colors});
    for (const Message& problem : colors.problems()) {
      job.warn(message("%1: its colours are not compared in levels of detail", problem));
    }
    const std::vector<glm::dvec3> positions(mesh.positions.begin(), mesh.positions.end());
    model::Box box;
    for (const std::uint32_t vertex : mesh.indices) {
      box.add(mesh.positions[vertex]);
    }
    const double size = glm::length(glm::dvec3(box.max) - glm::dvec3(box.min));
    const Surface finest = surfaceOf(positions, mesh.primitives, mesh.indices);
    const ShownColors shown(finest, positions, colors);
    for (vat::BakedLod& lod : baked.mesh.lods) {
      const Surface level = surfaceOf(positions, lod.primitives, lod.indices);
      if (level.areas.empty()) {
        continue;
      }
      const double areaOfEach = level.areas.back() / kSamples;
      std::vector<double> distances;
      std::size_t t = 0;
      for (std::size_t n = 0; n < kSamples; ++n) {
        if (job.isCancelled()) {
          return fail(ErrorCode::Cancelled, "the bake was cancelled");
        }
        while (t + 1 < level.areas.size() && level.areas[t] < (static_cast<double>(n) + 0.5) * areaOfEach) {
          ++t;
        }
        const glm::dvec3 shares = sharesOf(n);
        const glm::vec4 color = colors.at(level.materials[t], level.triangles[t], glm::vec3(shares));
        distances.push_back(shown.distanceTo(color, placeIn(positions, level.triangles[t], shares), size));
      }
      lod.colorMillimetres = displacementOf(std::move(distances), areaOfEach) * 1000.0;
    }
    return {};
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to measure the levels of detail");
  }
}

}  // namespace texeleton::bake
