#include "core/bake/shape_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/shape_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton {
namespace HWY_NAMESPACE {

constexpr std::size_t kRow = kFrameLanes;  ///< Elements side by side.
constexpr std::size_t kShape = 6 * kRow;   ///< Numbers of a shape of eight elements.

void BoundSums(const float* shapes, std::size_t blocks, std::size_t shapeCount, const float* weights, float* lowest,
               float* highest) {
  F8 low[3];
  F8 high[3];
  for (int c = 0; c < 3; ++c) {
    low[c] = splat(lowest[c]);
    high[c] = splat(highest[c]);
  }
  for (std::size_t block = 0; block < blocks; ++block) {
    const float* from = shapes + block * (shapeCount + 1) * kShape;
    F8 sum[3] = {loadUnaligned(from), loadUnaligned(from + kRow), loadUnaligned(from + 2 * kRow)};
    for (std::size_t k = 0; k < shapeCount; ++k) {
      from += kShape;
      const F8 weight = splat(weights[k]);
      for (std::size_t c = 0; c < 3; ++c) {
        sum[c] = sum[c] + weight * loadUnaligned(from + c * kRow);
      }
    }
    for (int c = 0; c < 3; ++c) {
      low[c] = smaller(low[c], sum[c]);
      high[c] = larger(high[c], sum[c]);
    }
  }
  alignas(32) float lanes[kFrameLanes];
  for (int c = 0; c < 3; ++c) {
    store(low[c], lanes);
    lowest[c] = *std::min_element(lanes, lanes + kFrameLanes);
    store(high[c], lanes);
    highest[c] = *std::max_element(lanes, lanes + kFrameLanes);
  }
}

void MeasureRests(const float* shapes, std::size_t blocks, std::size_t shapeCount, const float* weights,
                  const float* offsets, float* largest) {
  // What is left of eight elements' lengths, for each number of shapes.
  constexpr std::size_t kMost = 65;
  alignas(32) float most[kMost * kRow] = {};
  for (std::size_t block = 0; block < blocks; ++block) {
    const float* from = shapes + block * (shapeCount + 1) * kShape;
    const float* const wanted = offsets + block * 3 * kRow;
    F8 rest[3] = {loadUnaligned(wanted), loadUnaligned(wanted + kRow), loadUnaligned(wanted + 2 * kRow)};
    for (std::size_t k = 0; k <= shapeCount; ++k, from += kShape) {
      if (k > 0) {
        const F8 weight = splat(weights[k - 1]);
        for (std::size_t c = 0; c < 3; ++c) {
          rest[c] = rest[c] - weight * loadUnaligned(from + c * kRow);
        }
      }
      const F8 squared = rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2];
      store(larger(load(most + k * kRow), squared), most + k * kRow);
    }
  }
  for (std::size_t k = 0; k <= shapeCount; ++k) {
    largest[k] = std::max(largest[k], *std::max_element(most + k * kRow, most + (k + 1) * kRow));
  }
}

void AddProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c) {
  constexpr std::size_t kRows = 4;     // At once: as many sums as hide the time that an addition takes.
  constexpr std::size_t kDepth = 256;  // At once: so much of b stays in the cache.
  float packed[kDepth * kRows];
  for (std::size_t from = 0; from < depth; from += kDepth) {
    const std::size_t count = std::min(kDepth, depth - from);
    for (std::size_t row = 0; row < rows; row += kRows) {
      const std::size_t used = std::min(kRows, rows - row);
      for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t r = 0; r < kRows; ++r) {
          packed[k * kRows + r] = r < used ? a.data[(row + r) * a.rowStride + (from + k) * a.columnStride] : 0.0f;
        }
      }
      for (std::size_t column = 0; column < columns; column += 2 * kRow) {
        F8 sums[kRows][2];
        for (std::size_t r = 0; r < kRows; ++r) {
          sums[r][0] = sums[r][1] = splat(0.0f);
        }
        const float* right = b + from * columns + column;
        for (std::size_t k = 0; k < count; ++k, right += columns) {
          const F8 b0 = load(right);
          const F8 b1 = load(right + kRow);
          for (std::size_t r = 0; r < kRows; ++r) {
            const F8 left = splat(packed[k * kRows + r]);
            sums[r][0] = sums[r][0] + left * b0;
            sums[r][1] = sums[r][1] + left * b1;
          }
        }
        for (std::size_t r = 0; r < used; ++r) {
          float* const to = c + (row + r) * columns + column;
          store(load(to) + sums[r][0], to);
          store(load(to + kRow) + sums[r][1], to + kRow);
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton {

HWY_EXPORT(BoundSums);
HWY_EXPORT(MeasureRests);
HWY_EXPORT(AddProduct);

void boundSums(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights, Box& box) {
  const std::size_t blocks = shapes.size() / ((std::size_t{shapeCount} + 1) * 48);
  HWY_DYNAMIC_DISPATCH(BoundSums)(shapes.data(), blocks, shapeCount, weights.data(), &box.min.x, &box.max.x);
}

void measureRests(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
                  std::span<const float> offsets, std::span<float> largest) {
  HWY_DYNAMIC_DISPATCH(MeasureRests)
  (shapes.data(), offsets.size() / 24, shapeCount, weights.data(), offsets.data(), largest.data());
}

void addProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c) {
  HWY_DYNAMIC_DISPATCH(AddProduct)(a, rows, depth, b, columns, c);
}

}  // namespace texeleton
#endif  // HWY_ONCE
