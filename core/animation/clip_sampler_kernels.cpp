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

using TimeTag = hn::CappedTag<double, kFrameLanes / 2>;
constexpr std::size_t kTimeLanes = hn::MaxLanes(TimeTag());
constexpr std::size_t kTimeParts = kFrameLanes / kTimeLanes;

/// Eight ascending times.
struct Times {
  double first, last;
  hn::Vec<TimeTag> part[kTimeParts];

  HWY_INLINE explicit Times(const double* seconds) : first(seconds[0]), last(seconds[kFrameLanes - 1]) {
    for (std::size_t p = 0; p < kTimeParts; ++p) {
      part[p] = hn::LoadU(TimeTag(), seconds + p * kTimeLanes);
    }
  }
};

/// The last key at or before `seconds`, but never the timeline's last; the first one where there is none.
HWY_INLINE std::uint32_t searchKey(const double* HWY_RESTRICT times, std::uint32_t last, double seconds) {
  std::uint32_t key = 0;
  for (std::uint32_t end = last + 1; key + 1 < end;) {
    const std::uint32_t middle = key + (end - key) / 2;
    (times[middle] <= seconds ? key : end) = middle;
  }
  return key;
}

/// Finds the keys between which eight ascending times lie.
HWY_INLINE void findPlace(const Times& now, const SampledTimeline& timeline, Place& at) {
  const TimeTag d;
  const hn::RebindToUnsigned<TimeTag> du;
  const double* HWY_RESTRICT times = timeline.times;
  const std::uint32_t last = timeline.count - 2;
  // Blocks mostly follow one another: go on from the last key of the block before, or the one after it.
  std::uint32_t key = at.key[kFrameLanes - 1] < last ? at.key[kFrameLanes - 1] : last;
  const std::uint32_t ahead = key + 2 * kFrameLanes < last ? key + 2 * kFrameLanes : last;
  if (times[key] > now.first || times[ahead] <= now.first) {
    key = searchKey(times, last, now.first);
  } else {
    key += static_cast<std::uint32_t>(key < last) & static_cast<std::uint32_t>(times[key + 1] <= now.first);
  }
  hn::Vec<decltype(du)> passed[kTimeParts];  // How many keys each frame lies beyond `key`.
  for (std::size_t p = 0; p < kTimeParts; ++p) {
    passed[p] = hn::Zero(du);
  }
  const auto pass = [&](std::uint32_t next) HWY_ATTR {
    const auto begins = hn::Set(d, times[next]);
    for (std::size_t p = 0; p < kTimeParts; ++p) {
      passed[p] = hn::Sub(passed[p], hn::BitCast(du, hn::VecFromMask(d, hn::Le(begins, now.part[p]))));
    }
  };
  std::uint32_t next = key + 1;
  if (key + kFrameLanes <= last) {  // As many keys as frames are usual: without a branch.
    for (std::uint32_t i = 0; i < kFrameLanes; ++i) {
      pass(next + i);
    }
    next += kFrameLanes;
  }
  for (; next <= last && times[next] <= now.last; ++next) {
    pass(next);
  }
  const hn::Rebind<float, TimeTag> df;
  const hn::Rebind<std::uint32_t, TimeTag> d32;
  const hn::RebindToSigned<TimeTag> di;
  for (std::size_t p = 0; p < kTimeParts; ++p) {
    const auto keys = hn::Add(passed[p], hn::Set(du, key));
    const auto start = hn::GatherIndex(d, times, hn::BitCast(di, keys));
    const auto end = hn::GatherIndex(d, times + 1, hn::BitCast(di, keys));
    const auto since = hn::DemoteTo(df, hn::Sub(now.part[p], start));
    const auto length = hn::DemoteTo(df, hn::Sub(end, start));
    const auto fraction = hn::Min(hn::Max(hn::Div(since, length), hn::Zero(df)), hn::Set(df, 1.0f));
    hn::StoreU(fraction, df, at.fraction + p * kTimeLanes);
    hn::StoreU(hn::TruncateTo(d32, keys), d32, at.key + p * kTimeLanes);
  }
}

