#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/bake/bake_settings.h"
#include "core/bake/skin_table.h"

namespace texeleton {

/// Where the texels of the frames of a block begin. Lanes beyond the last frame point to memory that nobody reads.
struct FrameRows {
  std::byte* row[kFrameLanes] = {};
};

/// No matrix element and no position may reach this: products of what is smaller stay finite.
inline constexpr float kLargestValue = 1e8f;
/// Numbers from here on round to infinity as halves.
inline constexpr float kHalfOverflow = 65520.0f;

/// Bone mode: writes the rows of `matrices` as texels from the start of each row on. `decoded`, if given, receives what
/// a reader of the texels gets. Returns the largest magnitude of an element before rounding; NaN where one is NaN.
float writeMatrices(std::span<const LaneMatrix> matrices, PixelFormat format, const FrameRows& rows,
                    LaneMatrix* decoded);

/// What an encoding that has constants knows of each bone.
struct BoneConstants {
  std::vector<glm::dvec3> pivots;    ///< As stored.
  std::unique_ptr<bool[]> isMatrix;  ///< Kept as a matrix.
};

/// The same for the encoding "quaternion", two texels a bone; bones that are kept as matrices are left out.
float writeTurns(std::span<const LaneMatrix> matrices, const BoneConstants& constants, PixelFormat format,
                 const FrameRows& rows, LaneMatrix* decoded);

/// The largest magnitude of an element; NaN where one is NaN.
float largestElement(std::span<const LaneMatrix> matrices);

/// Vertex mode: skins every group, moves its normals, writes position and normal of every element as texels and adds
/// the positions, before they are rounded, to `box`. `weights`: the morph weights.
void writeVertices(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights, PixelFormat format,
                   const FrameRows& rows, Box& box);

/// Adds the positions of all groups to `box`.
void boundPositions(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights, Box& box);

/// Largest distance of any group's positions in lanes 0 and 1.
float largestStep(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights);

}  // namespace texeleton
