#include "core/animation/clip_sampler_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/animation/clip_sampler_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton {
namespace HWY_NAMESPACE {

using Place = ClipSampler::Place;

constexpr float kNoRotation = 1e-20f;  ///< Squared length.

// How the eight keys of a block are read from a row. What is read is the same; only the way differs.

struct ReadSame {
  explicit ReadSame(const Place& at) : key(at.key[0]) {}
  F8 operator()(const float* row) const { return splat(row[key]); }
  std::int32_t key;
};

struct ReadConsecutive {
  explicit ReadConsecutive(const Place& at) : key(at.key[0]) {}
  F8 operator()(const float* row) const { return loadUnaligned(row + key); }
  std::int32_t key;
};

struct ReadWide {
  explicit ReadWide(const Place& at) : keys(at.key) {}
  F8 operator()(const float* row) const {
    F8 r;
    for (std::size_t i = 0; i < kParts; ++i) {
      const hn::RebindToSigned<LaneTag> d;
      r.part[i] = hn::GatherIndex(LaneTag(), row, hn::Load(d, keys + i * kPartLanes));
    }
    return r;
  }
  const std::int32_t* keys;
};

#if HWY_MAX_BYTES >= 32
struct ReadWindow {
  explicit ReadWindow(const Place& at) : key(at.key[0]), indices(hn::SetTableIndices(LaneTag(), at.relative)) {}
  F8 operator()(const float* row) const { return {{hn::TableLookupLanes(hn::LoadU(LaneTag(), row + key), indices)}}; }
  std::int32_t key;
  decltype(hn::SetTableIndices(LaneTag(), static_cast<const std::int32_t*>(nullptr))) indices;
};
#else
using ReadWindow = ReadWide;
#endif

template <class Read>
HWY_INLINE F8 cubic(const float* row, std::size_t components, std::size_t stride, const Read& read, F8 t) {
  const F8 value0 = read(row);
  const F8 value1 = read(row + 1);
  const F8 leaving = read(row + components * stride);
  const F8 arriving = read(row + 2 * components * stride + 1);
  const F8 t2 = t * t;
  const F8 t3 = t2 * t;
  const F8 smooth = splat(3.0f) * t2 - splat(2.0f) * t3;
  return value0 + (value1 - value0) * smooth + leaving * (t3 - splat(2.0f) * t2 + t) + arriving * (t3 - t2);
}

/// sin(√x)/√x for 0 ≤ x ≤ (π/2)²: interpolated at Chebyshev nodes, off by at most 4.3·10⁻⁹.
HWY_INLINE F8 sineOverAngle(F8 x) {
  F8 r = splat(2.605107635334788e-06f);
  r = r * x + splat(-0.00019809017408678003f);
  r = r * x + splat(0.008333050170671773f);
  r = r * x + splat(-0.16666657947846011f);
  return r * x + splat(1.0f);
}

/// acos(1 − y)² for 0 ≤ y ≤ 1: interpolated at Chebyshev nodes, off by at most 1.8·10⁻⁸.
HWY_INLINE F8 squaredArcCosine(F8 y) {
  const F8 y2 = y * y;
  const F8 y4 = y2 * y2;
  const F8 a = splat(2.0000000095976365f) + splat(0.33333178279985365f) * y;
  const F8 b = splat(0.08892965866085309f) + splat(0.028163947945333775f) * y;
  const F8 c = splat(0.012166113623262429f) + splat(-0.001581025443868791f) * y;
  const F8 d = splat(0.009834476839315787f) + splat(-0.006290633666343661f) * y;
  const F8 upper = (c + d * y2) + splat(0.002846752494012746f) * y4;
  return y * ((a + b * y2) + upper * y4);
}

template <std::size_t kComponents, class Read>
HWY_INLINE void keyedVector(const Channel& channel, const float* rows, const Read& read, F8 t, F8* out) {
  const std::size_t stride = channel.stride;
  for (std::size_t i = 0; i < kComponents; ++i) {
    const float* const row = rows + i * stride;
    if (channel.kind == ChannelKind::Linear) {
      const F8 a = read(row);
      out[i] = a + (read(row + 1) - a) * t;
    } else if (channel.kind == ChannelKind::Step) {
      out[i] = read(row);
    } else {
      out[i] = cubic(row, kComponents, stride, read, t);
    }
  }
}

/// A quaternion of any length: toMatrix() makes up for it.
template <class Read>
HWY_INLINE void keyedRotation(const Channel& channel, const float* rows, const Read& read, F8 t, F8* q) {
  const std::size_t stride = channel.stride;
  if (channel.kind == ChannelKind::Linear) {
    // Slerp along the shorter arc, but for the length: q = sin((1−t)ω)/ω · a ± sin(tω)/ω · b.
    F8 a[4];
    F8 b[4];
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = read(rows + i * stride);
      b[i] = read(rows + i * stride + 1);
    }
    const F8 cosine = (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
    const F8 squaredAngle = squaredArcCosine(splat(1.0f) - magnitudeOf(cosine));
    const F8 rest = splat(1.0f) - t;
    const F8 weightA = rest * sineOverAngle(squaredAngle * (rest * rest));
    const F8 weightB = withSignOf(t * sineOverAngle(squaredAngle * (t * t)), cosine);
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = a[i] * weightA + b[i] * weightB;
    }
    return;
  }
  keyedVector<4>(channel, rows, read, t, q);
  if (channel.kind == ChannelKind::Cubic) {
    // A spline that passes through zero has no direction there: the key before holds.
    const F8 squared = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = whereLess(squared, splat(kNoRotation), read(rows + i * stride), q[i]);
    }
  }
}

