#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/animator/animator.h"
#include "core/animator/animator_setup.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Characters that play a state machine where they are skinned, each from its full skeleton: what an animation texture
/// is compared with. All have the same parameters; in a crowd they begin at different places of their first state, so
/// that they do not march in step.
class AnimatedCrowd {
 public:
  /// Errors: those of Animator::create.
  static Result<AnimatedCrowd> create(std::shared_ptr<const Skeleton> skeleton, animator::ResolvedSetup setup);

  const std::shared_ptr<const Skeleton>& skeleton() const { return m_skeleton; }
  const animator::AnimatorController& controller() const { return *m_controller; }

  /// Of all characters, those that come later included. False for an unknown name or a number that is not finite.
  bool set(std::string_view parameter, double value);
  /// Of the first character; none for an unknown name.
  std::optional<double> value(std::string_view parameter) const { return m_lead.value(parameter); }
  /// Sends all characters to a state.
  bool play(std::uint32_t state, double fadeSeconds);
  /// Sets the targets of limbs and gazes, from the next apply() on, without a restart.
  void setGoals(std::vector<animator::LimbGoal> limbs, std::vector<animator::ResolvedGaze> gazes);

  /// Goes on where another crowd is, as after a bake of other meshes or an edit of a state: every character in the
  /// state of the same name, at the same share of its length. What was set stays set; a fade that was on is over.
  void continueFrom(const AnimatedCrowd& before);

  /// Lets `deltaSeconds` pass and replaces `scene.poses`: one for each instance whose place is nearer to the camera
  /// than `withinMetres` (0: for all). Who was not near enough the last time begins anew.
  void apply(Scene& scene, float withinMetres, double deltaSeconds);

  /// The first of the instances that were posed last, for what is shown of its state; before any, one at the start.
  const animator::Animator& lead() const { return m_lead; }

 private:
  explicit AnimatedCrowd(animator::Animator lead) : m_lead(std::move(lead)) {}
  animator::Animator begun(std::uint32_t instance, std::size_t count) const;
  void aim(animator::Animator& animator, const InstanceRecord& record, const glm::vec3& eye) const;

  std::shared_ptr<const Skeleton> m_skeleton;
  std::shared_ptr<const animator::AnimatorController> m_controller;
  std::vector<animator::LimbGoal> m_limbs;
  std::vector<animator::ResolvedGaze> m_gazes;
  std::map<std::string, double, std::less<>> m_values;  ///< That were set, triggers not.
  std::unordered_map<std::uint32_t, animator::Animator> m_animators;
  animator::Animator m_lead;  ///< A copy.
  PosePool m_pool;
};

}  // namespace texeleton::viewport
