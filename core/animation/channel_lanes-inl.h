// Channels (vectors, rotations, morph weights) at eight times; included once per vector target.
#if defined(TEXELETON_CHANNEL_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_CHANNEL_LANES_INL_H_
#undef TEXELETON_CHANNEL_LANES_INL_H_
#else
#define TEXELETON_CHANNEL_LANES_INL_H_
#endif

#include "core/animation/key_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::animation {
namespace HWY_NAMESPACE {

constexpr float kNoRotationInLanes = 1e-20f;  ///< Squared length.

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

/// The keys before and after each of the eight frames, for all timelines.
struct Timing {
  const SampledTimeline* timelines;
  const Place* places;

  HWY_INLINE const Place& at(const Channel& channel) const { return places[channel.timeline]; }
  /// Seconds from the key before each frame to the one after it.
  HWY_INLINE F8 segmentLength(const Channel& channel) const {
    const double* const times = timelines[channel.timeline].times;
    alignas(32) float length[kFrameLanes];
    for (std::size_t i = 0; i < kFrameLanes; ++i) {
      const std::uint32_t key = at(channel).key[i];
      length[i] = static_cast<float>(times[key + 1] - times[key]);
    }
    return load(length);
  }
};

/// Four components of a spline; a vector uses three.
HWY_INLINE void spline(const Channel& channel, std::size_t components, const Timing& timing, F8* out) {
  const Place& at = timing.at(channel);
  const SplineWeights weights(load(at.fraction), timing.segmentLength(channel));
  const std::size_t keyFloats = 3 * components;
  F8 value0[4];
  F8 value1[4];
  F8 leaving[4];
  F8 arriving[4];
  readFour(channel.values, keyFloats, at, value0);
  readFour(channel.values + components, keyFloats, at, leaving);
  readFour(channel.values + 2 * components, keyFloats, at, arriving);
  // Only the tangent follows the last key of a vector: read one float earlier.
  const std::size_t early = 4 - components;
  readFour(channel.values + keyFloats - early, keyFloats, at, value1);
  for (std::size_t i = 0; i < components; ++i) {
    out[i] = (value0[i] * weights.value0 + value1[i + early] * weights.value1) +
             (leaving[i] * weights.leaving + arriving[i] * weights.arriving);
  }
}

HWY_INLINE void sampleVector(const Channel& channel, const Timing& timing, F8* out) {
  if (channel.kind == ChannelKind::Constant) {
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = splat(channel.constant[i]);
    }
    return;
  }
  if (channel.kind == ChannelKind::Cubic) {
    spline(channel, 3, timing, out);
    return;
  }
  const Place& at = timing.at(channel);
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

/// An interpolated rotation: slerp from `from` to `to` at `fraction`.
struct alignas(32) Turn {
  float from[4][kFrameLanes];
  float to[4][kFrameLanes];
  float fraction[kFrameLanes];  ///< After weighTurn(): the weight of `from`.
  float cosine[kFrameLanes];    ///< from · to; after weighTurn(): the weight of `to`.
};

/// Reads a rotation's keys, not necessarily normalised. Other interpolations are a slerp between equal ends.
HWY_INLINE void readRotation(const Channel& channel, const Timing& timing, Turn& turn) {
  F8 a[4];
  F8 b[4];
  if (channel.kind == ChannelKind::Linear) {
    const Place& at = timing.at(channel);
    readFour(channel.values, 4, at, a);
    readFour(channel.values + 4, 4, at, b);
    store(load(at.fraction), turn.fraction);
    store((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]), turn.cosine);
    for (std::size_t i = 0; i < 4; ++i) {
      store(a[i], turn.from[i]);
      store(b[i], turn.to[i]);
    }
    return;
  }
  if (channel.kind == ChannelKind::Constant) {
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = splat(channel.constant[i]);
    }
  } else if (channel.kind == ChannelKind::Step) {
    const Place& at = timing.at(channel);
    readFour(channel.values, 4, at, a);
    readFour(channel.values + 4, 4, at, b);
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = whereLess(load(at.fraction), splat(1.0f), a[i], b[i]);
    }
  } else {
    spline(channel, 4, timing, b);
    // A spline has no direction where it passes through zero: the previous key is used.
    const F8 squared = (b[0] * b[0] + b[1] * b[1]) + (b[2] * b[2] + b[3] * b[3]);
    readFour(channel.values, 12, timing.at(channel), a);
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = whereLess(squared, splat(kNoRotationInLanes), a[i], b[i]);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    store(a[i], turn.from[i]);
    store(a[i], turn.to[i]);
  }
  store(splat(0.0f), turn.fraction);
  store(splat(1.0f), turn.cosine);
}

/// Slerp along the shorter arc, not normalised: q = sin((1−t)ω)/ω · from ± sin(tω)/ω · to.
HWY_INLINE void weighTurn(Turn& turn) {
  const F8 t = load(turn.fraction);
  const F8 cosine = load(turn.cosine);
  const F8 squaredAngle = squaredArcCosine(splat(1.0f) - magnitudeOf(cosine));
  const F8 rest = splat(1.0f) - t;
  store(rest * sineOverAngle(squaredAngle * (rest * rest)), turn.fraction);
  store(withSignOf(t * sineOverAngle(squaredAngle * (t * t)), cosine), turn.cosine);
}

/// Reads morph weights one by one: there are few.
HWY_INLINE F8 sampleWeight(const Channel& channel, std::size_t targets, const Timing& timing) {
  if (channel.kind == ChannelKind::Constant) {
    return splat(channel.constant[0]);
  }
  const Place& at = timing.at(channel);
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
  const SplineWeights weights(t, timing.segmentLength(channel));
  return (a * weights.value0 + b * weights.value1) +
         (load(value[2]) * weights.leaving + load(value[3]) * weights.arriving);
}

/// The rotation matrix of a turn after weighTurn(); the identity for a zero quaternion.
HWY_INLINE void turnMatrix(const Turn& turn, LaneMatrix& out) {
  const F8 weightFrom = load(turn.fraction);
  const F8 weightTo = load(turn.cosine);
  F8 q[4];
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = load(turn.from[i]) * weightFrom + load(turn.to[i]) * weightTo;
  }
  const F8 squared = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
  const F8 twice = splat(2.0f) / larger(squared, splat(kNoRotationInLanes));
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
  store(one - (yy + zz), out.m[0]);
  store(xy - wz, out.m[1]);
  store(xz + wy, out.m[2]);
  store(xy + wz, out.m[4]);
  store(one - (xx + zz), out.m[5]);
  store(yz - wx, out.m[6]);
  store(xz - wy, out.m[8]);
  store(yz + wx, out.m[9]);
  store(one - (xx + yy), out.m[10]);
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::animation
HWY_AFTER_NAMESPACE();

#endif
