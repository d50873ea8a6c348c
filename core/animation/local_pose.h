#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/animation/track_sampling.h"
#include "core/model/model.h"

namespace texeleton::animation {

/// A pose that clips produce and that can be blended: a local transform for each node of a model and the weights of
/// each morph set.
struct LocalPose {
  std::vector<transform::Transform> locals;
  std::vector<std::vector<double>> morphWeights;
};

/// The pose without any track.
LocalPose restPose(const model::Model& model);

/// pose = pose·(1 − t) + other·t, t in [0, 1]: translations, scales and weights linearly, rotations along the shorter
/// arc. Both must be of the same model.
void blendInto(LocalPose& pose, const LocalPose& other, double t);

/// The weight of each node and of each morph set, in [0, 1].
struct PoseMask {
  std::vector<double> nodes;
  std::vector<double> morphSets;
};

/// blendInto() with t times the weight of each node and morph set.
void blendInto(LocalPose& pose, const LocalPose& other, double t, const PoseMask& mask);

/// Replaces a pose by its difference from `reference`, of the same model: translations t − t₀, rotations r·r₀⁻¹, scales
/// s/s₀, morph weights w − w₀. Differences are blended like poses.
void subtract(LocalPose& pose, const LocalPose& reference);

/// Adds a difference to a pose, scaled by t in [0, 1] times the weight of each node and morph set: rotations are
/// applied in the space of the parent, scales are multiplied.
void addInto(LocalPose& pose, const LocalPose& difference, double t, const PoseMask& mask);

/// Samples the tracks of one clip. Caches its position in each timeline, so that consecutive times are cheap. Not
/// thread-safe: make one per thread.
class LocalSampler {
 public:
  /// An invalid `clip` has no tracks. The model must outlive this and pass checkModel.
  LocalSampler(const model::Model& model, ClipIndex clip);

  /// Writes the values of the clip's tracks at `seconds` of the source clip (clamped to the keys of each track); the
  /// rest of `pose`, which must be of the same model, stays unchanged.
  void sample(double seconds, LocalPose& pose);

  const model::Clip* clip() const { return m_clip; }
  /// The nodes that a track moves, ascending by first track.
  std::span<const std::uint32_t> animatedNodes() const { return m_animated; }

 private:
  void apply(const model::Track& track, LocalPose& pose) const;

  const model::Clip* m_clip = nullptr;
  std::vector<KeySegment> m_segments;  // one per timeline of the clip
  std::vector<std::uint32_t> m_animated;
};

}  // namespace texeleton::animation
