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

// Arithmetic of the encoding "basis". The lane layout gives every sum the same order on all vector targets.

/// Subtracts the shapes, each times its weight, one after another from the elements' offsets from the base:
/// `offsets[i]` of frame i, eight elements side by side, three coordinates. largest[k] is raised to at least the
/// largest squared residual of a position after k shapes; k = 0 … shapeCount, one frame after the other.
void measureRests(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
                  std::span<const float* const> offsets, std::span<float> largest);

/// A matrix of floats: element (r, c) is at data[r·rowStride + c·columnStride].
struct MatrixView {
  const float* data = nullptr;
  std::size_t rowStride = 0;
  std::size_t columnStride = 1;
};

/// c += a · b for rows [0, rows) of a and c. b has `depth` rows; b and c have `columns` columns, a multiple of 16, in
/// row-major order, 32-byte aligned.
void addProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c);

}  // namespace texeleton::bake