/// Calls `keyed` with the reader that fits how the block's keys lie.
template <class Keyed>
HWY_INLINE void withReader(const Place& at, const Keyed& keyed) {
  switch (at.spread) {
    case Place::Same:
      return keyed.run(ReadSame(at));
    case Place::Consecutive:
      return keyed.run(ReadConsecutive(at));
    case Place::Window:
      return keyed.run(ReadWindow(at));
    case Place::Wide:
      break;
  }
  keyed.run(ReadWide(at));
}

template <std::size_t kComponents>
struct KeyedVector {
  const Channel& channel;
  const float* rows;
  F8 t;
  F8* out;
  template <class Read>
  HWY_INLINE void run(const Read& read) const {
    keyedVector<kComponents>(channel, rows, read, t, out);
  }
};

struct KeyedRotation {
  const Channel& channel;
  const float* rows;
  F8 t;
  F8* out;
  template <class Read>
  HWY_INLINE void run(const Read& read) const {
    keyedRotation(channel, rows, read, t, out);
  }
};

template <class Keyed, std::size_t kComponents>
HWY_INLINE void sampleChannel(const Channel& channel, const float* pool, const Place* places, F8* out) {
  if (channel.kind == ChannelKind::Constant) {
    for (std::size_t i = 0; i < kComponents; ++i) {
      out[i] = splat(channel.constant[i]);
    }
    return;
  }
  const Place& at = places[channel.timeline];
  withReader(at, Keyed{channel, pool + channel.values, load(at.fraction), out});
}

/// A 3×4 matrix in eight frames, held in registers.
struct M34 {
  F8 m[12];
};

HWY_INLINE M34 toMatrix(const F8* t, const F8* q, const F8* s, bool hasScale) {
  const F8 squared = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
  const F8 twice = splat(2.0f) / larger(squared, splat(kNoRotation));  // A zero quaternion turns nothing.
  const F8 x2 = q[0] * twice;
  const F8 y2 = q[1] * twice;
  const F8 z2 = q[2] * twice;
  const F8 xx = q[0] * x2;
  const F8 yy = q[1] * y2;
  const F8 zz = q[2] * z2;
  const F8 xy = q[0] * y2;
  const F8 xz = q[0] * z2;
  const F8 yz = q[1] * z2;
  const F8 wx = q[3] * x2;
  const F8 wy = q[3] * y2;
  const F8 wz = q[3] * z2;
  const F8 one = splat(1.0f);
  M34 r{{one - (yy + zz), xy - wz, xz + wy, t[0],  //
         xy + wz, one - (xx + zz), yz - wx, t[1],  //
         xz - wy, yz + wx, one - (xx + yy), t[2]}};
  if (hasScale) {
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t c = 0; c < 3; ++c) {
        r.m[4 * row + c] = r.m[4 * row + c] * s[c];
      }
    }
  }
  return r;
}

