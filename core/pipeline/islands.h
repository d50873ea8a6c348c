#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"
#include "core/retargeting/fit_rotation.h"

namespace texeleton::pipeline {

/// Points of a mesh that triangles connect.
struct Island {
  std::vector<std::uint32_t> points;  ///< Ascending.
  glm::dvec3 center{0.0};             ///< The mean of its points in the bind pose, in pack space.
};

/// The islands of a point set.
struct Islands {
  std::vector<Island> islands;          ///< By their first points.
  std::vector<std::uint32_t> islandOf;  ///< By point; kNoIndex: it has no vertex.
  std::vector<glm::dvec3> places;       ///< By point, in the bind pose, in pack space.
};

Islands findIslands(const model::Model& model, PointSetIndex set);

/// Calls `each` with the vertices of the set's parts and their points.
template <class Each>
void forEachVertex(const model::Model& model, PointSetIndex set, const Each& each) {
  for (const model::MeshPart& part : model.parts) {
    for (std::uint32_t i = 0; part.pointSet == set && i < part.vertexCount; ++i) {
      each(part.firstVertex + i, part.points[i]);
    }
  }
}

/// Whether motions that are rigid in the node's space are rigid in pack space: no shear, and one scale for all axes.
bool keepsRigid(const glm::dmat4& toNode);

/// The rigid motion that fits points best by least squares.
struct RigidFit {
  glm::dvec3 middle{0.0};               ///< The position of the points' middle after the motion.
  glm::dquat turn{1.0, 0.0, 0.0, 0.0};  ///< About the middle.
  double mostMetres = 0.0;              ///< The largest distance of a point from the motion.
};

/// Fits the motion from the bind pose to a sample. `sample`: all points of the cache; `points`: those to fit, of one
/// island; `pairs` is scratch memory.
RigidFit fitIsland(const Islands& islands, std::span<const std::uint32_t> points, std::span<const glm::vec3> sample,
                   const glm::dmat4& toPack, std::vector<retargeting::RotationPair>& pairs);

}  // namespace texeleton::pipeline
