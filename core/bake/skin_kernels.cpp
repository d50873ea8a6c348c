#include "core/bake/skin_kernels.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/skin_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "core/bake/texel_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton {
namespace HWY_NAMESPACE {

constexpr float kNoNormal = 1e-20f;  ///< Squared length.

/// The first kCount influences: Σ weight · matrix, rows of 3×4.
template <std::size_t kCount>
HWY_INLINE void blendFirst(const Influence* influences, const LaneMatrix* HWY_RESTRICT matrices, F8* m) {
  const LaneMatrix* matrix[kCount];
  F8 weight[kCount];
  for (std::size_t k = 0; k < kCount; ++k) {
    matrix[k] = matrices + influences[k].joint;
    weight[k] = splat(influences[k].weight);
  }
  for (std::size_t i = 0; i < 12; ++i) {
    F8 sum = load(matrix[0]->m[i]) * weight[0];
    for (std::size_t k = 1; k < kCount; ++k) {
      sum = sum + load(matrix[k]->m[i]) * weight[k];
    }
    m[i] = sum;
  }
}

/// Σ weight · matrix, rows of 3×4.
HWY_INLINE void blend(const SkinTable& table, const SkinGroup& group, const LaneMatrix* HWY_RESTRICT matrices, F8* m) {
  const Influence* const influences = table.influences.data() + group.influenceBegin;
  switch (group.influenceCount) {
    case 1:
      blendFirst<1>(influences, matrices, m);
      return;
    case 2:
      blendFirst<2>(influences, matrices, m);
      return;
    case 3:
      blendFirst<3>(influences, matrices, m);
      return;
    default:
      break;
  }
  blendFirst<4>(influences, matrices, m);
  for (std::size_t k = 4; k < group.influenceCount; ++k) {
    const LaneMatrix& matrix = matrices[influences[k].joint];
    const F8 weight = splat(influences[k].weight);
    for (std::size_t i = 0; i < 12; ++i) {
      m[i] = m[i] + load(matrix.m[i]) * weight;
    }
  }
}

/// v + Σ weight · delta.
HWY_INLINE void morph(const glm::vec3* deltas, std::size_t count, const LaneValue* HWY_RESTRICT weights, F8* v) {
  for (std::size_t i = 0; i < count; ++i) {
    const F8 weight = load(weights[i].v);
    v[0] = v[0] + splat(deltas[i].x) * weight;
    v[1] = v[1] + splat(deltas[i].y) * weight;
    v[2] = v[2] + splat(deltas[i].z) * weight;
  }
}

HWY_INLINE void moved(const SkinTable& table, const SkinGroup& group, const LaneValue* weights, const F8* m, F8* out) {
  F8 p[3] = {splat(group.position.x), splat(group.position.y), splat(group.position.z)};
  if (group.morphCount != 0) {
    morph(table.morphPositions.data() + group.morphBegin, group.morphCount, weights + group.firstWeight, p);
  }
  for (std::size_t r = 0; r < 3; ++r) {
    out[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
  }
}

struct LaneBox {
  F8 low[3];
  F8 high[3];
  HWY_INLINE explicit LaneBox(const Box& box) {
    for (int i = 0; i < 3; ++i) {
      low[i] = splat(box.min[i]);
      high[i] = splat(box.max[i]);
    }
  }
  HWY_INLINE void add(const F8* p) {
    for (int i = 0; i < 3; ++i) {
      low[i] = smaller(low[i], p[i]);
      high[i] = larger(high[i], p[i]);
    }
  }
  HWY_INLINE void writeTo(Box& box) const {
    for (int i = 0; i < 3; ++i) {
      box.min[i] = smallestLane(low[i]);
      box.max[i] = largestLane(high[i]);
    }
  }
};

/// The cofactors of the 3×3 part; returns its determinant.
HWY_INLINE F8 cofactors(const F8* m, F8* c) {
  c[0] = m[5] * m[10] - m[6] * m[9];
  c[1] = m[6] * m[8] - m[4] * m[10];
  c[2] = m[4] * m[9] - m[5] * m[8];
  c[3] = m[2] * m[9] - m[1] * m[10];
  c[4] = m[0] * m[10] - m[2] * m[8];
  c[5] = m[1] * m[8] - m[0] * m[9];
  c[6] = m[1] * m[6] - m[2] * m[5];
  c[7] = m[2] * m[4] - m[0] * m[6];
  c[8] = m[0] * m[5] - m[1] * m[4];
  return m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
}

/// A group, skinned: what its elements have in common.
struct alignas(32) SkinnedGroup {
  float position[3][kFrameLanes];
  float cofactor[9][kFrameLanes];  ///< Times the sign of the determinant; 0 where that is.
  H8 halfPosition[3];
};

HWY_INLINE void skinGroup(const SkinTable& table, const SkinGroup& group, const LaneMatrix* matrices,
                          const LaneValue* weights, SkinnedGroup& out) {
  F8 m[12];
  F8 position[3];
  blend(table, group, matrices, m);
  moved(table, group, weights, m, position);
  for (std::size_t i = 0; i < 3; ++i) {
    store(position[i], out.position[i]);
    out.halfPosition[i] = toHalf(position[i]);
  }
  F8 c[9];
  const F8 determinant = cofactors(m, c);
  if (!allPositive(determinant)) {
    const F8 sign = signOf(determinant);
    for (std::size_t i = 0; i < 9; ++i) {
      c[i] = c[i] * sign;
    }
  }
  for (std::size_t i = 0; i < 9; ++i) {
    store(c[i], out.cofactor[i]);
  }
}

/// An element: the group that it belongs to and its normal.
struct alignas(32) Element {
  float normal[3][kFrameLanes];  ///< Of any length; the bind normal where it has no direction.
  float factor[kFrameLanes];     ///< What gives it unit length; before that, its squared length.
  const SkinnedGroup* skinned = nullptr;
};

HWY_INLINE void moveNormal(const SkinTable& table, const SkinnedGroup& skinned, std::size_t number,
                           const LaneValue* weights, Element& out) {
  const glm::vec3& bind = table.normals[number];
  F8 n[3] = {splat(bind.x), splat(bind.y), splat(bind.z)};
  if (!table.elementMorphBegin.empty()) {
    const SkinGroup& group = table.groups[table.elementGroups[number]];
    morph(table.morphNormals.data() + table.elementMorphBegin[number], group.morphCount, weights + group.firstWeight,
          n);
  }
  F8 v[3];
  for (std::size_t r = 0; r < 3; ++r) {
    const float(*c)[kFrameLanes] = skinned.cofactor + 3 * r;
    v[r] = load(c[0]) * n[0] + load(c[1]) * n[1] + load(c[2]) * n[2];
  }
  F8 squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const F8 tiny = splat(kNoNormal);
  if (anyLess(squared, tiny)) {
    v[0] = whereLess(squared, tiny, splat(bind.x), v[0]);
    v[1] = whereLess(squared, tiny, splat(bind.y), v[1]);
    v[2] = whereLess(squared, tiny, splat(bind.z), v[2]);
    squared = whereLess(squared, tiny, splat(1.0f), squared);
  }
  for (std::size_t r = 0; r < 3; ++r) {
    store(v[r], out.normal[r]);
  }
  store(squared, out.factor);
  out.skinned = &skinned;
}

/// Four elements at a time: their iterations overlap.
HWY_INLINE void findFactors(Element* elements) {
  const F8 squared[4] = {load(elements[0].factor), load(elements[1].factor), load(elements[2].factor),
                         load(elements[3].factor)};
  F8 factor[4];
  reciprocalRoots<4>(squared, factor);
  for (std::size_t i = 0; i < 4; ++i) {
    store(factor[i], elements[i].factor);
  }
}

HWY_INLINE std::size_t slotOf(const SkinTable& table, std::size_t number) {
  return table.elementSlots.empty() ? number : table.elementSlots[number];
}

/// Writes elements as halves.
struct HalfWriter {
  /// Eight channels: position, 1, normal, 1.
  static HWY_INLINE void channels(const Element& element, H8* c) {
    const F8 factor = load(element.factor);
    for (std::size_t i = 0; i < 3; ++i) {
      c[i] = element.skinned->halfPosition[i];
      c[4 + i] = toHalf(load(element.normal[i]) * factor);
    }
    c[3] = halfOne();
    c[7] = halfOne();
  }
  static HWY_INLINE void one(const SkinTable& table, const Element& element, std::size_t number,
                             const FrameRows& rows) {
    H8 c[8];
    channels(element, c);
    storeTwoTexels(c, rows, slotOf(table, number) * 2 * kHalfTexel);
  }
  /// Two elements that follow one another: one store a frame where their texels are neighbours.
  static HWY_INLINE void two(const SkinTable& table, const Element& first, const Element& second, std::size_t number,
                             const FrameRows& rows) {
    const std::size_t slot = slotOf(table, number);
    H8 a[8];
    H8 b[8];
    channels(first, a);
    channels(second, b);
    if (slotOf(table, number + 1) == slot + 1) {
      storeFourTexels(a, b, rows, slot * 2 * kHalfTexel);
    } else {
      storeTwoTexels(a, rows, slot * 2 * kHalfTexel);
      storeTwoTexels(b, rows, slotOf(table, number + 1) * 2 * kHalfTexel);
    }
  }
};

struct FloatWriter {
  static HWY_INLINE void one(const SkinTable& table, const Element& element, std::size_t number,
                             const FrameRows& rows) {
    F8 position[4];
    F8 normal[4];
    for (std::size_t i = 0; i < 3; ++i) {
      position[i] = load(element.skinned->position[i]);
      normal[i] = load(element.normal[i]) * load(element.factor);
    }
    position[3] = normal[3] = splat(1.0f);
    const std::size_t slot = slotOf(table, number);
    storeTexel(position, rows, slot * 2 * kFloatTexel);
    storeTexel(normal, rows, slot * 2 * kFloatTexel + kFloatTexel);
  }
  static HWY_INLINE void two(const SkinTable& table, const Element& first, const Element& second, std::size_t number,
                             const FrameRows& rows) {
    one(table, first, number, rows);
    one(table, second, number + 1, rows);
  }
};

/// Groups, then elements, go through each step a batch at a time: short loops without dependencies let the CPU work
/// ahead.
constexpr std::size_t kGroupBatch = 8;
constexpr std::size_t kElementBatch = 16;

template <class Writer>
HWY_INLINE void writeGroups(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights,
                            const FrameRows& rows, Box& box) {
  LaneBox bounds(box);
  SkinnedGroup batch[kGroupBatch + 1];
  Element elements[kElementBatch] = {};
  std::size_t begin = 0;  // The first element that is not written.
  const std::size_t groupCount = table.groups.size();
  for (std::size_t first = 0; first < groupCount; first += kGroupBatch) {
    const std::size_t end = first + kGroupBatch < groupCount ? first + kGroupBatch : groupCount;
    // The last element of the batch before may wait for a neighbour: batch[0] is its group, batch[1] group `first`.
    for (std::size_t i = first; i < end; ++i) {
      skinGroup(table, table.groups[i], matrices, weights, batch[1 + i - first]);
    }
    for (std::size_t i = first; i < end; ++i) {
      const float(*p)[kFrameLanes] = batch[1 + i - first].position;
      const F8 position[3] = {load(p[0]), load(p[1]), load(p[2])};
      bounds.add(position);
    }
    const std::size_t elementEnd = std::size_t{table.groups[end - 1].elementBegin} + table.groups[end - 1].elementCount;
    while (begin + 1 < elementEnd) {
      const std::size_t left = (elementEnd - begin) / 2 * 2;
      const std::size_t count = left < kElementBatch ? left : kElementBatch;
      for (std::size_t i = 0; i < count; ++i) {
        moveNormal(table, batch[1 + table.elementGroups[begin + i] - first], begin + i, weights, elements[i]);
      }
      for (std::size_t i = 0; i < count; i += 4) {
        findFactors(elements + i);
      }
      for (std::size_t i = 0; i < count; i += 2) {
        Writer::two(table, elements[i], elements[i + 1], begin + i, rows);
      }
      begin += count;
    }
    if (begin < elementEnd) {
      batch[0] = batch[end - first];
    }
  }
  if (begin < table.normals.size()) {
    moveNormal(table, batch[0], begin, weights, elements[0]);
    findFactors(elements);
    Writer::one(table, elements[0], begin, rows);
  }
  bounds.writeTo(box);
}

void WriteVertices(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights, PixelFormat format,
                   const FrameRows& rows, Box& box) {
  if (format == PixelFormat::Rgba32F) {
    writeGroups<FloatWriter>(table, matrices, weights, rows, box);
  } else {
    writeGroups<HalfWriter>(table, matrices, weights, rows, box);
  }
}

void BoundPositions(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights, Box& box) {
  LaneBox bounds(box);
  for (const SkinGroup& group : table.groups) {
    F8 m[12];
    F8 position[3];
    blend(table, group, matrices, m);
    moved(table, group, weights, m, position);
    bounds.add(position);
  }
  bounds.writeTo(box);
}

float LargestStep(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights) {
  float largest = 0.0f;
  for (const SkinGroup& group : table.groups) {
    F8 m[12];
    F8 position[3];
    blend(table, group, matrices, m);
    moved(table, group, weights, m, position);
    alignas(32) float p[3][kFrameLanes];
    float squared = 0.0f;
    for (int i = 0; i < 3; ++i) {
      store(position[i], p[i]);
      squared += (p[i][1] - p[i][0]) * (p[i][1] - p[i][0]);
    }
    largest = squared > largest ? squared : largest;
  }
  return largest;
}

HWY_INLINE void roundMatrix(const LaneMatrix& matrix, Magnitude& magnitude, H8* h, LaneMatrix* decoded) {
  for (std::size_t i = 0; i < 12; ++i) {
    const F8 value = load(matrix.m[i]);
    note(magnitude, value);
    h[i] = toHalf(value);
    if (decoded != nullptr) {
      store(fromHalf(h[i]), decoded->m[i]);
    }
  }
}

float WriteHalfMatrices(const LaneMatrix* matrices, std::size_t count, const FrameRows& rows, LaneMatrix* decoded) {
  Magnitude magnitude = zeroMagnitude();
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {  // Two matrices are three pairs of texels.
    H8 h[24];
    roundMatrix(matrices[i], magnitude, h, decoded != nullptr ? decoded + i : nullptr);
    roundMatrix(matrices[i + 1], magnitude, h + 12, decoded != nullptr ? decoded + i + 1 : nullptr);
    const std::size_t offset = i * 3 * kHalfTexel;
    storeFourTexels(h, h + 8, rows, offset);
    storeTwoTexels(h + 16, rows, offset + 4 * kHalfTexel);
  }
  if (i < count) {
    H8 h[12];
    roundMatrix(matrices[i], magnitude, h, decoded != nullptr ? decoded + i : nullptr);
    storeTwoTexels(h, rows, i * 3 * kHalfTexel);
    storeTexel(h + 8, rows, i * 3 * kHalfTexel + 2 * kHalfTexel);
  }
  return largestOf(magnitude);
}

float WriteFloatMatrices(const LaneMatrix* matrices, std::size_t count, const FrameRows& rows, LaneMatrix* decoded) {
  Magnitude magnitude = zeroMagnitude();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t r = 0; r < 3; ++r) {
      F8 c[4];
      for (std::size_t k = 0; k < 4; ++k) {
        c[k] = load(matrices[i].m[4 * r + k]);
        note(magnitude, c[k]);
        if (decoded != nullptr) {
          store(c[k], decoded[i].m[4 * r + k]);
        }
      }
      storeTexel(c, rows, (i * 3 + r) * kFloatTexel);
    }
  }
  return largestOf(magnitude);
}

