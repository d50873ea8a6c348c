#include "core/bake/encoding/skin_kernels.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/encoding/skin_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/offset_lanes-inl.h"
#include "core/bake/encoding/skin_lanes-inl.h"
#include "core/bake/encoding/texel_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

constexpr float kNoSkinnedNormal = 1e-20f;  ///< Squared length.

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

/// A skinned group: the data that its elements share.
struct alignas(32) SkinnedGroup {
  float position[3][animation::kFrameLanes];
  float cofactor[9][animation::kFrameLanes];  ///< Times the sign of the determinant; 0 if that is 0.
  H8 halves[3];                               ///< The position as stored in its texel.
  OffsetPlace offset;                         ///< The same for offset16.
};

/// Skins the groups from `first` to before `end` into `out`. Not inlined: one copy for all writers compiles in a third
/// of the time, and a call for each batch costs nothing.
HWY_NOINLINE void skinGroups(const SkinTable& table, std::size_t first, std::size_t end,
                             const animation::LaneMatrix* matrices, const LaneInputs& inputs, SkinnedGroup* out) {
  for (std::size_t group = first; group < end; ++group, ++out) {
    F8 m[12];
    F8 position[3];
    place(table, table.groups[group], matrices, inputs, m, position);
    for (std::size_t i = 0; i < 3; ++i) {
      store(position[i], out->position[i]);
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
      store(c[i], out->cofactor[i]);
    }
  }
}

/// An element: the group that it belongs to and its normal.
struct alignas(32) Element {
  float normal[3][animation::kFrameLanes];  ///< Not normalised; the bind normal if it has no direction.
  float factor[animation::kFrameLanes];     ///< Factor that normalises it; before that, its squared length.
  const SkinnedGroup* skinned = nullptr;
};

