#include "core/bake/encoding/shape_kernels.h"

#include <algorithm>

// AVX-512 too (columns fill vectors of any width): where Highway inlines all that counts the entries
// of a dispatch table (see texeleton_choose_vector_targets).
#if defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__i386__))
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS 0x10FF
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/encoding/shape_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "core/vat/shape_bounds.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

constexpr std::size_t kShapeRow = animation::kFrameLanes;  ///< Elements side by side.
constexpr std::size_t kShape = vat::kShapeNumbers;

void MeasureRests(const float* shapes, std::size_t blocks, std::size_t shapeCount, const float* weights,
                  const float* const* offsets, std::size_t frames, float* largest) {
  // The remaining lengths of eight elements for each number of shapes.
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

constexpr std::size_t kDepth = 256;      ///< Rows of b processed at once, so that they stay in the cache.
constexpr std::size_t kPackedRows = 24;  ///< Rows of a that are packed at once: more than fit a cache line.

/// The number of columns of b is a multiple of this.
constexpr std::size_t kColumns = 16;
using WideTag = hn::CappedTag<float, kColumns>;
constexpr std::size_t kWideLanes = hn::MaxLanes(WideTag());

/// kRows rows of c, kParts vectors side by side: c += packed · b. Sums of `count` products each, in order, so that they
/// are the same for vectors of any width.
template <std::size_t kRows, std::size_t kParts>
HWY_INLINE void addTile(const float* packed, std::size_t count, const float* b, std::size_t columns, std::size_t used,
                        float* c) {
  const WideTag d;
  hn::Vec<WideTag> sums[kRows][kParts];
  for (auto& row : sums) {
    std::fill_n(row, kParts, hn::Zero(d));
  }
  for (std::size_t k = 0; k < count; ++k, b += columns, packed += kRows) {
    hn::Vec<WideTag> right[kParts];
    for (std::size_t i = 0; i < kParts; ++i) {
      right[i] = hn::LoadU(d, b + i * kWideLanes);
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      const auto left = hn::Set(d, packed[r]);
      for (std::size_t i = 0; i < kParts; ++i) {
        sums[r][i] = hn::Add(sums[r][i], hn::Mul(left, right[i]));
      }
    }
  }
  for (std::size_t r = 0; r < used; ++r) {
    for (std::size_t i = 0; i < kParts; ++i) {
      float* const to = c + r * columns + i * kWideLanes;
      hn::StoreU(hn::Add(hn::LoadU(d, to), sums[r][i]), d, to);
    }
  }
}

/// As many rows as registers allow, unless that leaves more lanes empty.
HWY_INLINE std::size_t tileRows(std::size_t left) { return left > 8 || left == 5 || left == 6 ? 6 : 4; }

/// Packs `rows` rows of `count` columns of a for addTile().
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

/// All rows packed by pack(), kParts vectors side by side.
template <std::size_t kParts>
HWY_INLINE void addTiles(const float* packed, std::size_t rows, std::size_t count, const float* b, std::size_t columns,
                         float* c) {
  for (std::size_t first = 0; first < rows;) {
    const std::size_t size = tileRows(rows - first);
    const std::size_t used = std::min(size, rows - first);
    float* const to = c + first * columns;
    if (size == 6) {
      addTile<6, kParts>(packed, count, b, columns, used, to);
    } else {
      addTile<4, kParts>(packed, count, b, columns, used, to);
    }
    packed += size * kDepth;
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
      // Two vectors side by side, to hide the latency of sums.
      constexpr std::size_t kTwo = std::max(2 * kWideLanes, kColumns);
      std::size_t column = 0;
      for (; column + kTwo <= columns; column += kTwo) {
        addTiles<kTwo / kWideLanes>(packed, end, count, b + from * columns + column, columns,
                                    c + row * columns + column);
      }
      for (; column < columns; column += kColumns) {
        addTiles<kColumns / kWideLanes>(packed, end, count, b + from * columns + column, columns,
                                        c + row * columns + column);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(MeasureRests);
HWY_EXPORT(AddProduct);

void measureRests(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
                  std::span<const float* const> offsets, std::span<float> largest) {
  const std::size_t blocks = shapes.size() / ((std::size_t{shapeCount} + 1) * vat::kShapeNumbers);
  HWY_DYNAMIC_DISPATCH(MeasureRests)
  (shapes.data(), blocks, shapeCount, weights.data(), offsets.data(), offsets.size(), largest.data());
}

void addProduct(const MatrixView& a, std::size_t rows, std::size_t depth, const float* b, std::size_t columns,
                float* c) {
  HWY_DYNAMIC_DISPATCH(AddProduct)(a, rows, depth, b, columns, c);
}

}  // namespace texeleton::bake
#endif  // HWY_ONCE