/// out = a·b, row by row; `a(i)` and `b(i)` give element i.
template <class A, class B>
HWY_INLINE void multiply(const A& a, const B& b, float (*HWY_RESTRICT out)[kFrameLanes]) {
  for (std::size_t row = 0; row < 3; ++row) {
    const F8 a0 = a(4 * row);
    const F8 a1 = a(4 * row + 1);
    const F8 a2 = a(4 * row + 2);
    const F8 a3 = a(4 * row + 3);
    for (std::size_t c = 0; c < 3; ++c) {
      store(a0 * b(c) + a1 * b(4 + c) + a2 * b(8 + c), out[4 * row + c]);
    }
    store(a0 * b(3) + a1 * b(7) + a2 * b(11) + a3, out[4 * row + 3]);
  }
}

struct FromLanes {
  const float (*m)[kFrameLanes];
  HWY_INLINE F8 operator()(std::size_t i) const { return load(m[i]); }
};
struct FromConstant {
  const float* m;
  HWY_INLINE F8 operator()(std::size_t i) const { return splat(m[i]); }
};
struct FromRegisters {
  const M34& m;
  HWY_INLINE F8 operator()(std::size_t i) const { return m.m[i]; }
};

void SampleNodes(const ClipSampler& sampler, ClipSampler::Scratch& scratch) {
  const float* const pool = sampler.pool();
  const Place* const places = scratch.places.data();
  LaneMatrix* const worlds = scratch.worlds.data();
  std::size_t number = 0;
  for (const MovingNode& node : sampler.nodes()) {
    F8 t[3];
    F8 q[4];
    F8 s[3];
    sampleChannel<KeyedVector<3>, 3>(node.translation, pool, places, t);
    sampleChannel<KeyedRotation, 4>(node.rotation, pool, places, q);
    if (node.hasScale) {
      sampleChannel<KeyedVector<3>, 3>(node.scale, pool, places, s);
    } else {
      s[0] = s[1] = s[2] = splat(1.0f);
    }
    const M34 local = toMatrix(t, q, s, node.hasScale);
    LaneMatrix& world = worlds[number++];
    if (node.parent >= 0 && node.hasPrefix) {
      LaneMatrix above;
      multiply(FromLanes{worlds[node.parent].m}, FromConstant{node.prefix}, above.m);
      multiply(FromLanes{above.m}, FromRegisters{local}, world.m);
    } else if (node.parent >= 0) {
      multiply(FromLanes{worlds[node.parent].m}, FromRegisters{local}, world.m);
    } else if (node.hasPrefix) {
      multiply(FromConstant{node.prefix}, FromRegisters{local}, world.m);
    } else {
      for (std::size_t i = 0; i < 12; ++i) {
        store(local.m[i], world.m[i]);
      }
    }
  }
}

void SampleMatrices(const ClipSampler& sampler, ClipSampler::Scratch& scratch, LaneMatrix* matrices) {
  SampleNodes(sampler, scratch);
  const LaneMatrix* const worlds = scratch.worlds.data();
  for (const SampledEntry& entry : sampler.entries()) {
    if (entry.moving >= 0) {
      multiply(FromLanes{worlds[entry.moving].m}, FromConstant{entry.matrix}, matrices->m);
    } else {
      for (std::size_t i = 0; i < 12; ++i) {
        store(splat(entry.matrix[i]), matrices->m[i]);
      }
    }
    ++matrices;
  }
}

void SampleMorphWeights(const ClipSampler& sampler, const ClipSampler::Scratch& scratch, LaneValue* weights) {
  for (const SampledMorphs& morphs : sampler.morphs()) {
    for (const Channel& target : morphs.targets) {
      F8 weight[1];
      sampleChannel<KeyedVector<1>, 1>(target, sampler.pool(), scratch.places.data(), weight);
      store(weight[0], weights->v);
      ++weights;
    }
  }
}

const char* TargetName() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace texeleton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton {

HWY_EXPORT(SampleMatrices);
HWY_EXPORT(SampleMorphWeights);
HWY_EXPORT(TargetName);

void sampleMatrices(const ClipSampler& sampler, ClipSampler::Scratch& scratch, LaneMatrix* matrices) {
  HWY_DYNAMIC_DISPATCH(SampleMatrices)(sampler, scratch, matrices);
}

void sampleMorphWeights(const ClipSampler& sampler, const ClipSampler::Scratch& scratch, LaneValue* weights) {
  HWY_DYNAMIC_DISPATCH(SampleMorphWeights)(sampler, scratch, weights);
}

const char* vectorTargetName() { return HWY_DYNAMIC_DISPATCH(TargetName)(); }

}  // namespace texeleton
#endif  // HWY_ONCE