HWY_INLINE F8 dot3(const F8* a, const F8* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Rotation (of unit length, w ≥ 0), displacement and scale of a matrix that is a similarity: turnOf() of encoding.cpp.
HWY_INLINE void turnOf(const LaneMatrix& matrix, const glm::vec3& pivot, F8* q, F8* moved) {
  F8 m[3][3];
  F8 squared = splat(0.0f);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      m[r][c] = load(matrix.m[4 * r + c]);
    }
    squared = squared + dot3(m[r], m[r]);
    moved[r] = m[r][0] * splat(pivot.x) + m[r][1] * splat(pivot.y) + m[r][2] * splat(pivot.z) +
               load(matrix.m[4 * r + 3]) - splat(pivot[static_cast<int>(r)]);
  }
  // All three rows are as long: their mean length, and its inverse.
  const F8 mean = squared * splat(1.0f / 3.0f);
  const F8 least = splat(1e-30f);
  const F8 safe = whereLess(mean, least, splat(1.0f), mean);
  F8 inverse;
  reciprocalRoots<1>(&safe, &inverse);
  const F8 cross[3] = {m[1][1] * m[2][2] - m[1][2] * m[2][1], m[1][2] * m[2][0] - m[1][0] * m[2][2],
                       m[1][0] * m[2][1] - m[1][1] * m[2][0]};
  const F8 sign = withSignOf(splat(1.0f), dot3(m[0], cross));
  moved[3] = whereLess(mean, least, splat(0.0f), mean * inverse * sign);
  const F8 byScale = inverse * sign;
  for (auto& row : m) {
    for (F8& x : row) {
      x = x * byScale;
    }
  }
  // Shepperd's four ways; of each number the way with the largest divisor.
  const F8 one = splat(1.0f);
  const F8 part[4] = {one + m[0][0] - m[1][1] - m[2][2], one + m[1][1] - m[0][0] - m[2][2],
                      one + m[2][2] - m[0][0] - m[1][1], one + m[0][0] + m[1][1] + m[2][2]};
  const F8 xy = m[0][1] + m[1][0];
  const F8 xz = m[0][2] + m[2][0];
  const F8 yz = m[1][2] + m[2][1];
  const F8 wx = m[2][1] - m[1][2];
  const F8 wy = m[0][2] - m[2][0];
  const F8 wz = m[1][0] - m[0][1];
  const F8 ways[4][4] = {{part[0], xy, xz, wx}, {xy, part[1], yz, wy}, {xz, yz, part[2], wz}, {wx, wy, wz, part[3]}};
  F8 largest = part[3];
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = ways[3][i];
  }
  for (std::size_t way = 0; way < 3; ++way) {
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = whereLess(largest, part[way], ways[way][i], q[i]);
    }
    largest = larger(largest, part[way]);
  }
  const F8 length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  F8 scale;
  reciprocalRoots<1>(&length, &scale);
  scale = scale * withSignOf(one, q[3]);
  for (std::size_t i = 0; i < 4; ++i) {
    // Without a size there is no rotation.
    q[i] = whereLess(mean, least, splat(i == 3 ? 1.0f : 0.0f), q[i] * scale);
  }
}

