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

/// Σ weight · matrix, rows of 3×4.
HWY_INLINE void blend(const SkinTable& table, const SkinGroup& group, const LaneMatrix* HWY_RESTRICT matrices, F8* m) {
  const Influence* influence = table.influences.data() + group.influenceBegin;
  const Influence* const end = influence + group.influenceCount;
  const LaneMatrix* matrix = matrices + influence->joint;
  if (influence->weight == 1.0f) {
    for (std::size_t i = 0; i < 12; ++i) {
      m[i] = load(matrix->m[i]);
    }
  } else {
    const F8 weight = splat(influence->weight);
    for (std::size_t i = 0; i < 12; ++i) {
      m[i] = load(matrix->m[i]) * weight;
    }
  }
  while (++influence != end) {
    matrix = matrices + influence->joint;
    const F8 weight = splat(influence->weight);
    for (std::size_t i = 0; i < 12; ++i) {
      m[i] = m[i] + load(matrix->m[i]) * weight;
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

/// A skinned element before its normal has unit length.
struct Element {
  F8 position[3];
  F8 normal[3];  ///< cof · n.
  F8 sign;       ///< Of the determinant.
  F8 squared;    ///< Length of the normal; 0 where the sign is 0.
  std::size_t number = 0;
  glm::vec3 bind{0.0f};
};

/// sign · normal of unit length, or the bind normal where that has no direction.
HWY_INLINE void normalise(const Element& element, F8* out) {
  const F8 tiny = splat(kNoNormal);
  if (!anyLess(element.squared, tiny)) {
    const F8 factor = element.sign / squareRoot(element.squared);
    for (int r = 0; r < 3; ++r) {
      out[r] = element.normal[r] * factor;
    }
    return;
  }
  const F8 factor = element.sign / squareRoot(larger(element.squared, tiny));
  for (int r = 0; r < 3; ++r) {
    out[r] = whereLess(element.squared, tiny, splat(element.bind[r]), element.normal[r] * factor);
  }
}

/// Writes elements as halves.
struct HalfWriter {
  /// Eight channels: position, 1, normal, 1.
  static HWY_INLINE void channels(const Element& element, H8* c) {
    F8 normal[3];
    normalise(element, normal);
    for (int i = 0; i < 3; ++i) {
      c[i] = toHalf(element.position[i]);
      c[4 + i] = toHalf(normal[i]);
    }
    c[3] = halfOne();
    c[7] = halfOne();
  }
  static HWY_INLINE void one(const SkinTable& table, const Element& element, const FrameRows& rows) {
    H8 c[8];
    channels(element, c);
    const std::size_t slot = table.slots.empty() ? element.number : table.slots[element.number];
    storeTwoTexels(c, rows, slot * 2 * kHalfTexel);
  }
  /// Two elements that follow one another: one store a frame where their texels are neighbours.
  static HWY_INLINE void two(const SkinTable& table, const Element& first, const Element& second,
                             const FrameRows& rows) {
    H8 a[8];
    H8 b[8];
    channels(first, a);
    channels(second, b);
    if (table.slots.empty()) {
      storeFourTexels(a, b, rows, first.number * 2 * kHalfTexel);
    } else {
      storeTwoTexels(a, rows, table.slots[first.number] * 2 * kHalfTexel);
      storeTwoTexels(b, rows, table.slots[second.number] * 2 * kHalfTexel);
    }
  }
};

struct FloatWriter {
  static HWY_INLINE void one(const SkinTable& table, const Element& element, const FrameRows& rows) {
    F8 normal[4];
    normalise(element, normal);
    normal[3] = splat(1.0f);
    const F8 position[4] = {element.position[0], element.position[1], element.position[2], splat(1.0f)};
    const std::size_t slot = table.slots.empty() ? element.number : table.slots[element.number];
    storeTexel(position, rows, slot * 2 * kFloatTexel);
    storeTexel(normal, rows, slot * 2 * kFloatTexel + kFloatTexel);
  }
  static HWY_INLINE void two(const SkinTable& table, const Element& first, const Element& second,
                             const FrameRows& rows) {
    one(table, first, rows);
    one(table, second, rows);
  }
};

template <class Writer>
HWY_INLINE void writeGroups(const SkinTable& table, const LaneMatrix* matrices, const LaneValue* weights,
                            const FrameRows& rows, Box& box) {
  LaneBox bounds(box);
  Element pair[2];  // Two are finished together: the CPU overlaps their roots and divisions.
  for (const SkinGroup& group : table.groups) {
    F8 m[12];
    F8 position[3];
    F8 c[9];
    blend(table, group, matrices, m);
    moved(table, group, weights, m, position);
    bounds.add(position);
    const F8 determinant = cofactors(m, c);
    const bool flat = anyZero(determinant);
    const F8 sign = flat ? signOf(determinant) : withSignOf(splat(1.0f), determinant);
    const std::size_t end = group.elementBegin + group.elementCount;
    for (std::size_t number = group.elementBegin; number < end; ++number) {
      Element& element = pair[number % 2];
      element.number = number;
      element.bind = table.normals[number];
      F8 n[3] = {splat(element.bind.x), splat(element.bind.y), splat(element.bind.z)};
      if (group.morphCount != 0) {
        morph(table.morphNormals.data() + table.elementMorphBegin[number], group.morphCount,
              weights + group.firstWeight, n);
      }
      for (std::size_t r = 0; r < 3; ++r) {
        element.position[r] = position[r];
        element.normal[r] = c[3 * r] * n[0] + c[3 * r + 1] * n[1] + c[3 * r + 2] * n[2];
      }
      const F8* const v = element.normal;
      element.sign = sign;
      element.squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      if (flat) {
        element.squared = element.squared * (sign * sign);
      }
      if (number % 2 == 1) {
        Writer::two(table, pair[0], pair[1], rows);
      }
    }
  }
  if (table.normals.size() % 2 == 1) {
    Writer::one(table, pair[0], rows);
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

float writeMatrices(std::span<const LaneMatrix> matrices, PixelFormat format, const FrameRows& rows,
                    LaneMatrix* decoded) {
  return format == PixelFormat::Rgba16F
             ? HWY_DYNAMIC_DISPATCH(WriteHalfMatrices)(matrices.data(), matrices.size(), rows, decoded)
             : HWY_DYNAMIC_DISPATCH(WriteFloatMatrices)(matrices.data(), matrices.size(), rows, decoded);
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
