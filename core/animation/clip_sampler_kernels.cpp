#include "core/animation/clip_sampler_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/animation/clip_sampler_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton {
namespace HWY_NAMESPACE {

using Place = ClipSampler::Place;

constexpr float kNoRotation = 1e-20f;  ///< Squared length.

/// Finds the keys between which eight ascending times lie.
HWY_INLINE void findPlace(const double* HWY_RESTRICT seconds, const SampledTimeline& timeline, Place& at) {
  const double* HWY_RESTRICT times = timeline.times;
  const std::uint32_t last = timeline.count - 2;
  // Blocks mostly follow one another: go on from the last key of the block before.
  std::uint32_t key = at.key[kFrameLanes - 1] < last ? at.key[kFrameLanes - 1] : last;
  const std::uint32_t ahead = key + 2 * kFrameLanes < last ? key + 2 * kFrameLanes : last;
  if (times[key] > seconds[0] || times[ahead] <= seconds[0]) {
    std::uint32_t end = last + 1;
    for (key = 0; key + 1 < end;) {
      const std::uint32_t middle = key + (end - key) / 2;
      (times[middle] <= seconds[0] ? key : end) = middle;
    }
  }
  double passed[kFrameLanes];
  double length[kFrameLanes];
  const std::uint32_t start = key;
  const auto measure = [&](std::size_t i) HWY_ATTR {
    at.key[i] = key;
    passed[i] = seconds[i] - times[key];
    length[i] = times[key + 1] - times[key];
  };
  for (std::size_t i = 0; i < kFrameLanes; ++i) {  // At most one key a frame, as is usual: without a branch.
    key += static_cast<std::uint32_t>(key < last) & static_cast<std::uint32_t>(times[key + 1] <= seconds[i]);
    measure(i);
  }
  bool beyond = false;
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    beyond |= passed[i] >= length[i];
  }
  if (beyond) {  // More keys than that, or past the last.
    key = start;
    for (std::size_t i = 0; i < kFrameLanes; ++i) {
      while (key < last && times[key + 1] <= seconds[i]) {
        ++key;
      }
      measure(i);
    }
  }
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    const double fraction = passed[i] / length[i];
    const double bounded = fraction > 0.0 ? fraction : 0.0;
    at.fraction[i] = static_cast<float>(bounded < 1.0 ? bounded : 1.0);
    at.length[i] = static_cast<float>(length[i]);
  }
  at.same = at.key[0] == at.key[kFrameLanes - 1];
}

/// out[c] in frame i = from[at.key[i] · keyFloats + c], c = 0 … 3.
HWY_INLINE void readFour(const float* HWY_RESTRICT from, std::size_t keyFloats, const Place& at, F8* out) {
  if (at.same) {
    from += at.key[0] * keyFloats;
    for (std::size_t c = 0; c < 4; ++c) {
      out[c] = splat(from[c]);
    }
    return;
  }
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      out[c].part[i].raw = from[at.key[i] * keyFloats + c];
    }
  }
#else
  const LaneTag d;
  const hn::Repartition<double, LaneTag> d64;
  const hn::CappedTag<float, 4> d4;
  for (std::size_t p = 0; p < kParts; ++p) {
    LaneVector keys[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const float* const key = from + at.key[p * kPartLanes + i] * keyFloats;
#if HWY_MAX_BYTES >= 32
      keys[i] = hn::Combine(d, hn::LoadU(d4, from + at.key[i + 4] * keyFloats), hn::LoadU(d4, key));
#else
      keys[i] = hn::LoadU(d4, key);
#endif
    }
    const auto xy01 = hn::BitCast(d64, hn::InterleaveLower(d, keys[0], keys[1]));
    const auto xy23 = hn::BitCast(d64, hn::InterleaveLower(d, keys[2], keys[3]));
    const auto zw01 = hn::BitCast(d64, hn::InterleaveUpper(d, keys[0], keys[1]));
    const auto zw23 = hn::BitCast(d64, hn::InterleaveUpper(d, keys[2], keys[3]));
    // xy01 holds x0 x1 y0 y1.
    out[0].part[p] = hn::BitCast(d, hn::InterleaveLower(d64, xy01, xy23));
    out[1].part[p] = hn::BitCast(d, hn::InterleaveUpper(d64, xy01, xy23));
    out[2].part[p] = hn::BitCast(d, hn::InterleaveLower(d64, zw01, zw23));
    out[3].part[p] = hn::BitCast(d, hn::InterleaveUpper(d64, zw01, zw23));
  }
