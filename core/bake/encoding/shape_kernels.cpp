#include "core/bake/encoding/shape_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/encoding/shape_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

constexpr std::size_t kShapeRow = animation::kFrameLanes;  ///< Elements side by side.
constexpr std::size_t kShape = kShapeNumbers;

void BoundSums(const float* shapes, std::size_t blocks, std::size_t shapeCount, const float* weights,
               std::size_t frames, model::Box& box) {
  F8 low[3];
  F8 high[3];
  for (int c = 0; c < 3; ++c) {
    low[c] = splat(box.min[c]);
    high[c] = splat(box.max[c]);
  }
  for (std::size_t block = 0; block < blocks; ++block) {
    const float* const base = shapes + block * (shapeCount + 1) * kShape;
    for (std::size_t frame = 0; frame < frames; ++frame) {
      const float* from = base;
      F8 sum[3] = {loadUnaligned(from), loadUnaligned(from + kShapeRow), loadUnaligned(from + 2 * kShapeRow)};
      for (std::size_t k = 0; k < shapeCount; ++k) {
        from += kShape;
        const F8 weight = splat(weights[frame * shapeCount + k]);
        for (std::size_t c = 0; c < 3; ++c) {
          sum[c] = sum[c] + weight * loadUnaligned(from + c * kShapeRow);
        }
      }
      for (int c = 0; c < 3; ++c) {
        low[c] = smaller(low[c], sum[c]);
        high[c] = larger(high[c], sum[c]);
      }
    }
  }
  for (int c = 0; c < 3; ++c) {
    box.min[c] = smallestLane(low[c]);
    box.max[c] = largestLane(high[c]);
  }
}

void MeasureRests(const float* shapes, std::size_t blocks, std::size_t shapeCount, const float* weights,
                  const float* const* offsets, std::size_t frames, float* largest) {
  // What is left of eight elements' lengths, for each number of shapes.
  constexpr std::size_t kMostShapeCounts = 65;
  alignas(32) float most[animation::kFrameLanes][kMostShapeCounts * kShapeRow] = {};
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t frame = 0; frame < frames; ++frame) {
      const float* from = shapes + block * (shapeCount + 1) * kShape;
      const float* const wanted = offsets[frame] + block * kShape;
      F8 rest[3] = {loadUnaligned(wanted), loadUnaligned(wanted + kShapeRow), loadUnaligned(wanted + 2 * kShapeRow)};
      float* to = most[frame];
      for (std::size_t k = 0; k <= shapeCount; ++k, from += kShape, to += kShapeRow) {
        if (k > 0) {
          const F8 weight = splat(weights[frame * shapeCount + k - 1]);
          for (std::size_t c = 0; c < 3; ++c) {
            rest[c] = rest[c] - weight * loadUnaligned(from + c * kShapeRow);
          }
        }
        const F8 squared = rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2];
        store(larger(load(to), squared), to);
      }
    }
  }
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (std::size_t k = 0; k <= shapeCount; ++k) {
      float& found = largest[frame * (shapeCount + 1) + k];
      found = std::max(found, largestLane(load(most[frame] + k * kShapeRow)));
    }
  }
}

constexpr std::size_t kDepth = 256;      ///< At once: so much of b stays in the cache.
constexpr std::size_t kPackedRows = 24;  ///< Rows of a that are put together at once: more than a cache line's.

/// kRows rows of c, 16 columns: c += packed · b. The sums of `count` products each, in their order.
template <std::size_t kRows>
HWY_INLINE void addTile(const float* packed, std::size_t count, const float* b, std::size_t columns, std::size_t used,
                        float* c) {
  F8 sums[kRows][2];
  for (std::size_t r = 0; r < kRows; ++r) {
    sums[r][0] = sums[r][1] = splat(0.0f);
  }
  for (std::size_t k = 0; k < count; ++k, b += columns, packed += kRows) {
    const F8 b0 = load(b);
    const F8 b1 = load(b + kShapeRow);
    for (std::size_t r = 0; r < kRows; ++r) {
      const F8 left = splat(packed[r]);
      sums[r][0] = sums[r][0] + left * b0;
      sums[r][1] = sums[r][1] + left * b1;
    }
  }
  for (std::size_t r = 0; r < used; ++r) {
    float* const to = c + r * columns;
    store(load(to) + sums[r][0], to);
    store(load(to + kShapeRow) + sums[r][1], to + kShapeRow);
  }
}

/// As many rows as there are registers for, unless that leaves more lanes empty.
HWY_INLINE std::size_t tileRows(std::size_t left) { return left > 8 || left == 5 || left == 6 ? 6 : 4; }

/// Puts `rows` rows of `count` columns of a together, as addTile() reads them.
HWY_INLINE void pack(const MatrixView& a, std::size_t row, std::size_t rows, std::size_t from, std::size_t count,
                     float* packed) {
  for (std::size_t first = 0; first < rows;) {
    const std::size_t tile = tileRows(rows - first);
    const std::size_t used = std::min(tile, rows - first);
    const float* const data = a.data + (row + first) * a.rowStride + from * a.columnStride;
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t r = 0; r < tile; ++r) {
        packed[k * tile + r] = r < used ? data[r * a.rowStride + k * a.columnStride] : 0.0f;
      }
    }
    packed += tile * kDepth;
    first += used;
  }
}

void AddProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c) {
  float packed[kDepth * kPackedRows];
  for (std::size_t from = 0; from < depth; from += kDepth) {
    const std::size_t count = std::min(kDepth, depth - from);
    for (std::size_t row = 0; row < rows; row += kPackedRows) {
      const std::size_t end = std::min(kPackedRows, rows - row);
      pack(a, row, end, from, count, packed);
      for (std::size_t column = 0; column < columns; column += 2 * kShapeRow) {
        const float* tile = packed;
        const float* const right = b + from * columns + column;
        for (std::size_t first = 0; first < end;) {
          const std::size_t size = tileRows(end - first);
          const std::size_t used = std::min(size, end - first);
          float* const to = c + (row + first) * columns + column;
          if (size == 6) {
            addTile<6>(tile, count, right, columns, used, to);
          } else {
            addTile<4>(tile, count, right, columns, used, to);
          }
          tile += size * kDepth;
          first += used;
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(BoundSums);
HWY_EXPORT(MeasureRests);
HWY_EXPORT(AddProduct);

void boundSums(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
               model::Box& box) {
  const std::size_t blocks = shapes.size() / ((std::size_t{shapeCount} + 1) * kShapeNumbers);
  HWY_DYNAMIC_DISPATCH(BoundSums)
  (shapes.data(), blocks, shapeCount, weights.data(), weights.size() / shapeCount, box);
}

void measureRests(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
                  std::span<const float* const> offsets, std::span<float> largest) {
  const std::size_t blocks = shapes.size() / ((std::size_t{shapeCount} + 1) * kShapeNumbers);
  HWY_DYNAMIC_DISPATCH(MeasureRests)
  (shapes.data(), blocks, shapeCount, weights.data(), offsets.data(), offsets.size(), largest.data());
}

void addProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c) {
  HWY_DYNAMIC_DISPATCH(AddProduct)(a, rows, depth, b, columns, c);
}

}  // namespace texeleton::bake
#endif  // HWY_ONCE
