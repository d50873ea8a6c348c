#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "core/vat/baked_animation.h"

namespace texeleton::viewport {

enum class VertexPrecision : std::uint8_t {
  Packed,  ///< For drawing: few attributes, few bytes.
  Full,    ///< Floats throughout, for measuring.
  Still,   ///< Packed, bind pose only, not animated: the upper bound for measurements.
};

/// Layouts of a vertex, in 32-bit words; each has a variant of shaders/crowd_vertex.glsl.
enum class VertexKind : std::uint8_t {
  BonePacked,      ///< 6: position xy | position z, weight 1 | normal | uv || bones 4×8 | weights 2, 3
  BonePackedWide,  ///< 7: as above, bones 4×16 in two words (above 256 entries)
  BoneFull,        ///< 16: position 3, normal 3, uv 2, bones 4, weights 4
  VertexPacked,    ///< 3: element | normal | uv
  VertexFull,      ///< 6: element, normal 3, uv 2
  StillPacked,     ///< 4: position xy | position z | normal | uv
};

/// The mesh of a pack in GPU format. Packed: positions 3×16 over the mesh's box, normals octahedral 2×16, uv 2×16 over
/// their range, the three smaller weights 16 bits each over the range that descending weights can have.
struct DrawVertices {
  VertexKind kind = VertexKind::BonePacked;
  std::uint32_t count = 0;
  std::uint32_t stride = 0;  ///< Bytes.
  std::vector<std::uint32_t> words;
  glm::vec3 positionMin{0.0f};
  glm::vec3 positionExtent{0.0f};
  glm::vec4 uvRange{0.0f, 0.0f, 1.0f, 1.0f};  ///< Minimum u, v; extents.

  /// Four words a vertex, or none if no material needs them: colour; tangent with the sign in the lowest bit; second
  /// uv; tint mask in 16 bits.
  std::vector<std::uint32_t> extras;
  glm::vec4 uv1Range{0.0f, 0.0f, 1.0f, 1.0f};
};

inline constexpr std::uint32_t kExtrasStride = 16;

/// Bytes of a vertex of this kind.
std::uint32_t vertexStride(VertexKind kind);

/// The part of shader names for a kind: "bone", "bone_wide", "bone_full", "vertex", "vertex_full", "still".
const char* vertexKindWord(VertexKind kind);

/// Packs the vertices of a mesh. The mesh must have passed the checks of reading a pack.
DrawVertices drawVertices(const vat::BakedMesh& mesh, vat::BakeMode mode, VertexPrecision precision,
                          const std::optional<vat::BakedTint>& tint = std::nullopt);

/// Bytes of the vertex and index buffers of a bake (packed), including all levels of detail.
std::uint64_t meshBufferBytes(const vat::BakedAnimation& animation);

/// Whether the tangents of a primitive come from the file, not from fill values.
bool hasFileTangents(const vat::BakedMesh& mesh, const vat::BakedPrimitive& primitive);

/// Whether a bone has a mirroring (negative) scale in some frame, which reverses the winding of its triangles so that
/// culling would hide the outside. False in vertex mode, where the texture has no scales. Reads the whole texture.
bool posesMirror(const vat::BakedAnimation& animation);

}  // namespace texeleton::viewport
