#pragma once

#include <span>
#include <vector>

#include "core/animation/pose.h"
#include "core/root_motion/root_motion.h"

namespace texeleton::root_motion {

/// A SourcePose without the root motion of `taking`: the whole model, not just the root's children, is moved by the
/// inverse of the root's placement. Without a node in `taking` it equals the SourcePose.
class InPlacePose {
 public:
  /// Placements count from `startSeconds` of the source clip. The model must outlive this.
  InPlacePose(const model::Model& model, ClipIndex clip, const RootTaking& taking, double startSeconds);

  /// Evaluates at `seconds` of the source clip.
  void evaluate(double seconds);

  std::span<const glm::dmat4> worlds() const { return takes() ? std::span(m_worlds) : m_pose.worlds(); }
  std::span<const glm::dmat4> skinMatrices() const { return takes() ? std::span(m_skin) : m_pose.skinMatrices(); }
  std::span<const double> morphWeights(MorphSetIndex set) const { return m_pose.morphWeights(set); }

  /// The removed motion: the source is this times the pose.
  const RootPlacement& placement() const { return m_placement; }

 private:
  bool takes() const { return m_taking.node.isValid(); }

  animation::SourcePose m_pose;
  RootTaking m_taking;
  glm::dmat4 m_start{1.0};
  RootPlacement m_placement;
  std::vector<glm::dmat4> m_worlds;
  std::vector<glm::dmat4> m_skin;
};

}  // namespace texeleton::root_motion
