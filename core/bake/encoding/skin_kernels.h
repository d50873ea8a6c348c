#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <span>

#include "core/animation/frame_block.h"
#include "core/animation/point_sampler.h"
#include "core/bake/skin_table.h"
#include "core/vat/texture_settings.h"

namespace texeleton::bake {

/// The first texels of the frames of a block. Lanes beyond the last frame point to unused memory.
struct FrameRows {
  std::byte* row[animation::kFrameLanes] = {};
};

/// The inputs of skinning in eight frames besides matrices.
struct LaneInputs {
  const animation::LaneValue* weights = nullptr;  ///< The morph weights.
  animation::LanePoints points;
};

/// Upper bound of matrix elements and positions (exclusive): products of smaller values are finite.
inline constexpr float kLargestValue = 1e8f;
/// Numbers from here on round to infinity as halves.
inline constexpr float kHalfOverflow = 65520.0f;

/// Vertex mode: skins every group, moves its normals, writes position and normal of every element as texels and adds
/// the unrounded positions to `box`.
void writeVertices(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                   vat::PixelFormat format, const FrameRows& rows, model::Box& box);

/// The same as texels of the encoding "offset16", whose constants are `constants`.
void writeOffsets(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                  const glm::vec4* constants, const FrameRows& rows, model::Box& box);

/// A vertex in eight frames: a position within the range, and a normal of any length but 0.
struct alignas(32) LaneVertex {
  float position[3][animation::kFrameLanes];
  float normal[3][animation::kFrameLanes];
};

/// Writes skinned vertices as texels of "offset16", one after the other.
void encodeOffsets(std::span<const LaneVertex> vertices, const glm::vec4* constants, const FrameRows& rows);

/// Largest distance of any group's positions in lanes 0 and 1.
float largestStep(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs);

}  // namespace texeleton::bake