/// out[c] in frame i = from[at.key[i] · keyFloats + c], c = 0 … 3.
HWY_INLINE void readFour(const float* HWY_RESTRICT from, std::size_t keyFloats, const Place& at, F8* out) {
  if (at.key[0] == at.key[kFrameLanes - 1]) {
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

/// Where keys lie and which ones the eight frames are between, for all timelines.
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

/// Four components of a spline, of which a vector uses three.
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
  // A vector's last key has only its tangent after it: read one float earlier.
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

/// A rotation on its way: slerp from `from` to `to` at `fraction`.
struct alignas(32) Turn {
  float from[4][kFrameLanes];
  float to[4][kFrameLanes];
  float fraction[kFrameLanes];  ///< Then the weight of `from`.
  float cosine[kFrameLanes];    ///< from · to; then the weight of `to`.
};

/// Reads a rotation's keys, of any length. What is no slerp is one between equal ends.
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
    // A spline that passes through zero has no direction there: the key before holds.
    const F8 squared = (b[0] * b[0] + b[1] * b[1]) + (b[2] * b[2] + b[3] * b[3]);
    readFour(channel.values, 12, timing.at(channel), a);
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = whereLess(squared, splat(kNoRotation), a[i], b[i]);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    store(a[i], turn.from[i]);
    store(a[i], turn.to[i]);
  }
  store(splat(0.0f), turn.fraction);
  store(splat(1.0f), turn.cosine);
}

/// Slerp along the shorter arc, but for the length: q = sin((1−t)ω)/ω · from ± sin(tω)/ω · to.
HWY_INLINE void weighTurn(Turn& turn) {
  const F8 t = load(turn.fraction);
  const F8 cosine = load(turn.cosine);
  const F8 squaredAngle = squaredArcCosine(splat(1.0f) - magnitudeOf(cosine));
  const F8 rest = splat(1.0f) - t;
  store(rest * sineOverAngle(squaredAngle * (rest * rest)), turn.fraction);
  store(withSignOf(t * sineOverAngle(squaredAngle * (t * t)), cosine), turn.cosine);
}

/// Morph weights are few: read one by one.
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

/// The rotation matrix of a weighed turn; a quaternion that is zero turns nothing.
HWY_INLINE void turnMatrix(const Turn& turn, LaneMatrix& out) {
  const F8 weightFrom = load(turn.fraction);
  const F8 weightTo = load(turn.cosine);
  F8 q[4];
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = load(turn.from[i]) * weightFrom + load(turn.to[i]) * weightTo;
  }
  const F8 squared = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
  const F8 twice = splat(2.0f) / larger(squared, splat(kNoRotation));
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

