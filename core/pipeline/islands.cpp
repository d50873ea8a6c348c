#include "core/pipeline/islands.h"

#include <algorithm>
#include <numeric>

#include "core/transform/transform.h"

namespace texeleton::pipeline {

namespace {

constexpr double kMostUnevenScale = 1e-5;  ///< Share by which a node's axes may differ.

}  // namespace

Islands findIslands(const model::Model& model, PointSetIndex set) {
  const std::uint32_t pointCount = model.pointSets[set.value].pointCount;
  std::vector<std::uint32_t> parent(pointCount);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto rootOf = [&parent](std::uint32_t point) {
    while (parent[point] != point) {
      point = parent[point] = parent[parent[point]];
    }
    return point;
  };
  for (const model::MeshPart& part : model.parts) {
    for (std::uint32_t i = 0; part.pointSet == set && i < part.indexCount; i += 3) {
      const auto pointOf = [&](std::uint32_t corner) {
        return rootOf(part.points[model.vertices.indices[part.firstIndex + i + corner] - part.firstVertex]);
      };
      const std::uint32_t least = std::min({pointOf(0), pointOf(1), pointOf(2)});
      for (std::uint32_t corner = 0; corner < 3; ++corner) {
        parent[pointOf(corner)] = least;
      }
    }
  }
  Islands found;
  found.places.assign(pointCount, glm::dvec3(0.0));
  std::vector<bool> isUsed(pointCount, false);
  forEachVertex(model, set, [&](std::uint32_t vertex, std::uint32_t point) {
    found.places[point] = model.vertices.positions[vertex];
    isUsed[point] = true;
  });
  found.islandOf.assign(pointCount, kNoIndex);
  for (std::uint32_t point = 0; point < pointCount; ++point) {
    if (!isUsed[point]) {
      continue;
    }
    const std::uint32_t root = rootOf(point);  // The lowest index of the island's points that a triangle uses.
    if (found.islandOf[root] == kNoIndex) {
      found.islandOf[root] = static_cast<std::uint32_t>(found.islands.size());
      found.islands.emplace_back();
    }
    found.islandOf[point] = found.islandOf[root];
    Island& island = found.islands[found.islandOf[point]];
    island.points.push_back(point);
    island.center += found.places[point];
  }
  for (Island& island : found.islands) {
    island.center /= static_cast<double>(island.points.size());
  }
  return found;
}

bool keepsRigid(const glm::dmat4& toNode) {
  double shear = 0.0;
  const glm::dvec3 scale = glm::abs(transform::decompose(toNode, &shear).scale);
  const double largest = std::max({scale.x, scale.y, scale.z});
  return shear <= kMostUnevenScale && largest - std::min({scale.x, scale.y, scale.z}) <= kMostUnevenScale * largest;
}

RigidFit fitIsland(const Islands& islands, std::span<const std::uint32_t> points, std::span<const glm::vec3> sample,
                   const glm::dmat4& toPack, std::vector<retargeting::RotationPair>& pairs) {
  const auto placeOf = [&](std::uint32_t point) {
    return glm::dvec3(toPack * glm::dvec4(glm::dvec3(sample[point]), 1.0));
  };
  RigidFit fit;
  glm::dvec3 center(0.0);
  for (const std::uint32_t point : points) {
    fit.middle += placeOf(point);
    center += islands.places[point];
  }
  fit.middle /= static_cast<double>(points.size());
  center /= static_cast<double>(points.size());
  pairs.clear();
  for (const std::uint32_t point : points) {
    pairs.push_back({islands.places[point] - center, placeOf(point) - fit.middle});
  }
  fit.turn = retargeting::fitRotation(pairs);
  for (const retargeting::RotationPair& pair : pairs) {
    fit.mostMetres = std::max(fit.mostMetres, glm::distance(fit.turn * pair.from, pair.to));
  }
  return fit;
}

}  // namespace texeleton::pipeline