#endif
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

struct SplineWeights {
  F8 value0, value1, leaving, arriving;
  /// `t`: fraction, `length`: seconds, of the segment. The cubic Hermite spline of glTF 2.0, appendix C.
  HWY_INLINE SplineWeights(F8 t, F8 length) {
    const F8 t2 = t * t;
    const F8 t3 = t2 * t;
    value1 = splat(3.0f) * t2 - splat(2.0f) * t3;
    value0 = splat(1.0f) - value1;
    leaving = (t3 - splat(2.0f) * t2 + t) * length;
    arriving = (t3 - t2) * length;
  }
};

/// Four components of a spline, of which a vector uses three.
HWY_INLINE void spline(const Channel& channel, std::size_t components, const Place& at, F8* out) {
  const SplineWeights weights(load(at.fraction), load(at.length));
  const std::size_t keyFloats = 3 * components;
  F8 value0[4];
  F8 value1[4];
  F8 leaving[4];
  F8 arriving[4];
  readFour(channel.values, keyFloats, at, value0);
  readFour(channel.values + components, keyFloats, at, leaving);
  readFour(channel.values + 2 * components, keyFloats, at, arriving);
  // A vector's last key has only its tangent after it: read one float earlier.
  const std::size_t early = 4 - components;
  readFour(channel.values + keyFloats - early, keyFloats, at, value1);
  for (std::size_t i = 0; i < components; ++i) {
    out[i] = (value0[i] * weights.value0 + value1[i + early] * weights.value1) +
             (leaving[i] * weights.leaving + arriving[i] * weights.arriving);
  }
}

HWY_INLINE void sampleVector(const Channel& channel, const Place* places, F8* out) {
  if (channel.kind == ChannelKind::Constant) {
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = splat(channel.constant[i]);
    }
    return;
  }
  const Place& at = places[channel.timeline];
  if (channel.kind == ChannelKind::Cubic) {
    spline(channel, 3, at, out);
    return;
  }
  const F8 t = load(at.fraction);
  F8 a[4];
  F8 b[4];
  readFour(channel.values, 3, at, a);
  readFour(channel.values + 3 - 1, 3, at, b);  // One float earlier, so as not to read beyond the last key.
  for (std::size_t i = 0; i < 3; ++i) {
    out[i] =
        channel.kind == ChannelKind::Linear ? a[i] + (b[i + 1] - a[i]) * t : whereLess(t, splat(1.0f), a[i], b[i + 1]);
  }
}

/// A quaternion of any length: toMatrix() makes up for it.
HWY_INLINE void sampleRotation(const Channel& channel, const Place* places, F8* q) {
  if (channel.kind == ChannelKind::Constant) {
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = splat(channel.constant[i]);
    }
    return;
  }
  const Place& at = places[channel.timeline];
  const F8 t = load(at.fraction);
  F8 a[4];
  if (channel.kind == ChannelKind::Cubic) {
    spline(channel, 4, at, q);
    // A spline that passes through zero has no direction there: the key before holds.
    const F8 squared = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    readFour(channel.values, 12, at, a);
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = whereLess(squared, splat(kNoRotation), a[i], q[i]);
    }
    return;
  }
  F8 b[4];
  readFour(channel.values, 4, at, a);
  readFour(channel.values + 4, 4, at, b);
  if (channel.kind == ChannelKind::Step) {
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = whereLess(t, splat(1.0f), a[i], b[i]);
    }
    return;
  }
  // Slerp along the shorter arc, but for the length: q = sin((1−t)ω)/ω · a ± sin(tω)/ω · b.
  const F8 cosine = (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
  const F8 squaredAngle = squaredArcCosine(splat(1.0f) - magnitudeOf(cosine));
  const F8 rest = splat(1.0f) - t;
  const F8 weightA = rest * sineOverAngle(squaredAngle * (rest * rest));
  const F8 weightB = withSignOf(t * sineOverAngle(squaredAngle * (t * t)), cosine);
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = a[i] * weightA + b[i] * weightB;
  }
}

