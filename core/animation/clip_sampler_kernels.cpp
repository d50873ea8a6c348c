#include "core/animation/clip_sampler_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/animation/clip_sampler_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/channel_lanes-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::animation {
namespace HWY_NAMESPACE {

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
/// Prefetches the keys of a channel: each channel has a separate array, which hardware does not predict.
HWY_INLINE void prefetch(const Channel& channel, const Timing& timing) {
  if (channel.kind != ChannelKind::Constant) {
    const Place& at = timing.at(channel);
    hwy::Prefetch(channel.values + at.key[0] * channel.keyFloats);
    hwy::Prefetch(channel.values + at.key[kFrameLanes / 2] * channel.keyFloats);
    hwy::Prefetch(channel.values + (at.key[kFrameLanes - 1] + 1) * channel.keyFloats);
  }
}

/// Prefetches the key times of a timeline.
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

/// Evaluates a clip at eight times. Each step processes a batch of nodes: short loops without dependencies suit
/// out-of-order execution.
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

  /// Writes the matrices whose nodes are among the first `end`; they usually follow the order of the nodes, whose
  /// matrices are still in the cache.
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
}  // namespace texeleton::animation
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::animation {

HWY_EXPORT(SampleBlock);
HWY_EXPORT(TargetName);

void sampleBlock(const ClipSampler& sampler, std::span<const double, kFrameLanes> seconds,
                 ClipSampler::Scratch& scratch, LaneMatrix* matrices, LaneValue* weights) {
  HWY_DYNAMIC_DISPATCH(SampleBlock)(sampler, seconds.data(), scratch, matrices, weights);
}

const char* vectorTargetName() { return HWY_DYNAMIC_DISPATCH(TargetName)(); }

}  // namespace texeleton::animation
#endif  // HWY_ONCE
