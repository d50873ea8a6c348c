#pragma once

#include <memory>
#include <vector>

#include "core/animator/animator.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Characters that turn a node, for example a head, towards the camera, which needs a full skeleton and is impossible
/// with an animation texture. Each has an Animator that follows the clip and time of its record.
class CrowdGaze {
 public:
  /// Maximum deviation of the node from its clip.
  static constexpr double kMaxDegrees = 70.0;

  /// The node's gaze direction is the one that points to +Z in the rest pose, the direction that glTF characters face.
  /// Errors: InvalidArgument (the pack's root motion was extracted from its clips, which an Animator does not do; no
  /// such node).
  static Result<CrowdGaze> create(std::shared_ptr<const Skeleton> skeleton, NodeIndex node);

  /// Replaces `scene.poses`: one for each instance nearer to the camera than `withinMetres` (0: all). Call after the
  /// crowd's time or the camera changed. Errors: those of Animator::create.
  Result<void> apply(Scene& scene, float withinMetres);

 private:
  CrowdGaze() = default;
  /// The state and fraction that correspond to a record's clip.
  struct Place {
    std::uint32_t state = 0;
    double fraction = 0.0;
  };
  Place placeOf(std::uint32_t clipBits, const runtime::CrowdPhase& motion, const runtime::CrowdClock& clock) const;

  std::shared_ptr<const Skeleton> m_skeleton;
  std::shared_ptr<const model::Model> m_model;
  std::shared_ptr<const animator::AnimatorController> m_controller;
  std::vector<animator::Animator> m_animators;  ///< Reused from frame to frame.
  PosePool m_pool;
  animator::AimGoal m_aim;
};

}  // namespace texeleton::viewport
