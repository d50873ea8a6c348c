#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"

namespace texeleton::contacts {

/// A point that moves rigidly with a node: worlds[node]·local.
struct BodyPoint {
  NodeIndex node;
  glm::dvec3 local{0.0};

  glm::dvec3 at(std::span<const glm::dmat4> worlds) const {
    return glm::dvec3(worlds[node.value] * glm::dvec4(local, 1.0));
  }
};

/// How tightly points enclose the vertices of a node.
enum class PointDensity {
  Axes,    ///< The outermost vertex along ± each local axis: up to 6 a node.
  Corners  ///< Along edges and corners of a cube too: up to 26 a node.
};

/// For each node, the outermost, in fixed directions, of the vertices on which it has the largest weight: in any pose a
/// rigid piece's lowest vertex is near the lowest of them. Morph targets are ignored. One list per node; empty if it
/// has the largest weight on no vertex.
std::vector<std::vector<BodyPoint>> bodyPoints(const model::Model& model, PointDensity density);

/// Height of the body in metres, for tolerances: the extent along Y of the bind pose, or of the rest pose's nodes if
/// there is no mesh, and at least a quarter of the box's diagonal. Positive.
double bodyHeight(const model::Model& model);

}  // namespace texeleton::contacts
