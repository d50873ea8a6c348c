#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "core/bake/baked_animation.h"

namespace texeleton::viewport {

enum class VertexPrecision : std::uint8_t {
  Packed,  ///< For drawing: few attributes, few bytes.
  Full,    ///< Floats throughout, for measuring.
  Still,   ///< Packed, and the bind pose alone: nothing is animated. The ceiling of what is measured.
};

/// The layouts of a draw vertex, in words of 32 bits, each read by a variant of shaders/crowd_vertex.glsl.
enum class VertexKind : std::uint8_t {
  BonePacked,      ///< 6: position xy | position z, weight 1 | normal | uv || bones 4×8 | weights 2, 3
  BonePackedWide,  ///< 7: as above, bones 4×16 in two words (above 256 entries)
  BoneFull,        ///< 16: position 3, normal 3, uv 2, bones 4, weights 4
  VertexPacked,    ///< 3: element | normal | uv
  VertexFull,      ///< 6: element, normal 3, uv 2
  StillPacked,     ///< 4: position xy | position z | normal | uv
};

/// The mesh of a pack as the GPU draws it. Packed: positions 3×16 over the mesh's box, normals as an octahedron 2×16,
/// uv 2×16 over their range, the three smaller weights 16 bits each over the range that descending weights can have.
struct DrawVertices {
  VertexKind kind = VertexKind::BonePacked;
  std::uint32_t count = 0;
  std::uint32_t stride = 0;  ///< Bytes.
  std::vector<std::uint32_t> words;
  glm::vec3 positionMin{0.0f};
  glm::vec3 positionExtent{0.0f};
  glm::vec4 uvRange{0.0f, 0.0f, 1.0f, 1.0f};  ///< Smallest u, v; extents.

  /// Four words a vertex, or none where nothing needs them: colour; tangent with the sign in the lowest bit; second uv;
  /// tint mask in 16 bits.
  std::vector<std::uint32_t> extras;
  glm::vec4 uv1Range{0.0f, 0.0f, 1.0f, 1.0f};
};

inline constexpr std::uint32_t kExtrasStride = 16;

/// Bytes of a vertex of a kind.
std::uint32_t vertexStride(VertexKind kind);

/// The word that names a kind's shaders: "bone", "bone_wide", "bone_full", "vertex", "vertex_full", "still".
const char* vertexKindWord(VertexKind kind);

/// Packs the vertices of a mesh. The mesh must have passed the checks of reading a pack.
DrawVertices drawVertices(const bake::BakedMesh& mesh, bake::BakeMode mode, VertexPrecision precision,
                          const std::optional<bake::BakedTint>& tint = std::nullopt);

/// Bytes of the vertex and index buffers that draw a bake (packed), all its levels of detail included.
std::uint64_t meshBufferBytes(const bake::BakedAnimation& animation);

/// Whether the tangents of a primitive are the file's and not fill values.
bool hasFileTangents(const bake::BakedMesh& mesh, const bake::BakedPrimitive& primitive);

}  // namespace texeleton::viewport
