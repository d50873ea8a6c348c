#include "core/bake/levels/mesh_simplifier.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace texeleton::bake {

namespace {

/// meshoptimizer's limit on the error, relative to the mesh's size: the share of triangles decides, not this.
constexpr float kAnyError = 1.0f;

}  // namespace

MeshSimplifier::MeshSimplifier(const model::Model& model, const meshes::MeshInstance& instance)
    : m_model(model), m_instance(instance) {
  for (const std::uint32_t p : instance.parts) {
    const model::MeshPart& part = model.parts[p];
    const auto begin = static_cast<std::uint32_t>(m_vertices.size());
    for (std::uint32_t v = 0; v < part.vertexCount; ++v) {
      m_vertices.push_back(part.firstVertex + v);
    }
    m_partOf.resize(m_vertices.size(), p);
    for (std::uint32_t i = 0; i < part.indexCount; ++i) {
      m_corners.push_back(model.vertices.indices[part.firstIndex + i] - part.firstVertex + begin);
    }
  }
  findPoints();
  findCharts();
}

void MeshSimplifier::findPoints() {
  std::vector<std::uint32_t> order(m_vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto placeOf = [this](std::uint32_t vertex) {
    const glm::vec3& p = m_model.vertices.positions[m_vertices[vertex]];
    return std::tie(p.x, p.y, p.z);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return placeOf(a) < placeOf(b); });
  m_pointOf.resize(m_vertices.size());
  for (const std::uint32_t vertex : order) {
    if (m_points.empty() || placeOf(vertex) != placeOf(m_verticesAt.back())) {
      m_verticesBegin.push_back(static_cast<std::uint32_t>(m_verticesAt.size()));
      m_points.push_back(m_model.vertices.positions[m_vertices[vertex]]);
    }
    m_pointOf[vertex] = static_cast<std::uint32_t>(m_points.size() - 1);
    m_verticesAt.push_back(vertex);
  }
  m_verticesBegin.push_back(static_cast<std::uint32_t>(m_verticesAt.size()));
}

void MeshSimplifier::findCharts() {
  m_chartOf.resize(m_vertices.size());
  std::iota(m_chartOf.begin(), m_chartOf.end(), 0u);
  const auto rootOf = [this](std::uint32_t vertex) {
    while (m_chartOf[vertex] != vertex) {
      vertex = m_chartOf[vertex] = m_chartOf[m_chartOf[vertex]];
    }
    return vertex;
  };
  for (std::size_t i = 0; i + 2 < m_corners.size(); i += 3) {
    for (const std::size_t other : {i + 1, i + 2}) {
      const std::uint32_t a = rootOf(m_corners[i]);
      const std::uint32_t b = rootOf(m_corners[other]);
      m_chartOf[std::max(a, b)] = std::min(a, b);
    }
  }
  for (std::uint32_t vertex = 0; vertex < m_chartOf.size(); ++vertex) {
    m_chartOf[vertex] = rootOf(vertex);
  }
}

/// Vertices of one chart if a chart has all three points, else of one part, with normals most similar to the
/// triangle's.
glm::uvec3 MeshSimplifier::bestCorners(const glm::uvec3& points) const {
  const glm::dvec3 a(m_points[points.x]);
  const glm::dvec3 face = glm::cross(glm::dvec3(m_points[points.y]) - a, glm::dvec3(m_points[points.z]) - a);
  const auto likeness = [&](std::uint32_t vertex) {
    return glm::dot(glm::dvec3(m_model.vertices.normals[m_vertices[vertex]]), face);
  };
  using Rank = std::tuple<int, double>;  // 2: of the same chart, 1: part; then the normal
  glm::uvec3 best(0u);
  std::tuple<int, double> bestRank(-1, 0.0);
  for (std::uint32_t i = m_verticesBegin[points.x]; i < m_verticesBegin[points.x + 1]; ++i) {
    const std::uint32_t first = m_verticesAt[i];
    glm::uvec3 corners(first);
    int worst = 2;
    double sum = likeness(first);
    for (const glm::length_t corner : {1, 2}) {
      const std::uint32_t point = points[corner];
      Rank rank(-1, 0.0);
      for (std::uint32_t j = m_verticesBegin[point]; j < m_verticesBegin[point + 1]; ++j) {
        const std::uint32_t vertex = m_verticesAt[j];
        const int kinship = m_chartOf[vertex] == m_chartOf[first] ? 2 : m_partOf[vertex] == m_partOf[first] ? 1 : 0;
        if (const Rank here(kinship, likeness(vertex)); here > rank) {
          rank = here;
          corners[corner] = vertex;
        }
      }
      worst = std::min(worst, std::get<0>(rank));
      sum += std::get<1>(rank);
    }
    if (const Rank rank(worst, sum); rank > bestRank) {
      bestRank = rank;
      best = corners;
    }
  }
  return best;
}

void MeshSimplifier::addTo(LevelBuilder& level, std::uint32_t mesh, double ratio) const {
  std::vector<std::uint32_t> whole;
  whole.reserve(m_corners.size());
  for (std::size_t i = 0; i + 2 < m_corners.size(); i += 3) {
    const glm::uvec3 points(m_pointOf[m_corners[i]], m_pointOf[m_corners[i + 1]], m_pointOf[m_corners[i + 2]]);
    if (points.x != points.y && points.y != points.z && points.z != points.x) {  // The others show nothing.
      whole.insert(whole.end(), {points.x, points.y, points.z});
    }
  }
  const auto triangles = std::llround(static_cast<double>(m_corners.size()) / 3.0 * ratio);
  const std::size_t wanted = static_cast<std::size_t>(std::max(triangles, 1LL)) * 3;  // Small things do not vanish.
  std::vector<std::uint32_t> simple(whole.size());
  simple.resize(meshopt_simplify(simple.data(), whole.data(), whole.size(), &m_points[0].x, m_points.size(),
                                 sizeof(glm::vec3), wanted, kAnyError, 0, nullptr));
  std::vector<std::vector<std::uint32_t>> ofParts(m_instance.parts.size());
  for (std::size_t i = 0; i + 2 < simple.size(); i += 3) {
    const glm::uvec3 corners = bestCorners({simple[i], simple[i + 1], simple[i + 2]});
    const auto part = std::find(m_instance.parts.begin(), m_instance.parts.end(), m_partOf[corners.x]);
    std::vector<std::uint32_t>& indices = ofParts[static_cast<std::size_t>(part - m_instance.parts.begin())];
    indices.insert(indices.end(), {m_vertices[corners.x], m_vertices[corners.y], m_vertices[corners.z]});
  }
  for (std::size_t i = 0; i < ofParts.size(); ++i) {
    level.add(mesh, m_model.parts[m_instance.parts[i]].material, ofParts[i]);
  }
}

}  // namespace texeleton::bake
