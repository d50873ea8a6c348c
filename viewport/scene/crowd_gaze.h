#pragma once

#include <memory>
#include <vector>

#include "core/animator/animator.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Characters that turn a node of theirs, a head say, to the camera: what a full skeleton can do on top of its clips
/// and an animation texture cannot. Each of them has an Animator that is kept at the clip and the time of its record.
class CrowdGaze {
 public:
  /// The farthest that a node turns away from its clip.
  static constexpr double kMaxDegrees = 70.0;

  /// The node's direction that looks is the one that points to +Z in the rest pose, as glTF has characters look.
  /// Errors: InvalidArgument (the pack's root motion was taken out of its clips, which an Animator does not do; no such
  /// node).
  static Result<CrowdGaze> create(std::shared_ptr<const Skeleton> skeleton, NodeIndex node);

  /// Replaces `scene.poses`: one for each instance whose place is nearer to the camera than `withinMetres` (0: for
  /// all). After the crowd's time or the camera changed. Errors: those of Animator::create.
  Result<void> apply(Scene& scene, float withinMetres);

 private:
  CrowdGaze() = default;
  /// The state and fraction that a record's clip is at.
  struct Place {
    std::uint32_t state = 0;
    double fraction = 0.0;
  };
  Place placeOf(std::uint32_t clipBits, const runtime::CrowdPhase& motion, const runtime::CrowdClock& clock) const;

  std::shared_ptr<const Skeleton> m_skeleton;
  std::shared_ptr<const model::Model> m_model;
  std::shared_ptr<const animator::AnimatorController> m_controller;
  std::vector<animator::Animator> m_animators;  ///< Made so far; from frame to frame they are used again.
  PosePool m_pool;
  animator::AimGoal m_aim;
};

}  // namespace texeleton::viewport