/// Morph weights are few: read one by one.
HWY_INLINE F8 sampleWeight(const Channel& channel, std::size_t targets, const Place* places) {
  if (channel.kind == ChannelKind::Constant) {
    return splat(channel.constant[0]);
  }
  const Place& at = places[channel.timeline];
  alignas(32) float value[4][kFrameLanes] = {};
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    const float* const key = channel.values + at.key[i] * channel.keyFloats;
    value[0][i] = key[0];
    value[1][i] = key[channel.keyFloats];
    if (channel.kind == ChannelKind::Cubic) {
      value[2][i] = key[targets];
      value[3][i] = key[2 * targets];
    }
  }
  const F8 t = load(at.fraction);
  const F8 a = load(value[0]);
  const F8 b = load(value[1]);
  if (channel.kind == ChannelKind::Linear) {
    return a + (b - a) * t;
  }
  if (channel.kind == ChannelKind::Step) {
    return whereLess(t, splat(1.0f), a, b);
  }
  const SplineWeights weights(t, load(at.length));
  return (a * weights.value0 + b * weights.value1) +
         (load(value[2]) * weights.leaving + load(value[3]) * weights.arriving);
}

/// A 3×4 matrix in eight frames, held in registers.
struct M34 {
  F8 m[12];
};

HWY_INLINE M34 toMatrix(const LaneValue* translation, const LaneValue* rotation, const LaneValue* scale,
                        bool hasScale) {
  const F8 x = load(rotation[0].v);
  const F8 y = load(rotation[1].v);
  const F8 z = load(rotation[2].v);
  const F8 w = load(rotation[3].v);
  const F8 squared = (x * x + y * y) + (z * z + w * w);
  const F8 twice = splat(2.0f) / larger(squared, splat(kNoRotation));  // A zero quaternion turns nothing.
  const F8 x2 = x * twice;
  const F8 y2 = y * twice;
  const F8 z2 = z * twice;
  const F8 xx = x * x2;
  const F8 yy = y * y2;
  const F8 zz = z * z2;
  const F8 xy = x * y2;
  const F8 xz = x * z2;
  const F8 yz = y * z2;
  const F8 wx = w * x2;
  const F8 wy = w * y2;
  const F8 wz = w * z2;
  const F8 one = splat(1.0f);
  M34 r{{one - (yy + zz), xy - wz, xz + wy, load(translation[0].v),  //
         xy + wz, one - (xx + zz), yz - wx, load(translation[1].v),  //
         xz - wy, yz + wx, one - (xx + yy), load(translation[2].v)}};
  if (hasScale) {
    for (std::size_t c = 0; c < 3; ++c) {
      const F8 s = load(scale[c].v);
      for (std::size_t row = 0; row < 3; ++row) {
        r.m[4 * row + c] = r.m[4 * row + c] * s;
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

/// Asks for the keys of a channel ahead of time: each lies in an array of its own, where no hardware expects them.
HWY_INLINE void prefetch(const Channel& channel, const Place* places) {
  if (channel.kind != ChannelKind::Constant) {
    const Place& at = places[channel.timeline];
    const float* const from = channel.values + at.key[0] * channel.keyFloats;
    const float* const to = channel.values + (at.key[kFrameLanes - 1] + 2) * channel.keyFloats - 1;
    hwy::Prefetch(from);
    hwy::Prefetch(from + (to - from) / 2);
    hwy::Prefetch(to);
  }
}

/// Nodes whose properties are sampled before their matrices are made: short loops let the CPU work ahead.
constexpr std::size_t kBatch = 8;

/// world(node) = world(parent) · prefix · local.
HWY_INLINE void placeNode(const MovingNode& node, const M34& local, LaneMatrix* worlds, LaneMatrix& world) {
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

void sampleNodes(const ClipSampler& sampler, ClipSampler::Scratch& scratch) {
  const Place* const places = scratch.places.data();
  LaneMatrix* const worlds = scratch.worlds.data();
  const MovingNode* const nodes = sampler.nodes().data();
  const std::size_t count = sampler.nodes().size();
  LaneValue translations[kBatch][3];
  LaneValue rotations[kBatch][4];
  LaneValue scales[kBatch][3];
  for (std::size_t first = 0; first < count; first += kBatch) {
    const std::size_t batch = count - first < kBatch ? count - first : kBatch;
    for (std::size_t i = 0; i < batch; ++i) {
      if (first + i + kBatch < count) {
        const MovingNode& soon = nodes[first + i + kBatch];
        prefetch(soon.translation, places);
        prefetch(soon.rotation, places);
        prefetch(soon.scale, places);
      }
      F8 q[4];
      sampleRotation(nodes[first + i].rotation, places, q);
      for (std::size_t c = 0; c < 4; ++c) {
        store(q[c], rotations[i][c].v);
      }
    }
    for (std::size_t i = 0; i < batch; ++i) {
      F8 t[3];
      F8 s[3];
      sampleVector(nodes[first + i].translation, places, t);
      sampleVector(nodes[first + i].scale, places, s);
      for (std::size_t c = 0; c < 3; ++c) {
        store(t[c], translations[i][c].v);
        store(s[c], scales[i][c].v);
      }
    }
    for (std::size_t i = 0; i < batch; ++i) {
      const MovingNode& node = nodes[first + i];
      placeNode(node, toMatrix(translations[i], rotations[i], scales[i], node.hasScale), worlds, worlds[first + i]);
    }
  }
}

/// Asks for the key times of a timeline ahead of time.
HWY_INLINE void prefetch(const SampledTimeline& timeline, const Place& at) {
  const std::uint32_t key = at.key[kFrameLanes - 1];
  hwy::Prefetch(timeline.times + key);
  hwy::Prefetch(timeline.times + (key + kFrameLanes < timeline.count ? key + kFrameLanes : timeline.count - 1));
}

void SampleBlock(const ClipSampler& sampler, const double* seconds, ClipSampler::Scratch& scratch, LaneMatrix* matrices,
                 LaneValue* weights) {
  Place* const places = scratch.places.data();
  const SampledTimeline* const timelines = sampler.timelines().data();
  const std::size_t timelineCount = sampler.timelines().size();
  for (std::size_t i = 0; i < timelineCount; ++i) {
    if (i + kBatch < timelineCount) {
      prefetch(timelines[i + kBatch], places[i + kBatch]);
    }
    findPlace(seconds, timelines[i], places[i]);
  }
  sampleNodes(sampler, scratch);
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
  for (const SampledMorphs& morphs : sampler.morphs()) {
    for (const Channel& target : morphs.targets) {
      store(sampleWeight(target, morphs.targets.size(), scratch.places.data()), weights->v);
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

HWY_EXPORT(SampleBlock);
HWY_EXPORT(TargetName);

void sampleBlock(const ClipSampler& sampler, std::span<const double, kFrameLanes> seconds,
                 ClipSampler::Scratch& scratch, LaneMatrix* matrices, LaneValue* weights) {
  HWY_DYNAMIC_DISPATCH(SampleBlock)(sampler, seconds.data(), scratch, matrices, weights);
}

const char* vectorTargetName() { return HWY_DYNAMIC_DISPATCH(TargetName)(); }

}  // namespace texeleton
#endif  // HWY_ONCE
