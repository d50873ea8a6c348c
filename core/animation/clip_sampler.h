#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/model/model.h"

namespace texeleton::animation {

/// The source of the values of a node's property in a block of frames.
enum class ChannelKind : std::uint8_t { Constant, Step, Linear, Cubic };

/// One property, compiled. Keys are read from the model's arrays.
struct Channel {
  ChannelKind kind = ChannelKind::Constant;
  std::uint32_t timeline = 0;     ///< Index among the timelines that the sampler uses.
  std::uint32_t keyFloats = 0;    ///< Floats from one key to the next.
  const float* values = nullptr;  ///< Value of the first key; a spline's tangents lie before and after it.
  float constant[4] = {};         ///< Constant.
};

/// A node that moves in the clip; the transforms of still nodes are folded into their descendants, in float64.
struct MovingNode {
  std::int32_t parent = -1;     ///< Moving node above; −1: none.
  bool hasPrefix = false;       ///< Whether still nodes lie between the two.
  bool hasScale = true;         ///< False: the scale is (1, 1, 1) throughout.
  std::size_t timelineEnd = 0;  ///< It and the nodes before it use timelines [0, timelineEnd).
  float prefix[12] = {};        ///< Rows of its 3×4 matrix.
  Channel translation, rotation, scale;
};

/// A requested matrix: world(node)·inverse bind = world(moving node)·matrix.
struct SampledEntry {
  std::int32_t moving = -1;  ///< −1: `matrix` alone.
  float matrix[12] = {};
};

/// The weights of a morph set: one channel for each target.
struct SampledMorphs {
  std::uint32_t firstWeight = 0;  ///< Into the weights that sample() writes.
  std::vector<Channel> targets;
};

/// A timeline of the model with two keys or more.
struct SampledTimeline {
  const double* times = nullptr;  ///< Seconds of the source clip.
  std::uint32_t count = 0;
};

/// One clip of a model, prepared for evaluating eight frames at a time in float32, for the bake. Immutable; the caller
/// provides scratch memory for each thread. Tracks are sampled as SourcePose samples them; the same times give the same
/// bits on every CPU. The model must outlive it.
class ClipSampler {
 public:
  /// `entries`: the node and the inverse bind of each matrix that sample() writes.
  ClipSampler(const model::Model& model, ClipIndex clip, std::span<const model::PaletteEntry> entries);

  /// The positions of eight frames between the keys of a timeline. Times are clamped to the first and the last key.
  struct alignas(32) Place {
    float fraction[kFrameLanes] = {};     ///< From key to key + 1, 0 … 1.
    std::uint32_t key[kFrameLanes] = {};  ///< Never the last.
  };

  struct Scratch {
    std::vector<Place> places;       ///< One per timeline.
    std::vector<LaneMatrix> worlds;  ///< One per moving node.
  };
  /// Makes room for this clip; scratch may serve several clips in turn.
  void growScratch(Scratch& scratch) const;

  /// Evaluates at eight times (seconds of the source clip, ascending). Writes entryCount() matrices and
  /// morphWeightCount() weights.
  void sample(std::span<const double, kFrameLanes> seconds, Scratch& scratch, LaneMatrix* matrices,
              LaneValue* morphWeights) const;

  std::size_t entryCount() const { return m_entries.size(); }
  /// The number of morph weights that sample() writes, set by set.
  std::size_t morphWeightCount() const { return m_morphWeightCount; }

  // For the kernels.
  std::span<const MovingNode> nodes() const { return m_nodes; }
  std::span<const SampledEntry> entries() const { return m_entries; }
  std::span<const SampledMorphs> morphs() const { return m_morphs; }
  std::span<const SampledTimeline> timelines() const { return m_timelines; }

 private:
  class Compiler;

  std::vector<SampledTimeline> m_timelines;
  std::vector<MovingNode> m_nodes;
  std::vector<SampledEntry> m_entries;
  std::vector<SampledMorphs> m_morphs;
  std::size_t m_morphWeightCount = 0;
};

/// The vector target that the code runs on, by Highway's name: "AVX2", "SSE4", "SCALAR", …
const char* vectorTargetName();

}  // namespace texeleton::animation
