#pragma once

#include <cstdint>
#include <vector>

#include "core/bake/baked_animation.h"

namespace texeleton::viewport {

/// The features at a vertex of a mesh, as bits. The values are those of shaders/tessellation.glsl.
enum VertexSeam : std::uint8_t {
  kAtCrease = 1,  ///< An end of an edge whose two triangles have other normals there.
  kAtSeam = 2,    ///< The same of normals, texture coordinates or materials: of what a height depends on.
};

/// Of each vertex, at every level of detail. Vertices at one place of the bind pose count as one, as they do where
/// triangles are not to come apart. An edge of one triangle alone is neither.
std::vector<std::uint8_t> vertexSeams(const bake::BakedMesh& mesh);

}  // namespace texeleton::viewport
