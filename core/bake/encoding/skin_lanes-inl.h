// Skinning of eight frames at once: blended matrices, moved positions, boxes; included once per target.
#if defined(TEXELETON_SKIN_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_SKIN_LANES_INL_H_
#undef TEXELETON_SKIN_LANES_INL_H_
#else
#define TEXELETON_SKIN_LANES_INL_H_
#endif

#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/bake/skin_table.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

/// The first kCount influences: Σ weight · matrix, rows of 3×4.
template <std::size_t kCount>
HWY_INLINE void blendFirst(const model::Influence* influences, const animation::LaneMatrix* HWY_RESTRICT matrices,
                           F8* m) {
  const animation::LaneMatrix* matrix[kCount];
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
HWY_INLINE void blend(const SkinTable& table, const SkinGroup& group,
                      const animation::LaneMatrix* HWY_RESTRICT matrices, F8* m) {
  const model::Influence* const influences = table.influences.data() + group.influenceBegin;
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
    const animation::LaneMatrix& matrix = matrices[influences[k].joint];
    const F8 weight = splat(influences[k].weight);
    for (std::size_t i = 0; i < 12; ++i) {
      m[i] = m[i] + load(matrix.m[i]) * weight;
    }
  }
}

/// v + Σ weight · delta.
HWY_INLINE void morph(const glm::vec3* deltas, std::size_t count, const animation::LaneValue* HWY_RESTRICT weights,
                      F8* v) {
  for (std::size_t i = 0; i < count; ++i) {
    const F8 weight = load(weights[i].v);
    v[0] = v[0] + splat(deltas[i].x) * weight;
    v[1] = v[1] + splat(deltas[i].y) * weight;
    v[2] = v[2] + splat(deltas[i].z) * weight;
  }
}

HWY_INLINE void moved(const SkinTable& table, const SkinGroup& group, const animation::LaneValue* weights, const F8* m,
                      F8* out) {
  F8 p[3] = {splat(group.position.x), splat(group.position.y), splat(group.position.z)};
  if (group.morphCount != 0) {
    morph(table.morphPositions.data() + group.morphBegin, group.morphCount, weights + group.firstWeight, p);
  }
  for (std::size_t r = 0; r < 3; ++r) {
    out[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
  }
}

/// Whether a cache moves the group in this clip.
HWY_INLINE bool isCached(const SkinGroup& group, const LaneInputs& inputs) {
  return group.pointSet != kNoIndex && inputs.points.places != nullptr &&
         inputs.points.entries[group.pointSet] != kNoIndex;
}

/// The matrix of a group and its position.
HWY_INLINE void place(const SkinTable& table, const SkinGroup& group, const animation::LaneMatrix* matrices,
                      const LaneInputs& inputs, F8* m, F8* position) {
  if (!isCached(group, inputs)) {
    blend(table, group, matrices, m);
    moved(table, group, inputs.weights, m, position);
    return;
  }
  const animation::LanePoint& point = inputs.points.places[group.place];
  const animation::LaneMatrix& matrix = matrices[inputs.points.entries[group.pointSet]];
  for (std::size_t i = 0; i < 12; ++i) {
    m[i] = load(matrix.m[i]);
  }
  for (std::size_t r = 0; r < 3; ++r) {
    position[r] =
        m[4 * r] * load(point.v[0]) + m[4 * r + 1] * load(point.v[1]) + m[4 * r + 2] * load(point.v[2]) + m[4 * r + 3];
  }
}

struct LaneBox {
  F8 low[3];
  F8 high[3];
  HWY_INLINE explicit LaneBox(const model::Box& box) {
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
  HWY_INLINE void writeTo(model::Box& box) const {
    for (int i = 0; i < 3; ++i) {
      box.min[i] = smallestLane(low[i]);
      box.max[i] = largestLane(high[i]);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#endif  // include guard
