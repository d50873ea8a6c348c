#include "core/bake/levels/mesh_simplifier.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>

namespace texeleton::bake {

namespace {

/// meshoptimizer's limit on the error, relative to the mesh's size: not effective, since the share of triangles
/// decides.
constexpr float kAnyError = 1.0f;
/// Part of the error without seams at which a level with seams stops: its silhouettes are then as good (measured by
/// tests/viewport/measure_levels.py).
constexpr float kErrorWithSeams = 0.9f;
/// Points at one place that a vertex is compared with: bounds the time for files with any number of vertices there.
constexpr std::ptrdiff_t kMostCompared = 32;

}  // namespace

MeshSimplifier::MeshSimplifier(const model::Model& model, const meshes::MeshInstance& instance,
                               const SurfaceColors& colors)
    : m_model(model), m_instance(instance), m_colors(colors) {
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
  m_places.of.resize(m_vertices.size());
  m_points.of.resize(m_vertices.size());
  const auto add = [&](Points& points, std::span<const std::uint32_t> members) {
    points.verticesBegin.push_back(static_cast<std::uint32_t>(points.verticesAt.size()));
    for (const std::uint32_t vertex : members) {
      points.of[vertex] = static_cast<std::uint32_t>(points.positions.size());
      points.verticesAt.push_back(vertex);
    }
    points.positions.push_back(m_model.vertices.positions[m_vertices[members.front()]]);
  };
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && placeOf(order[end]) == placeOf(order[begin])) {
      ++end;
    }
    const std::span<const std::uint32_t> here = std::span(order).subspan(begin, end - begin);
    add(m_places, here);
    groups.clear();
    for (const std::uint32_t vertex : here) {
      const auto first = groups.end() - std::min<std::ptrdiff_t>(std::ssize(groups), kMostCompared);
      const auto group = std::find_if(first, groups.end(), [&](const std::vector<std::uint32_t>& members) {
        return areAlike(members.front(), vertex);
      });
      if (group == groups.end()) {
        groups.push_back({vertex});
      } else {
        group->push_back(vertex);
      }
    }
    for (const std::vector<std::uint32_t>& members : groups) {
      add(m_points, members);
    }
  }
  for (Points* const points : {&m_places, &m_points}) {
    points->verticesBegin.push_back(static_cast<std::uint32_t>(points->verticesAt.size()));
  }
}

/// Whether two vertices at one place are interchangeable.
bool MeshSimplifier::areAlike(std::uint32_t a, std::uint32_t b) const {
  const model::VertexData& data = m_model.vertices;
  const std::uint32_t vertexA = m_vertices[a];
  const std::uint32_t vertexB = m_vertices[b];
  const model::MeshPart& partA = m_model.parts[m_partOf[a]];
  const model::MeshPart& partB = m_model.parts[m_partOf[b]];
  const auto influencesOf = [&](std::uint32_t vertex) {
    const std::uint32_t begin = data.influenceBegin[vertex];
    return std::span(data.influences).subspan(begin, data.influenceBegin[vertex + 1] - begin);
  };
  const auto areSame = [](const model::Influence& one, const model::Influence& other) {
    return one.joint == other.joint && one.weight == other.weight;
  };
  if (partA.material != partB.material || partA.morphTargets.size() != partB.morphTargets.size() ||
      !std::ranges::equal(influencesOf(vertexA), influencesOf(vertexB), areSame)) {
    return false;
  }
  for (std::size_t i = 0; i < partA.morphTargets.size(); ++i) {
    if (partA.morphTargets[i].positionDeltas[vertexA - partA.firstVertex] !=
        partB.morphTargets[i].positionDeltas[vertexB - partB.firstVertex]) {
      return false;
    }
  }
  return m_colors.isOneColor(partA.material, vertexA, vertexB);
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
  const glm::dvec3 a(m_points.positions[points.x]);
  const glm::dvec3 face =
      glm::cross(glm::dvec3(m_points.positions[points.y]) - a, glm::dvec3(m_points.positions[points.z]) - a);
  const auto likeness = [&](std::uint32_t vertex) {
    return glm::dot(glm::dvec3(m_model.vertices.normals[m_vertices[vertex]]), face);
  };
  using Rank = std::tuple<int, double>;  // 2: of the same chart, 1: part; then the normal
  glm::uvec3 best(0u);
  std::tuple<int, double> bestRank(-1, 0.0);
  for (std::uint32_t i = m_points.verticesBegin[points.x]; i < m_points.verticesBegin[points.x + 1]; ++i) {
    const std::uint32_t first = m_points.verticesAt[i];
    glm::uvec3 corners(first);
    int worst = 2;
    double sum = likeness(first);
    for (const glm::length_t corner : {1, 2}) {
      const std::uint32_t point = points[corner];
      Rank rank(-1, 0.0);
      for (std::uint32_t j = m_points.verticesBegin[point]; j < m_points.verticesBegin[point + 1]; ++j) {
        const std::uint32_t vertex = m_points.verticesAt[j];
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

std::vector<std::uint32_t> MeshSimplifier::simplified(const Points& points, std::size_t wanted, float limit,
                                                      float& error) const {
  std::vector<std::uint32_t> whole;
  whole.reserve(m_corners.size());
  for (std::size_t i = 0; i + 2 < m_corners.size(); i += 3) {
    const auto placeOf = [&](std::size_t corner) { return m_places.of[m_corners[i + corner]]; };
    if (placeOf(0) != placeOf(1) && placeOf(1) != placeOf(2) && placeOf(2) != placeOf(0)) {  // Degenerate ones are
                                                                                             // dropped.
      for (std::size_t corner = 0; corner < 3; ++corner) {
        whole.push_back(points.of[m_corners[i + corner]]);
      }
    }
  }
  std::vector<std::uint32_t> simple(whole.size());
  simple.resize(meshopt_simplify(simple.data(), whole.data(), whole.size(), &points.positions[0].x,
                                 points.positions.size(), sizeof(glm::vec3), wanted, limit, 0, &error));
  return simple;
}

void MeshSimplifier::addTo(LevelBuilder& level, std::uint32_t mesh, double ratio) const {
  const auto triangles = std::llround(static_cast<double>(m_corners.size()) / 3.0 * ratio);
  const std::size_t wanted = static_cast<std::size_t>(std::max(triangles, 1LL)) * 3;  // Small meshes do not vanish.
  float error = 0.0f;
  std::vector<std::uint32_t> simple = simplified(m_places, wanted, kAnyError, error);
  if (m_points.positions.size() != m_places.positions.size()) {
    simple = simplified(m_points, wanted, kErrorWithSeams * error, error);  // Prefers more triangles to a worse shape.
  }
  std::vector<std::vector<std::uint32_t>> ofParts(m_instance.parts.size());
  for (std::size_t i = 0; i + 2 < simple.size(); i += 3) {
    const glm::uvec3 corners = bestCorners({simple[i], simple[i + 1], simple[i + 2]});
    const auto part = std::ranges::find(m_instance.parts, m_partOf[corners.x]);
    std::vector<std::uint32_t>& indices = ofParts[static_cast<std::size_t>(part - m_instance.parts.begin())];
    indices.insert(indices.end(), {m_vertices[corners.x], m_vertices[corners.y], m_vertices[corners.z]});
  }
  for (std::size_t i = 0; i < ofParts.size(); ++i) {
    level.add(mesh, m_model.parts[m_instance.parts[i]].material, ofParts[i]);
  }
}

}  // namespace texeleton::bake
