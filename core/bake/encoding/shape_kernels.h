#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/vat/shape_bounds.h"

namespace texeleton::bake {

/// All numbers of some lane values, one after another.
inline float* numbersOf(std::vector<animation::LaneValue>& values) { return reinterpret_cast<float*>(values.data()); }
inline const float* numbersOf(const std::vector<animation::LaneValue>& values) {
  return reinterpret_cast<const float*>(values.data());
}

// Arithmetic of the encoding "basis". Numbers lie in the lanes such that the order of every sum is the same on all
// vector targets.

/// Takes the shapes, each times its weight, one after another from the elements' wanted offsets of positions from the
/// base: `offsets[i]` of frame i, eight elements side by side, three coordinates. largest[k] becomes no less than any
/// squared length of what is left of a position after k shapes; k = 0 … shapeCount, one frame after the other.
void measureRests(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
                  std::span<const float* const> offsets, std::span<float> largest);

/// A matrix of floats somewhere in memory: element (r, c) is at data[r·rowStride + c·columnStride].
struct MatrixView {
  const float* data = nullptr;
  std::size_t rowStride = 0;
  std::size_t columnStride = 1;
};

/// c += a · b for rows [0, rows) of a and c. b has `depth` rows and, as c, `columns` columns, a multiple of 16, row
/// after row, at 32-byte aligned addresses.
void addProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c);

}  // namespace texeleton::bake