HWY_INLINE void moveNormal(const SkinTable& table, const SkinnedGroup& skinned, std::size_t number,
                           const LaneInputs& inputs, Element& out) {
  const glm::vec3& bind = table.normals[number];
  F8 n[3] = {splat(bind.x), splat(bind.y), splat(bind.z)};
  const SkinGroup& group = table.groups[table.elementGroups[number]];
  if (isCached(group, inputs)) {
    const animation::LanePoint& normal = inputs.points.normals[table.elementPointNormals[number]];
    for (std::size_t i = 0; i < 3; ++i) {
      n[i] = load(normal.v[i]);
    }
  } else if (!table.elementMorphBegin.empty()) {
    morph(table.morphNormals.data() + table.elementMorphBegin[number], group.morphCount,
          inputs.weights + group.firstWeight, n);
  }
  F8 v[3];
  for (std::size_t r = 0; r < 3; ++r) {
    const float(*c)[animation::kFrameLanes] = skinned.cofactor + 3 * r;
    v[r] = load(c[0]) * n[0] + load(c[1]) * n[1] + load(c[2]) * n[2];
  }
  F8 squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const F8 tiny = splat(kNoSkinnedNormal);
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

/// Moves the normals of `count` elements from `begin`, whose groups are in `batch`: batch[1] is group `first`. Not
/// inlined, like skinGroups().
HWY_NOINLINE void moveNormals(const SkinTable& table, const SkinnedGroup* batch, std::size_t first, std::size_t begin,
                              std::size_t count, const LaneInputs& inputs, Element* out) {
  for (std::size_t i = 0; i < count; ++i) {
    moveNormal(table, batch[1 + table.elementGroups[begin + i] - first], begin + i, inputs, out[i]);
  }
}

/// For writers of unit normals.
template <class Writer>
struct UnitNormals {
  /// `count`: even.
  static HWY_INLINE void write(const SkinTable& table, Element* elements, std::size_t number, std::size_t count,
                               const FrameRows& rows) {
    for (std::size_t i = 0; i < count; i += 4) {
      findFactors(elements + i);
    }
    for (std::size_t i = 0; i < count; i += 2) {
      Writer::two(table, elements + i, number + i, rows);
    }
  }
  static HWY_INLINE void writeLast(const SkinTable& table, Element* element, std::size_t number,
                                   const FrameRows& rows) {
    findFactors(element);
    Writer::one(table, *element, number, rows);
  }

 private:
  /// Four elements at a time: their iterations overlap.
  static HWY_INLINE void findFactors(Element* elements) {
    const F8 squared[4] = {load(elements[0].factor), load(elements[1].factor), load(elements[2].factor),
                           load(elements[3].factor)};
    F8 factor[4];
    reciprocalRoots<4>(squared, factor);
    for (std::size_t i = 0; i < 4; ++i) {
      store(factor[i], elements[i].factor);
    }
  }
};

HWY_INLINE std::size_t slotOf(const SkinTable& table, std::size_t number) {
  return table.elementSlots.empty() ? number : table.elementSlots[number];
}

/// Writes elements as halves.
struct HalfWriter : UnitNormals<HalfWriter> {
  HWY_INLINE void takePosition(SkinnedGroup& group) const {
    for (std::size_t i = 0; i < 3; ++i) {
      group.halves[i] = toHalf(load(group.position[i]));
    }
  }
  /// Eight channels: position, 1, normal, 1.
  static HWY_INLINE void channels(const Element& element, H8* c) {
    const F8 factor = load(element.factor);
    for (std::size_t i = 0; i < 3; ++i) {
      c[i] = element.skinned->halves[i];
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
  /// Two consecutive elements: one store per frame if their texels are adjacent.
  static HWY_INLINE void two(const SkinTable& table, const Element* elements, std::size_t number,
                             const FrameRows& rows) {
    const std::size_t slot = slotOf(table, number);
    H8 a[8];
    H8 b[8];
    channels(elements[0], a);
    channels(elements[1], b);
    if (slotOf(table, number + 1) == slot + 1) {
      storeFourTexels(a, b, rows, slot * 2 * kHalfTexel);
    } else {
      storeTwoTexels(a, rows, slot * 2 * kHalfTexel);
      storeTwoTexels(b, rows, slotOf(table, number + 1) * 2 * kHalfTexel);
    }
  }
};

struct FloatWriter : UnitNormals<FloatWriter> {
  HWY_INLINE void takePosition(SkinnedGroup& /*group*/) const {}
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
  static HWY_INLINE void two(const SkinTable& table, const Element* elements, std::size_t number,
                             const FrameRows& rows) {
    one(table, elements[0], number, rows);
    one(table, elements[1], number + 1, rows);
  }
};

/// Writes elements as "offset16".
struct OffsetWriter {
  OffsetCoder coder;

  HWY_INLINE explicit OffsetWriter(const glm::vec4* constants) : coder(constants) {}
  HWY_INLINE void takePosition(SkinnedGroup& group) const { group.offset = coder.place(group.position); }
  /// `count`: even.
  static HWY_INLINE void write(const SkinTable& table, Element* elements, std::size_t number, std::size_t count,
                               const FrameRows& rows) {
    NormalCodes normals;
    normals.find(elements, count);
    for (std::size_t i = 0; i < count; i += 2) {
      const std::size_t slot = slotOf(table, number + i);
      const OffsetPlace& first = elements[i].skinned->offset;
      const OffsetPlace& second = elements[i + 1].skinned->offset;
      if (slotOf(table, number + i + 1) == slot + 1) {
        storeTwoOffsets(first, second, normals.code(i), normals.code(i + 1), rows, slot * kHalfTexel);
      } else {
        storeOffset(first, normals.code(i), rows, slot * kHalfTexel);
        storeOffset(second, normals.code(i + 1), rows, slotOf(table, number + i + 1) * kHalfTexel);
      }
    }
  }
  static HWY_INLINE void writeLast(const SkinTable& table, Element* element, std::size_t number,
                                   const FrameRows& rows) {
    NormalCodes normals;
    normals.find(element, 1);
    storeOffset(element->skinned->offset, normals.code(0), rows, slotOf(table, number) * kHalfTexel);
  }
};

/// Each step processes a batch of groups, then of elements: short loops without dependencies suit out-of-order
/// execution.
constexpr std::size_t kGroupBatch = 8;
constexpr std::size_t kElementBatch = NormalCodes::kMost;

template <class Writer>
HWY_INLINE void writeGroups(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                            const Writer& writer, const FrameRows& rows, model::Box& box) {
  LaneBox bounds(box);
  SkinnedGroup batch[kGroupBatch + 1];
  Element elements[kElementBatch] = {};
  std::size_t begin = 0;  // The first element that is not written yet.
  const std::size_t groupCount = table.groups.size();
  for (std::size_t first = 0; first < groupCount; first += kGroupBatch) {
    const std::size_t end = first + kGroupBatch < groupCount ? first + kGroupBatch : groupCount;
    // The last element of the previous batch may be pending for a neighbour: batch[0] is its group, batch[1] group
    // `first`.
    skinGroups(table, first, end, matrices, inputs, batch + 1);
    for (std::size_t i = first; i < end; ++i) {
      writer.takePosition(batch[1 + i - first]);
    }
    for (std::size_t i = first; i < end; ++i) {
      const float(*p)[animation::kFrameLanes] = batch[1 + i - first].position;
      const F8 position[3] = {load(p[0]), load(p[1]), load(p[2])};
      bounds.add(position);
    }
    const std::size_t elementEnd = std::size_t{table.groups[end - 1].elementBegin} + table.groups[end - 1].elementCount;
    while (begin + 1 < elementEnd) {
      const std::size_t left = (elementEnd - begin) / 2 * 2;
      const std::size_t count = left < kElementBatch ? left : kElementBatch;
      moveNormals(table, batch, first, begin, count, inputs, elements);
      Writer::write(table, elements, begin, count, rows);
      begin += count;
    }
    if (begin < elementEnd) {
      batch[0] = batch[end - first];
    }
  }
  if (begin < table.normals.size()) {
    moveNormals(table, batch, groupCount, begin, 1, inputs, elements);
    Writer::writeLast(table, elements, begin, rows);
  }
  bounds.writeTo(box);
}

void WriteVertices(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                   vat::PixelFormat format, const FrameRows& rows, model::Box& box) {
  if (format == vat::PixelFormat::Rgba32F) {
    writeGroups(table, matrices, inputs, FloatWriter(), rows, box);
  } else {
    writeGroups(table, matrices, inputs, HalfWriter(), rows, box);
  }
}

void WriteOffsets(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                  const glm::vec4* constants, const FrameRows& rows, model::Box& box) {
  writeGroups(table, matrices, inputs, OffsetWriter(constants), rows, box);
}

void EncodeOffsets(std::span<const LaneVertex> vertices, const glm::vec4* constants, const FrameRows& rows) {
  const OffsetCoder coder(constants);
  NormalCodes normals;
  for (std::size_t begin = 0; begin < vertices.size(); begin += NormalCodes::kMost) {
    const LaneVertex* const from = vertices.data() + begin;
    const std::size_t left = vertices.size() - begin;
    const std::size_t count = left < NormalCodes::kMost ? left : NormalCodes::kMost;
    OffsetPlace places[NormalCodes::kMost];
    for (std::size_t i = 0; i < count; ++i) {
      places[i] = coder.place(from[i].position);
    }
    normals.find(from, count);
    std::size_t i = 0;
    for (; i + 2 <= count; i += 2) {
      storeTwoOffsets(places[i], places[i + 1], normals.code(i), normals.code(i + 1), rows, (begin + i) * kHalfTexel);
    }
    if (i < count) {
      storeOffset(places[i], normals.code(i), rows, (begin + i) * kHalfTexel);
    }
  }
}

float LargestStep(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs) {
  float largest = 0.0f;
  for (const SkinGroup& group : table.groups) {
    F8 m[12];
    F8 position[3];
    place(table, group, matrices, inputs, m, position);
    alignas(32) float p[3][animation::kFrameLanes];
    float squared = 0.0f;
    for (int i = 0; i < 3; ++i) {
      store(position[i], p[i]);
      squared += (p[i][1] - p[i][0]) * (p[i][1] - p[i][0]);
    }
    largest = squared > largest ? squared : largest;
  }
  return largest;
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(WriteVertices);
HWY_EXPORT(WriteOffsets);
HWY_EXPORT(EncodeOffsets);
HWY_EXPORT(LargestStep);

void writeVertices(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                   vat::PixelFormat format, const FrameRows& rows, model::Box& box) {
  HWY_DYNAMIC_DISPATCH(WriteVertices)(table, matrices, inputs, format, rows, box);
}

void writeOffsets(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                  const glm::vec4* constants, const FrameRows& rows, model::Box& box) {
  HWY_DYNAMIC_DISPATCH(WriteOffsets)(table, matrices, inputs, constants, rows, box);
}

void encodeOffsets(std::span<const LaneVertex> vertices, const glm::vec4* constants, const FrameRows& rows) {
  HWY_DYNAMIC_DISPATCH(EncodeOffsets)(vertices, constants, rows);
}

float largestStep(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs) {
  return std::sqrt(HWY_DYNAMIC_DISPATCH(LargestStep)(table, matrices, inputs));
}

}  // namespace texeleton::bake
#endif  // HWY_ONCE
