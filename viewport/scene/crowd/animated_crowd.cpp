#include "viewport/scene/crowd/animated_crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace texeleton::viewport {

namespace {

/// A number in [0, 1) that differs between instances (Weyl sequence of the golden ratio).
double spread(std::uint32_t instance) {
  const double turns = 0.6180339887498949 * static_cast<double>(instance);
  return turns - std::floor(turns);
}

}  // namespace

Result<AnimatedCrowd> AnimatedCrowd::create(std::shared_ptr<const Skeleton> skeleton, animator::ResolvedSetup setup) {
  auto controller = std::make_shared<const animator::AnimatorController>(std::move(setup.controller));
  auto lead = animator::Animator::create(skeleton->sharedModel(), controller);
  TRY(lead);
  AnimatedCrowd made(std::move(*lead));
  made.m_skeleton = std::move(skeleton);
  made.m_controller = std::move(controller);
  made.m_limbs = std::move(setup.limbs);
  made.m_gazes = std::move(setup.gazes);
  return made;
}

bool AnimatedCrowd::set(std::string_view parameter, double value) {
  if (!m_lead.set(parameter, value)) {
    return false;
  }
  for (auto& [instance, animator] : m_animators) {
    animator.set(parameter, value);
  }
  m_values.insert_or_assign(std::string(parameter), value);
  return true;
}

bool AnimatedCrowd::play(std::uint32_t state, double fadeSeconds) {
  for (auto& [instance, animator] : m_animators) {
    animator.play(state, fadeSeconds);
  }
  return m_lead.play(state, fadeSeconds);
}

void AnimatedCrowd::setGoals(std::vector<animator::LimbGoal> limbs, std::vector<animator::ResolvedGaze> gazes) {
  m_limbs = std::move(limbs);
  m_gazes = std::move(gazes);
}

void AnimatedCrowd::continueFrom(const AnimatedCrowd& before) {
  for (const auto& [name, value] : before.m_values) {
    set(name, value);
  }
  const auto goOn = [](const animator::Animator& from, animator::Animator& to) {
    for (std::size_t layer = 0; layer < from.layerCount(); ++layer) {
      const animator::AnimatorState& was = from.controller().states[from.state(layer)];
      if (const auto state = to.findState(was.name)) {
        const double fraction = from.fraction(layer);
        to.play(*state, 0.0, was.loop ? fraction - std::floor(fraction) : fraction);
      }
    }
  };
  for (const auto& [instance, animator] : before.m_animators) {
    goOn(animator, m_animators.insert_or_assign(instance, begun(instance, before.m_animators.size())).first->second);
  }
  goOn(before.m_lead, m_lead);
}

animator::Animator AnimatedCrowd::begun(std::uint32_t instance, std::size_t count) const {
  // The controller was checked when the first animator was created.
  animator::Animator animator = *animator::Animator::create(m_skeleton->sharedModel(), m_controller);
  for (const auto& [name, value] : m_values) {
    animator.set(name, value);
  }
  for (std::size_t layer = 0; layer < animator.layerCount(); ++layer) {
    const std::uint32_t state = animator.state(layer);
    if (count > 1 && m_controller->states[state].loop) {
      animator.play(state, 0.0, spread(instance));
    }
  }
  return animator;
}

void AnimatedCrowd::aim(animator::Animator& animator, const InstanceRecord& record, const glm::vec3& eye) const {
  animator.limbs() = m_limbs;
  animator.aims().clear();
  for (const animator::ResolvedGaze& gaze : m_gazes) {
    animator.aims().push_back(gaze.aim);
    if (gaze.atCamera) {
      animator.aims().back().target = record.toPack(eye);
    }
  }
}

void AnimatedCrowd::apply(Scene& scene, float withinMetres, double deltaSeconds) {
  scene.poses.clear();
  m_pool.begin();
  const glm::vec3 eye = scene.camera.position();
  std::unordered_map<std::uint32_t, animator::Animator> kept;
  bool isFirst = true;
  for (std::uint32_t i = 0; i < scene.crowd.size(); ++i) {
    const InstanceRecord& record = scene.crowd.records()[i];
    if (withinMetres > 0.0f && glm::distance(record.position, eye) >= withinMetres) {
      continue;
    }
    auto known = m_animators.extract(i);
    auto& animator = known.empty() ? kept.emplace(i, begun(i, scene.crowd.size())).first->second
                                   : kept.insert(std::move(known)).position->second;
    aim(animator, record, eye);
    animator.update(deltaSeconds);
    const std::shared_ptr<CharacterPose> pose = m_pool.take();
    pose->set(m_skeleton->sharedModel(), animator.worlds(), animator.skinMatrices());
    scene.poses.emplace(i, pose);
    if (std::exchange(isFirst, false)) {
      m_lead = animator;
    }
  }
  m_animators = std::move(kept);
  for (const animator::AnimatorParameter& parameter : m_controller->parameters) {
    if (parameter.kind == animator::ParameterKind::Trigger) {
      m_values.erase(parameter.name);
    }
  }
}

}  // namespace texeleton::viewport
