#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/model/model.h"

namespace texeleton {

/// How a property of a node gets its values in a block of frames.
enum class ChannelKind : std::uint8_t { Constant, Step, Linear, Cubic };

/// One property, compiled. Values lie in ClipSampler's pool, each component in a row of its own of `stride` floats:
/// the keys, then the last key repeated, so that eight floats may be read from any key on.
/// Step and linear: the components. Cubic: the components, then the tangents that leave each key and those that arrive
/// at it, times the length of their segment.
struct Channel {
  ChannelKind kind = ChannelKind::Constant;
  std::uint32_t timeline = 0;
  std::uint32_t stride = 0;
  std::size_t values = 0;  ///< Place in the pool.
  float constant[4] = {};  ///< Constant.
};

/// A node that moves in the clip; still nodes are folded into what is below them, in float64.
struct MovingNode {
  std::int32_t parent = -1;  ///< Moving node above; −1: none.
  bool hasPrefix = false;    ///< Whether anything still lies between the two.
  bool hasScale = true;      ///< False: the scale is (1, 1, 1) throughout.
  float prefix[12] = {};     ///< Rows of its 3×4 matrix.
  Channel translation, rotation, scale;
};

/// A matrix that is wanted: world(node)·inverse bind = world(moving node)·matrix.
struct SampledEntry {
  std::int32_t moving = -1;  ///< −1: `matrix` alone.
  float matrix[12] = {};
};

/// The weights of a morph set: a channel a target.
struct SampledMorphs {
  std::uint32_t firstWeight = 0;  ///< Into the weights that sample() writes.
  std::vector<Channel> targets;
};

/// Keys of a timeline, relative to nothing: seconds of the source clip.
struct SampledTimeline {
  const double* times = nullptr;  ///< Of the model.
  std::uint32_t count = 0;
  std::size_t inverseLengths = 0;  ///< Place in the pool of doubles: 1/(length of segment); 0 after the last key.
};

/// One clip of a model in flat arrays, made to evaluate eight frames at a time in float32: what bakes texels.
/// Immutable; scratch memory is the caller's, one a thread. Tracks are sampled as SourcePose samples them; the same
/// times give the same bits on every CPU. The model must outlive it.
class ClipSampler {
 public:
  /// `entries`: the node and the inverse bind of each matrix that sample() writes.
  ClipSampler(const Model& model, ClipIndex clip, std::span<const PaletteEntry> entries);

  /// Where eight frames lie on a timeline.
  struct alignas(32) Place {
    float fraction[kFrameLanes] = {};
    std::int32_t key[kFrameLanes] = {};       ///< Key at or before the frame.
    std::int32_t relative[kFrameLanes] = {};  ///< key − key[0].
    enum Spread : std::uint8_t { Same, Consecutive, Window, Wide } spread = Same;
  };

  struct Scratch {
    std::vector<Place> places;       ///< One a timeline.
    std::vector<LaneMatrix> worlds;  ///< One a moving node.
  };
  /// Makes room for this clip; scratch may serve several clips in turn.
  void growScratch(Scratch& scratch) const;

  /// Evaluates at eight times (seconds of the source clip, ascending). Writes entryCount() matrices and
  /// morphWeightCount() weights.
  void sample(std::span<const double, kFrameLanes> seconds, Scratch& scratch, LaneMatrix* matrices,
              LaneValue* morphWeights) const;

  std::size_t entryCount() const { return m_entries.size(); }
  /// How many morph weights sample() writes; those of a set begin at firstMorphWeight(set).
  std::size_t morphWeightCount() const { return m_morphWeightCount; }
  std::uint32_t firstMorphWeight(MorphSetIndex set) const { return m_morphs[set.value].firstWeight; }

  // For the kernels.
  std::span<const MovingNode> nodes() const { return m_nodes; }
  std::span<const SampledEntry> entries() const { return m_entries; }
  std::span<const SampledMorphs> morphs() const { return m_morphs; }
  const float* pool() const { return m_pool.data(); }

 private:
  class Compiler;
  void place(std::span<const double, kFrameLanes> seconds, const SampledTimeline& timeline, Place& at) const;

  std::vector<SampledTimeline> m_timelines;
  std::vector<MovingNode> m_nodes;
  std::vector<SampledEntry> m_entries;
  std::vector<SampledMorphs> m_morphs;
  std::size_t m_morphWeightCount = 0;
  std::vector<float> m_pool;
  std::vector<double> m_inverseLengths;
};

/// The vector target that the code runs on, as Highway calls it: "AVX2", "SSE4", "SCALAR", …
const char* vectorTargetName();

}  // namespace texeleton
