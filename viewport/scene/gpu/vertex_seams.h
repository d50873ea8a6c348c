#pragma once

#include <cstdint>
#include <vector>

#include "core/vat/baked_animation.h"

namespace texeleton::viewport {

/// Features at a vertex of a mesh, as bits. The values are those of shaders/tessellation.glsl.
enum VertexSeam : std::uint8_t {
  kAtCrease = 1,  ///< End of an edge whose two triangles have different normals there.
  kAtSeam =
      2,  ///< End of an edge where normals, texture coordinates or materials differ, which displacement depends on.
};

/// Features of each vertex over all levels of detail. Vertices at one position in the bind pose count as one, so that
/// triangles do not come apart. An edge of a single triangle is neither.
std::vector<std::uint8_t> vertexSeams(const vat::BakedMesh& mesh);

}  // namespace texeleton::viewport