/// out = a·b with the same `b` in all frames, column by column: its elements stay in registers.
HWY_INLINE void multiplyConstant(const LaneMatrix& a, const float* HWY_RESTRICT b, LaneMatrix& out) {
  for (std::size_t c = 0; c < 4; ++c) {
    const F8 b0 = splat(b[c]);
    const F8 b1 = splat(b[4 + c]);
    const F8 b2 = splat(b[8 + c]);
    for (std::size_t row = 0; row < 3; ++row) {
      const float(*m)[kFrameLanes] = a.m + 4 * row;
      const F8 sum = load(m[0]) * b0 + load(m[1]) * b1 + load(m[2]) * b2;
      store(c == 3 ? sum + load(m[3]) : sum, out.m[4 * row + c]);
    }
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
/// Asks for the keys of a channel ahead of time: each lies in an array of its own, where no hardware expects them.
HWY_INLINE void prefetch(const Channel& channel, const Timing& timing) {
  if (channel.kind != ChannelKind::Constant) {
    const Place& at = timing.at(channel);
    hwy::Prefetch(channel.values + at.key[0] * channel.keyFloats);
    hwy::Prefetch(channel.values + at.key[kFrameLanes / 2] * channel.keyFloats);
    hwy::Prefetch(channel.values + (at.key[kFrameLanes - 1] + 1) * channel.keyFloats);
  }
}

/// Asks for the key times of a timeline ahead of time.
HWY_INLINE void prefetch(const SampledTimeline& timeline, const Place& at) {
  const std::uint32_t key = at.key[kFrameLanes - 1];
  hwy::Prefetch(timeline.times + key);
  hwy::Prefetch(timeline.times + (key + kFrameLanes < timeline.count ? key + kFrameLanes : timeline.count - 1));
}

/// world(node) = world(parent) · prefix · local.
HWY_INLINE void placeNode(const MovingNode& node, const LaneMatrix& local, LaneMatrix* worlds, LaneMatrix& world) {
  if (node.parent >= 0 && node.hasPrefix) {
    LaneMatrix above;
    multiplyConstant(worlds[node.parent], node.prefix, above);
    multiply(FromLanes{above.m}, FromLanes{local.m}, world.m);
  } else if (node.parent >= 0) {
    multiply(FromLanes{worlds[node.parent].m}, FromLanes{local.m}, world.m);
  } else if (node.hasPrefix) {
    multiply(FromConstant{node.prefix}, FromLanes{local.m}, world.m);
  } else {
    world = local;
  }
}

/// Evaluates a clip at eight times. Nodes go through each step a batch at a time: short loops without dependencies let
/// the CPU work ahead.
class BlockSampler {
 public:
  HWY_INLINE BlockSampler(const ClipSampler& sampler, const double* seconds, ClipSampler::Scratch& scratch,
                          LaneMatrix* matrices)
      : m_now(seconds),
        m_entries(sampler.entries()),
        m_matrices(matrices),
        m_timelines(sampler.timelines()),
        m_places(scratch.places.data()),
        m_timing{sampler.timelines().data(), scratch.places.data()} {}

  HWY_INLINE const Timing& timing() const { return m_timing; }

  /// Finds the places of the first `end` timelines.
  HWY_INLINE void placeTimelines(std::size_t end) {
    for (; m_placed < end; ++m_placed) {
      const std::size_t soon = m_placed + 2 * kBatch;
      if (soon < m_timelines.size()) {
        prefetch(m_timelines[soon], m_places[soon]);
      }
      findPlace(m_now, m_timelines[m_placed], m_places[m_placed]);
    }
  }

  HWY_INLINE void sampleNodes(std::span<const MovingNode> nodes, LaneMatrix* worlds) {
    for (std::size_t first = 0; first < nodes.size(); first += kBatch) {
      const std::size_t end = first + kBatch < nodes.size() ? first + kBatch : nodes.size();
      const std::size_t soon = end + kBatch < nodes.size() ? end + kBatch : nodes.size();
      placeTimelines(nodes[soon - 1].timelineEnd);
      for (std::size_t i = end; i < soon; ++i) {
        prefetch(nodes[i].translation, m_timing);
        prefetch(nodes[i].rotation, m_timing);
        prefetch(nodes[i].scale, m_timing);
      }
      const MovingNode* const batch = nodes.data() + first;
      const std::size_t count = end - first;
      for (std::size_t i = 0; i < count; ++i) {
        readRotation(batch[i].rotation, m_timing, m_turns[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        weighTurn(m_turns[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        turnMatrix(m_turns[i], m_locals[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        moveAndScale(batch[i], m_locals[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        placeNode(batch[i], m_locals[i], worlds, worlds[first + i]);
      }
      writeEntries(end, worlds);
    }
    writeEntries(nodes.size(), worlds);
  }

 private:
  static constexpr std::size_t kBatch = 8;

  /// Writes the matrices whose turn it is and whose nodes are among the first `end`: as a rule they come in the order
  /// of the nodes, whose matrices are still in the cache.
  HWY_INLINE void writeEntries(std::size_t end, const LaneMatrix* worlds) {
    for (; m_written < m_entries.size() && m_entries[m_written].moving < static_cast<std::int32_t>(end); ++m_written) {
      const SampledEntry& entry = m_entries[m_written];
      if (entry.moving >= 0) {
        multiplyConstant(worlds[entry.moving], entry.matrix, m_matrices[m_written]);
      } else {
        for (std::size_t i = 0; i < 12; ++i) {
          store(splat(entry.matrix[i]), m_matrices[m_written].m[i]);
        }
      }
    }
  }

  HWY_INLINE void moveAndScale(const MovingNode& node, LaneMatrix& local) const {
    F8 v[3];
    sampleVector(node.translation, m_timing, v);
    for (std::size_t row = 0; row < 3; ++row) {
      store(v[row], local.m[4 * row + 3]);
    }
    if (node.hasScale) {
      sampleVector(node.scale, m_timing, v);
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t c = 0; c < 3; ++c) {
          store(load(local.m[4 * row + c]) * v[c], local.m[4 * row + c]);
        }
      }
    }
  }

  const Times m_now;
  const std::span<const SampledEntry> m_entries;
  LaneMatrix* const m_matrices;
  std::size_t m_written = 0;
  const std::span<const SampledTimeline> m_timelines;
  Place* const m_places;
  const Timing m_timing;
  std::size_t m_placed = 0;
  Turn m_turns[kBatch];
  LaneMatrix m_locals[kBatch];
};

void SampleBlock(const ClipSampler& sampler, const double* seconds, ClipSampler::Scratch& scratch, LaneMatrix* matrices,
                 LaneValue* weights) {
  BlockSampler block(sampler, seconds, scratch, matrices);
  block.sampleNodes(sampler.nodes(), scratch.worlds.data());
  block.placeTimelines(sampler.timelines().size());
  for (const SampledMorphs& morphs : sampler.morphs()) {
    for (const Channel& target : morphs.targets) {
      store(sampleWeight(target, morphs.targets.size(), block.timing()), weights->v);
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
