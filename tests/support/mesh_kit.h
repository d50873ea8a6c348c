#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace texeleton::test {

/// A mesh of a model made by meshKit: a square of side 1 m, bent, facing +Z.
struct KitMesh {
  std::string mesh;
  std::string node;
  std::string material = "Plain";
  std::uint32_t cells = 2;  ///< The square has cells × cells × 2 triangles and (cells + 1)² vertices.
  float x = 0.0f;           ///< Where its lower left corner is.
  std::string parent = {};  ///< A node below the root that its own node hangs from; empty: the root.
  bool colors = false;      ///< Vertex colours: (column / cells, row / cells, 0.25, 0.5).
};

/// A model of these meshes, each rigid on its own node, with its own palette entry. z = 0.1·sin(3x)·cos(2y) for x and y
/// counted from the corner. Clip "Turn": 1 s; each mesh's node turns 90° about Z, the second half of them about X.
/// Nodes: 0 "Root", then parents, then the meshes' own.
model::Model meshKit(const std::vector<KitMesh>& meshes);

}  // namespace texeleton::test
