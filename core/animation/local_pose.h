#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/animation/track_sampling.h"
#include "core/model/model.h"

namespace texeleton::animation {

/// The pose that clips give and that is blended: a local transform for each node of a model, weights for each of its
/// morph sets.
struct LocalPose {
  std::vector<transform::Transform> locals;
  std::vector<std::vector<double>> morphWeights;
};

/// The pose where no track moves anything.
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

/// Makes a pose its difference from `reference`, of the same model: translations t − t₀, rotations r·r₀⁻¹, scales s/s₀,
/// morph weights w − w₀. Differences are blended like poses.
void subtract(LocalPose& pose, const LocalPose& reference);

/// Adds a difference to a pose, scaled by t in [0, 1] times the weight of each node and morph set: rotations are turned
/// in the space of their parents, scales are multiplied.
void addInto(LocalPose& pose, const LocalPose& difference, double t, const PoseMask& mask);

/// Samples the tracks of one clip. Remembers where in each timeline it was, so that consecutive times are cheap. Not
/// thread-safe: make one per thread.
class LocalSampler {
 public:
  /// `clip` invalid: moves nothing. The model must outlive this and pass checkModel.
  LocalSampler(const model::Model& model, ClipIndex clip);

  /// Writes what the clip moves at `seconds` on the source clip's axis (clamped per track to its keys); everything else
  /// in `pose`, which must be of the same model, stays.
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