/// The matrix of what a reader gets: rowsOf() of encoding.cpp.
HWY_INLINE void matrixOf(const F8* stored, const F8* moved, const glm::vec3& pivot, LaneMatrix& out) {
  const F8 length = stored[0] * stored[0] + stored[1] * stored[1] + stored[2] * stored[2] + stored[3] * stored[3];
  const F8 two = splat(2.0f) / length;
  const F8 x = stored[0];
  const F8 y = stored[1];
  const F8 z = stored[2];
  const F8 w = stored[3];
  const F8 one = splat(1.0f);
  const F8 turn[3][3] = {{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
                         {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
                         {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}};
  const F8 c[3] = {splat(pivot.x), splat(pivot.y), splat(pivot.z)};
  for (std::size_t r = 0; r < 3; ++r) {
    F8 row[3];
    for (std::size_t k = 0; k < 3; ++k) {
      row[k] = moved[3] * turn[r][k];
      store(row[k], out.m[4 * r + k]);
    }
    store(c[r] + moved[r] - dot3(row, c), out.m[4 * r + 3]);
  }
}

float WriteTurns(const LaneMatrix* matrices, const glm::dvec3* pivots, const bool* isLeftOut, std::size_t count,
                 PixelFormat format, const FrameRows& rows, LaneMatrix* decoded) {
  Magnitude magnitude = zeroMagnitude();
  const std::size_t bytes = 2 * (format == PixelFormat::Rgba16F ? kHalfTexel : kFloatTexel);
  for (std::size_t i = 0; i < count; ++i) {
    if (isLeftOut[i]) {
      continue;
    }
    const glm::vec3 pivot(pivots[i]);
    F8 channels[8];
    turnOf(matrices[i], pivot, channels, channels + 4);
    for (std::size_t k = 0; k < 8; ++k) {
      note(magnitude, channels[k]);
    }
    if (format == PixelFormat::Rgba16F) {
      H8 halves[8];
      for (std::size_t k = 0; k < 8; ++k) {
        halves[k] = toHalf(channels[k]);
        channels[k] = fromHalf(halves[k]);
      }
      storeTwoTexels(halves, rows, i * bytes);
    } else {
      storeTexel(channels, rows, i * bytes);
      storeTexel(channels + 4, rows, i * bytes + kFloatTexel);
    }
    if (decoded != nullptr) {
      matrixOf(channels, channels + 4, pivot, decoded[i]);
    }
  }
  return largestOf(magnitude);
}

float LargestElement(const LaneMatrix* matrices, std::size_t count) {
  Magnitude magnitude = zeroMagnitude();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 12; ++k) {
      note(magnitude, load(matrices[i].m[k]));
    }
  }
  return largestOf(magnitude);
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton {

HWY_EXPORT(WriteVertices);
HWY_EXPORT(BoundPositions);
HWY_EXPORT(LargestStep);
HWY_EXPORT(WriteHalfMatrices);
HWY_EXPORT(WriteFloatMatrices);
HWY_EXPORT(LargestElement);
HWY_EXPORT(WriteTurns);

float writeMatrices(std::span<const LaneMatrix> matrices, PixelFormat format, const FrameRows& rows,
                    LaneMatrix* decoded) {
  return format == PixelFormat::Rgba16F
             ? HWY_DYNAMIC_DISPATCH(WriteHalfMatrices)(matrices.data(), matrices.size(), rows, decoded)
             : HWY_DYNAMIC_DISPATCH(WriteFloatMatrices)(matrices.data(), matrices.size(), rows, decoded);
}

float writeTurns(std::span<const LaneMatrix> matrices, const BoneConstants& constants, PixelFormat format,
                 const FrameRows& rows, LaneMatrix* decoded) {
  return HWY_DYNAMIC_DISPATCH(WriteTurns)(matrices.data(), constants.pivots.data(), constants.isMatrix.get(),
                                          matrices.size(), format, rows, decoded);
}

float largestElement(std::span<const LaneMatrix> matrices) {
  return HWY_DYNAMIC_DISPATCH(LargestElement)(matrices.data(), matrices.size());
}

void writeVertices(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights, PixelFormat format,
                   const FrameRows& rows, Box& box) {
  HWY_DYNAMIC_DISPATCH(WriteVertices)(table, matrices, weights, format, rows, box);
}

void boundPositions(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights, Box& box) {
  HWY_DYNAMIC_DISPATCH(BoundPositions)(table, matrices, weights, box);
}

float largestStep(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights) {
  return std::sqrt(HWY_DYNAMIC_DISPATCH(LargestStep)(table, matrices, weights));
}

}  // namespace texeleton
#endif  // HWY_ONCE
