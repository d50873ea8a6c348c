#include "viewport/scene/gpu/vertex_seams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace texeleton::viewport {

namespace {

constexpr float kAlikeAttributes = 1e-4f;  // Tolerance of components of normals and texture coordinates.

/// Position numbers; vertices at the same position share one.
std::vector<std::uint32_t> placesOf(const std::vector<glm::vec3>& positions) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const glm::vec3& p = positions[a];
    const glm::vec3& q = positions[b];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  std::ranges::sort(order, less);
  std::vector<std::uint32_t> places(positions.size());
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place += i > 0 && less(order[i - 1], order[i]) ? 1 : 0;
    places[order[i]] = place;
  }
  return places;
}

template <class Vector>
bool alike(const std::vector<Vector>& values, std::uint32_t a, std::uint32_t b) {
  if (values.empty() || a == b) {
    return true;
  }
  for (int i = 0; i < Vector::length(); ++i) {
    if (!(std::abs(values[a][i] - values[b][i]) <= kAlikeAttributes)) {
      return false;
    }
  }
  return true;
}

/// Ends of an edge in a triangle, lower position number first.
struct Edge {
  std::array<std::uint32_t, 2> ends{};
  std::uint32_t material = 0;
};

class Seams {
 public:
  explicit Seams(const vat::BakedMesh& mesh) : m_mesh(mesh), m_places(placesOf(mesh.positions)) {
    m_ofPlace.resize(mesh.positions.size());
  }

  void add(const std::vector<vat::BakedPrimitive>& primitives, const std::vector<std::uint32_t>& indices) {
    m_edges.clear();
    m_edges.reserve(indices.size());
    for (const vat::BakedPrimitive& primitive : primitives) {
      const std::uint32_t* const first = indices.data() + primitive.firstIndex;
      for (std::uint32_t i = 0; i + 2 < primitive.indexCount; i += 3) {
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
          addEdge(first[i + corner], first[i + (corner + 1) % 3], primitive.material.value);
        }
      }
    }
  }

  std::vector<std::uint8_t> ofVertices() const {
    std::vector<std::uint8_t> seams(m_places.size());
    for (std::size_t v = 0; v < seams.size(); ++v) {
      seams[v] = m_ofPlace[m_places[v]];
    }
    return seams;
  }

 private:
  void addEdge(std::uint32_t a, std::uint32_t b, std::uint32_t material) {
    if (m_places[a] > m_places[b]) {
      std::swap(a, b);
    }
    const std::uint64_t key = std::uint64_t{m_places[a]} << 32 | m_places[b];
    const auto [at, isNew] = m_edges.try_emplace(key, Edge{{a, b}, material});
    if (isNew) {
      return;
    }
    const Edge& other = at->second;
    const auto bothAlike = [&](const auto& values) {
      return alike(values, a, other.ends[0]) && alike(values, b, other.ends[1]);
    };
    const bool isSmooth = bothAlike(m_mesh.normals);
    const bool isWhole = isSmooth && bothAlike(m_mesh.uv0) && bothAlike(m_mesh.uv1) && material == other.material;
    for (const std::uint32_t end : {a, b}) {
      std::uint8_t& bits = m_ofPlace[m_places[end]];
      bits = static_cast<std::uint8_t>(bits | (isSmooth ? 0 : kAtCrease) | (isWhole ? 0 : kAtSeam));
    }
  }

  const vat::BakedMesh& m_mesh;
  std::vector<std::uint32_t> m_places;
  std::vector<std::uint8_t> m_ofPlace;
  std::unordered_map<std::uint64_t, Edge> m_edges;
};

}  // namespace

std::vector<std::uint8_t> vertexSeams(const vat::BakedMesh& mesh) {
  Seams seams(mesh);
  seams.add(mesh.primitives, mesh.indices);
  for (const vat::BakedLod& lod : mesh.lods) {
    seams.add(lod.primitives, lod.indices);
  }
  return seams.ofVertices();
}

}  // namespace texeleton::viewport
