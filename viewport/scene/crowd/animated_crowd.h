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

/// Skinned characters that play a state machine on their full skeleton: the reference for an animation texture. All
/// have the same parameters; in a crowd they begin at different places of their first states, so that they do not march
/// in step.
class AnimatedCrowd {
 public:
  /// Errors: those of Animator::create.
  static Result<AnimatedCrowd> create(std::shared_ptr<const Skeleton> skeleton, animator::ResolvedSetup setup);

  const std::shared_ptr<const Skeleton>& skeleton() const { return m_skeleton; }
  const animator::AnimatorController& controller() const { return *m_controller; }

  /// Sets a parameter of all characters, also of those added later. Returns false for an unknown name or a non-finite
  /// value.
  bool set(std::string_view parameter, double value);
  /// The value of a parameter for the first character; none for an unknown name.
  std::optional<double> value(std::string_view parameter) const { return m_lead.value(parameter); }
  /// Moves all characters to a state.
  bool play(std::uint32_t state, double fadeSeconds);
  /// Sets the targets of limbs and gazes from the next apply() on, without a restart.
  void setGoals(std::vector<animator::LimbGoal> limbs, std::vector<animator::ResolvedGaze> gazes);

  /// Continues from another crowd, for example after a bake of other meshes or an edit of a state: every layer of a
  /// character enters the state of the same name at the same fraction. Parameter values are kept; fades in progress
  /// end.
  void continueFrom(const AnimatedCrowd& before);

  /// Advances by `deltaSeconds` and replaces `scene.poses`: one for each instance nearer to the camera than
  /// `withinMetres` (0: all). Instances that were farther away the last time restart.
  void apply(Scene& scene, float withinMetres, double deltaSeconds);

  /// The first of the instances that were posed last, for displaying its state; before any was posed, one at the start.
  const animator::Animator& lead() const { return m_lead; }
  /// The animator of an instance that was posed last; null: it was not.
  const animator::Animator* animatorOf(std::uint32_t instance) const {
    const auto found = m_animators.find(instance);
    return found != m_animators.end() ? &found->second : nullptr;
  }

 private:
  explicit AnimatedCrowd(animator::Animator lead) : m_lead(std::move(lead)) {}
  animator::Animator begun(std::uint32_t instance, std::size_t count) const;
  void aim(animator::Animator& animator, const InstanceRecord& record, const glm::vec3& eye) const;

  std::shared_ptr<const Skeleton> m_skeleton;
  std::shared_ptr<const animator::AnimatorController> m_controller;
  std::vector<animator::LimbGoal> m_limbs;
  std::vector<animator::ResolvedGaze> m_gazes;
  std::map<std::string, double, std::less<>> m_values;  ///< Values that were set; triggers until the next apply().
  std::unordered_map<std::uint32_t, animator::Animator> m_animators;
  animator::Animator m_lead;  ///< A copy.
  PosePool m_pool;
};

}  // namespace texeleton::viewport
