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

/// The tightness with which points enclose the vertices of a node.
enum class PointDensity {
  Axes,    ///< The outermost vertex along ± each local axis: up to 6 a node.
  Corners  ///< Along edges and corners of a cube too: up to 26 a node.
};

/// For each node, the outermost of the vertices that it moves more than any other node does, in fixed directions: a
/// rigid piece's lowest vertex is, in whatever pose, near the lowest of them. Vertices count in the pose of their
/// skin alone; morph targets do not. A list a node; empty where a node moves no vertex most.
std::vector<std::vector<BodyPoint>> bodyPoints(const model::Model& model, PointDensity density);

/// Height of the body in metres, for tolerances: the extent along Y of the bind pose, or of the nodes at rest where
/// there is no mesh, and at least a quarter of the box's diagonal. Positive.
double bodyHeight(const model::Model& model);

}  // namespace texeleton::contacts
