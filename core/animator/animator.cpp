#include "core/animator/animator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/transform/transform.h"

namespace texeleton::animator {

namespace {

/// The weights of a layer's mask. The mask does not affect morph targets: those that the layer's clips move have full
/// weight.
animation::PoseMask maskOf(const model::Model& model, const AnimatorController& controller, std::uint32_t layer) {
  animation::PoseMask mask;
  mask.nodes = controller.layers[layer - 1].mask;
  mask.nodes.resize(model.nodes.size(), 1.0);
  mask.morphSets.assign(model.morphSets.size(), 0.0);
  for (const AnimatorState& state : controller.states) {
    for (const BlendChild& child : state.children) {
      for (const model::Track& track : model.clips[child.clip.value].tracks) {
        if (state.layer == layer && track.target == model::TrackTarget::MorphWeights) {
          mask.morphSets[track.morphSet.value] = 1.0;
        }
      }
    }
  }
  return mask;
}

}  // namespace

glm::dvec3 forwardAxis(const model::Model& model, NodeIndex node) {
  glm::dquat rest(1.0, 0.0, 0.0, 0.0);
  for (NodeIndex at = node; at.isValid(); at = model.nodes[at.value].parent) {
    rest = model.nodes[at.value].rest.rotation * rest;
  }
  return glm::conjugate(glm::normalize(rest)) * glm::dvec3(0.0, 0.0, 1.0);
}

Result<Animator> Animator::create(std::shared_ptr<const model::Model> model,
                                  std::shared_ptr<const AnimatorController> controller) {
  if (model == nullptr || controller == nullptr) {
    return fail(ErrorCode::InvalidArgument, "an animator needs a model and a controller");
  }
  TRY(checkController(*controller, *model));
  return Animator(std::move(model), std::move(controller));
}

Animator::Animator(std::shared_ptr<const model::Model> model, std::shared_ptr<const AnimatorController> controller)
    : m_model(std::move(model)), m_states{std::move(controller), {}, {}, animation::restPose(*m_model), {}, {}} {
  const AnimatorController& played = this->controller();
  m_states.parameters.reserve(played.parameters.size());
  for (const AnimatorParameter& parameter : played.parameters) {
    m_states.parameters.push_back(parameter.initial);
  }
  m_states.poses.reserve(played.states.size());
  m_animated.assign(m_model->nodes.size(), 0);
  for (const AnimatorState& state : played.states) {
    m_states.poses.emplace_back(*m_model, state, state.layer > 0 && played.layers[state.layer - 1].additive);
    for (const BlendChild& child : state.children) {
      for (const model::Track& track : m_model->clips[child.clip.value].tracks) {
        if (track.target != model::TrackTarget::MorphWeights) {
          m_animated[track.node.value] = 1;
        }
      }
      for (std::size_t i = 0; i < m_animated.size() && child.rootTaking.node.isValid(); ++i) {
        m_animated[i] = !m_model->nodes[i].parent.isValid() ? 1 : m_animated[i];
      }
    }
  }
  m_pose = m_states.scratch = m_states.incoming = m_states.rest;
  std::vector<animation::PoseMask> masks;
  for (std::uint32_t layer = 0; layer <= played.layers.size(); ++layer) {
    m_layers.emplace_back(m_states, layer);
    if (layer > 0) {
      masks.push_back(maskOf(*m_model, played, layer));
    }
  }
  m_masks = std::make_shared<const std::vector<animation::PoseMask>>(std::move(masks));
  m_hierarchy.reserve(m_model->nodes.size());
  for (const model::Node& node : m_model->nodes) {
    const transform::HierarchyNode parent =
        node.parent.isValid() ? m_handles[node.parent.value] : transform::HierarchyNode{};
    m_handles.push_back(m_hierarchy.add(parent, node.rest));
    if (node.restMatrix) {
      m_hierarchy.setLocal(m_handles.back(), node.rest, *node.restMatrix);
    }
  }
  m_worlds.resize(m_model->nodes.size());
  m_skin.resize(m_model->palette.size());
  makePose();
}

bool Animator::set(std::string_view parameter, double value) {
  for (std::size_t i = 0; i < m_states.parameters.size(); ++i) {
    if (controller().parameters[i].name == parameter && std::isfinite(value)) {
      m_states.parameters[i] = controller().parameters[i].kind == ParameterKind::Number ? value
                               : value != 0.0                                           ? 1.0
                                                                                        : 0.0;
      return true;
    }
  }
  return false;
}

std::optional<double> Animator::value(std::string_view parameter) const {
  for (std::size_t i = 0; i < m_states.parameters.size(); ++i) {
    if (controller().parameters[i].name == parameter) {
      return m_states.parameters[i];
    }
  }
  return {};
}

std::optional<std::uint32_t> Animator::findState(std::string_view name) const {
  for (std::size_t i = 0; i < controller().states.size(); ++i) {
    if (controller().states[i].name == name) {
      return static_cast<std::uint32_t>(i);
    }
  }
  return {};
}

bool Animator::play(std::uint32_t state, double fadeSeconds, double startFraction) {
  if (state >= m_states.poses.size() || !std::isfinite(fadeSeconds) || fadeSeconds < 0.0 ||
      !std::isfinite(startFraction)) {
    return false;
  }
  m_layers[controller().states[state].layer].begin(state, fadeSeconds, startFraction);
  return true;
}

void Animator::takeTransitions() {
  m_spent.clear();
  for (LayerPlayer& layer : m_layers) {
    if (const AnimatorTransition* const taken = layer.takeTransition(m_states)) {
      for (const AnimatorCondition& condition : taken->conditions) {
        if (controller().parameters[condition.parameter].kind == ParameterKind::Trigger) {
          m_spent.push_back(condition.parameter);
        }
      }
    }
  }
  for (const std::uint32_t trigger : m_spent) {
    m_states.parameters[trigger] = 0.0;
  }
}

bool Animator::update(double deltaSeconds) {
  if (!std::isfinite(deltaSeconds) || deltaSeconds < 0.0) {
    return false;
  }
  m_timedEvents.clear();
  for (LayerPlayer& layer : m_layers) {
    layer.advance(deltaSeconds, m_states, m_timedEvents);
  }
  m_events.clear();
  for (const TimedEvent& passed : m_timedEvents) {
    m_events.push_back(passed.event);
  }
  takeTransitions();
  makePose();
  return true;
}

void Animator::applyGoals() {
  for (const LimbGoal& goal : m_limbs) {
    if (std::max({goal.root.value, goal.middle.value, goal.end.value}) < m_handles.size()) {
      const transform::TwoBoneLimb limb{m_handles[goal.root.value], m_handles[goal.middle.value],
                                        m_handles[goal.end.value]};
      glm::dvec3 target = goal.target;
      if (goal.targetNode.value < m_handles.size()) {
        target = glm::dvec3(m_hierarchy.world(m_handles[goal.targetNode.value]) * glm::dvec4(target, 1.0));
      }
      const glm::dvec3 pole = goal.pole ? *goal.pole : m_hierarchy.worldPosition(limb.middle);
      if (transform::reachWithLimb(m_hierarchy, limb, target, pole, goal.weight)) {
        m_turned.push_back(goal.root.value);
        m_turned.push_back(goal.middle.value);
      }
    }
  }
  for (const AimGoal& goal : m_aims) {
    if (goal.node.value < m_handles.size() && transform::aimNode(m_hierarchy, m_handles[goal.node.value], goal.axis,
                                                                 goal.target, goal.maxDegrees, goal.weight)) {
      m_turned.push_back(goal.node.value);
    }
  }
}

const animation::LocalPose& Animator::layeredPose() {
  for (LayerPlayer& layer : m_layers) {
    layer.makePose(m_states);
  }
  if (m_layers.size() == 1) {
    return m_layers.front().pose();
  }
  m_pose = m_layers.front().pose();
  for (std::size_t layer = 1; layer < m_layers.size(); ++layer) {
    const double share = layerShare(layer);
    const animation::PoseMask& mask = (*m_masks)[layer - 1];
    if (!(share > 0.0)) {
      continue;
    }
    if (controller().layers[layer - 1].additive) {
      animation::addInto(m_pose, m_layers[layer].pose(), share, mask);
    } else {
      animation::blendInto(m_pose, m_layers[layer].pose(), share, mask);
    }
  }
  return m_pose;
}

void Animator::makePose() {
  const animation::LocalPose& pose = layeredPose();
  for (const std::uint32_t i : m_turned) {
    if (const auto& exact = m_model->nodes[i].restMatrix; exact && m_animated[i] == 0) {
      m_hierarchy.setLocal(m_handles[i], m_states.rest.locals[i], *exact);
    } else {
      m_hierarchy.setLocal(m_handles[i], pose.locals[i]);
    }
  }
  m_turned.clear();
  for (std::size_t i = 0; i < m_handles.size(); ++i) {
    if (m_animated[i] != 0) {
      m_hierarchy.setLocal(m_handles[i], pose.locals[i]);
    }
  }
  applyGoals();
  m_hierarchy.update();
  for (std::size_t i = 0; i < m_handles.size(); ++i) {
    m_worlds[i] = m_hierarchy.world(m_handles[i]);
  }
  for (std::size_t i = 0; i < m_skin.size(); ++i) {
    const model::PaletteEntry& entry = m_model->palette[i];
    m_skin[i] = transform::multiplyAffine(m_worlds[entry.node.value], entry.inverseBind);
  }
}

}  // namespace texeleton::animator
