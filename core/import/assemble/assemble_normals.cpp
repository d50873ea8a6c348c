#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/index.h"
#include "core/import/assemble/assemble_primitive.h"
#include "core/meshes/make_tangents.h"

namespace texeleton::importing::assemble {

namespace {

/// The normal of vertices without a non-degenerate triangle.
const glm::vec3 kFallbackNormal(0.0f, 1.0f, 0.0f);
/// Triangles whose normals are closer than this (cosine; about 0.006°) lie in one plane and share vertices.
constexpr double kSamePlane = 1.0 - 5e-9;
/// Limit of normals or tangents compared per vertex, so that a huge fan stays fast.
constexpr int kMaxVariants = 64;

/// Normal of a triangle, or zero if it has no area. Sides are normalised first, so that huge and tiny triangles stay
/// within the range of numbers.
glm::dvec3 faceNormal(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 u = b - a;
  const glm::dvec3 v = c - a;
  const double lengthU = glm::length(u);
  const double lengthV = glm::length(v);
  if (!(lengthU > 0.0) || !(lengthV > 0.0)) {
    return glm::dvec3(0.0);
  }
  const glm::dvec3 cross = glm::cross(u / lengthU, v / lengthV);
  const double length = glm::length(cross);
  return length > 1e-12 ? cross / length : glm::dvec3(0.0);
}

double angleBetween(const glm::dvec3& u, const glm::dvec3& v) {
  const double lengths = glm::length(u) * glm::length(v);
  return lengths > 0.0 ? std::acos(std::clamp(glm::dot(u, v) / lengths, -1.0, 1.0)) : 0.0;
}

/// The first vertex with the same position, for each vertex.
std::vector<std::uint32_t> firstAtPosition(const std::vector<glm::vec3>& positions) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const glm::vec3& p = positions[a];
    const glm::vec3& q = positions[b];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z != q.z ? p.z < q.z : a < b;
  };
  std::sort(order.begin(), order.end(), before);
  std::vector<std::uint32_t> first(positions.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && positions[order[i]] == positions[order[i - 1]];
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

}  // namespace

void makeFlatNormals(Primitive& primitive) {
  const std::size_t count = primitive.positions.size();
  std::vector<glm::dvec3> normals(count, glm::dvec3(0.0));  // of new vertices; zero: undecided
  std::vector<std::uint32_t> oldOf(count);
  std::iota(oldOf.begin(), oldOf.end(), 0u);
  std::vector<std::uint32_t> nextVariant(count, kNoIndex);

  for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
    std::uint32_t* corners = &primitive.indices[t];
    const glm::dvec3 normal =
        faceNormal(primitive.positions[corners[0]], primitive.positions[corners[1]], primitive.positions[corners[2]]);
    if (normal == glm::dvec3(0.0)) {
      continue;  // a triangle without area keeps its vertices' normals
    }
    for (int c = 0; c < 3; ++c) {
      const std::uint32_t old = corners[c];
      if (normals[old] == glm::dvec3(0.0)) {
        normals[old] = normal;
        continue;
      }
      // The newest come first, and neighbours in a fan follow each other: a short search suffices.
      std::uint32_t variant = old;
      for (int step = 0; variant != kNoIndex && glm::dot(normals[variant], normal) < kSamePlane; ++step) {
        variant = step < kMaxVariants ? nextVariant[variant] : kNoIndex;
      }
      if (variant == kNoIndex) {
        variant = static_cast<std::uint32_t>(oldOf.size());
        oldOf.push_back(old);
        normals.push_back(normal);
        nextVariant.push_back(nextVariant[old]);
        nextVariant[old] = variant;
      }
      corners[c] = variant;
    }
  }
  if (oldOf.size() != count) {
    gatherVertices(primitive, oldOf);
  }
  primitive.normals.resize(normals.size());
  for (std::size_t i = 0; i < normals.size(); ++i) {
    primitive.normals[i] = normals[i] == glm::dvec3(0.0) ? kFallbackNormal : glm::vec3(normals[i]);
  }
}

std::vector<glm::vec3> smoothNormals(const Primitive& primitive) {
  const std::vector<glm::vec3>& positions = primitive.positions;
  const std::vector<std::uint32_t> first = firstAtPosition(positions);
  std::vector<glm::dvec3> sums(positions.size(), glm::dvec3(0.0));
  for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
    const std::uint32_t* corners = &primitive.indices[t];
    const glm::dvec3 p[3] = {positions[corners[0]], positions[corners[1]], positions[corners[2]]};
    const glm::dvec3 normal = faceNormal(p[0], p[1], p[2]);
    for (int c = 0; c < 3; ++c) {
      sums[first[corners[c]]] += normal * angleBetween(p[(c + 1) % 3] - p[c], p[(c + 2) % 3] - p[c]);
    }
  }
  std::vector<glm::vec3> normals(positions.size());
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const glm::dvec3& sum = sums[first[i]];
    const double length = glm::length(sum);
    normals[i] = length > 1e-9 ? glm::vec3(sum / length) : kFallbackNormal;
  }
  return normals;
}

void makeTangents(Primitive& primitive, const std::vector<glm::vec2>& uvs) {
  const std::vector<glm::vec4> corners =
      meshes::cornerTangents(primitive.positions, primitive.normals, uvs, primitive.indices);
  // A vertex keeps its first tangent; each further one adds a vertex at the end.
  const std::size_t count = primitive.positions.size();
  const glm::vec4 open(0.0f);  // undecided
  std::vector<glm::vec4> tangents(count, open);
  std::vector<std::uint32_t> oldOf(count);
  std::iota(oldOf.begin(), oldOf.end(), 0u);
  std::vector<std::uint32_t> nextVariant(count, kNoIndex);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::uint32_t old = primitive.indices[i];
    if (tangents[old] == open) {
      tangents[old] = corners[i];
      continue;
    }
    std::uint32_t variant = old;
    for (int step = 0; variant != kNoIndex && tangents[variant] != corners[i]; ++step) {
      variant = step < kMaxVariants ? nextVariant[variant] : kNoIndex;
    }
    if (variant == kNoIndex) {
      variant = static_cast<std::uint32_t>(oldOf.size());
      oldOf.push_back(old);
      tangents.push_back(corners[i]);
      nextVariant.push_back(nextVariant[old]);
      nextVariant[old] = variant;
    }
    primitive.indices[i] = variant;
  }
  // Vertices without triangles.
  std::replace(tangents.begin(), tangents.end(), open, glm::vec4(1.0f, 0.0f, 0.0f, 1.0f));
  if (oldOf.size() != count) {
    gatherVertices(primitive, oldOf);
  }
  primitive.tangents = std::move(tangents);
}

}  // namespace texeleton::importing::assemble
