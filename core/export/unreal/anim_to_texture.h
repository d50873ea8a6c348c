#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// One texture of the layout, in floats.
struct AnimToTextureImage {
  const char* role = "";  ///< "BonePosition", "BoneRotation", "BoneWeight", "VertexPosition" or "VertexNormal".
  vat::TexelBuffer texels;
};

/// The data that Unreal's own plug-in AnimToTexture bakes, made from a pack, for the plug-in's materials. All values
/// lie within 0 … 1.
///
/// A frame is a block of `rowsPerFrame` rows; number n of the block (a bone, a vertex) is at x = n mod width and
/// y = n / width below the block's first row.
/// - Bone mode. Positions: block 0 has the bones' pivots P, block f + 1 their displacements in frame f, both as
///   (value − boxMin) / boxSize. Rotations: block f + 1 has the axis of a turn as (axis + 1) / 2 and its angle in
///   turns; block 0 has no turn. Weights: block 0 has four bones of each vertex, divided by the number of bones; block
///   1 their weights. A vertex v is shown at Σ weight · (P + moved + R·(v − P)).
/// - Vertex mode. Positions: block f has the displacement of each vertex in frame f, within the box; normals as
///   (normal + 1) / 2.
struct AnimToTexture {
  std::vector<AnimToTextureImage> images;
  glm::dvec3 boxMin{0.0};   ///< Centimetres, Unreal's axes.
  glm::dvec3 boxSize{0.0};  ///< Greater than 0.
  std::uint32_t rowsPerFrame = 1;
  std::uint32_t weightRowsPerFrame = 1;  ///< Bone mode.
  double sampleRateHz = 30.0;            ///< At play rate 1, for all clips: the first clip's frame rate.
  std::vector<glm::vec2> uvs;            ///< The centre of each vertex's texel, from the top.
};

/// The widest texture: the plug-in's default limit.
inline constexpr std::uint32_t kAnimToTextureWidth = 4096;

/// `animation` is in Unreal's axes and metres, has the encoding matrix3x4 or positionNormal, and texels. Errors:
/// Unsupported (bone mode: a stretched, sheared or mirrored bone, which rotation and position cannot represent; names
/// it with its clip and frame), Limit (more rows than kUnrealTextureSide).
Result<AnimToTexture> animToTexture(const vat::BakedAnimation& animation);

}  // namespace texeleton::exporting
