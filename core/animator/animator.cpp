#include "core/animator/animator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/transform/transform.h"

namespace texeleton::animator {

namespace {

/// The position of a state in [0, 1] at a `fraction` of its rounds.
double shown(const AnimatorState& state, double fraction) {
  return state.loop ? fraction - std::floor(fraction) : std::clamp(fraction, 0.0, 1.0);
}

/// Whether a state has passed `mark` on its way from `before` to `now`, in the direction it goes.
bool hasPassed(const AnimatorState& state, double mark, double before, double now) {
  if (!state.loop) {
    return state.speed < 0.0 ? now <= mark : now >= mark;
  }
  return now >= before ? std::floor(now - mark) > std::floor(before - mark)
                       : std::ceil(now - mark) < std::ceil(before - mark);
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
    : m_model(std::move(model)), m_controller(std::move(controller)), m_rest(animation::restPose(*m_model)) {
  m_parameters.reserve(m_controller->parameters.size());
  for (const AnimatorParameter& parameter : m_controller->parameters) {
    m_parameters.push_back(parameter.initial);
  }
  m_states.reserve(m_controller->states.size());
  m_animated.assign(m_model->nodes.size(), 0);
  for (const AnimatorState& state : m_controller->states) {
    m_states.emplace_back(*m_model, state);
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
  m_pose = m_scratch = m_incoming = m_frozen = m_rest;
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
  begin(m_controller->initialState, 0.0, 0.0);
  makePose();
}

bool Animator::set(std::string_view parameter, double value) {
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    if (m_controller->parameters[i].name == parameter && std::isfinite(value)) {
      m_parameters[i] = m_controller->parameters[i].kind == ParameterKind::Number ? value : value != 0.0 ? 1.0 : 0.0;
      return true;
    }
  }
  return false;
}

std::optional<double> Animator::value(std::string_view parameter) const {
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    if (m_controller->parameters[i].name == parameter) {
      return m_parameters[i];
    }
  }
  return {};
}

std::optional<std::uint32_t> Animator::findState(std::string_view name) const {
  for (std::size_t i = 0; i < m_controller->states.size(); ++i) {
    if (m_controller->states[i].name == name) {
      return static_cast<std::uint32_t>(i);
    }
  }
  return {};
}

bool Animator::play(std::uint32_t state, double fadeSeconds, double startFraction) {
  if (state >= m_states.size() || !std::isfinite(fadeSeconds) || fadeSeconds < 0.0 || !std::isfinite(startFraction)) {
    return false;
  }
  begin(state, fadeSeconds, startFraction);
  return true;
}

double Animator::fadeWeight() const {
  return m_leaving == Leaving::Nothing ? 1.0 : std::min(1.0, m_fadedSeconds / m_fadeSeconds);
}

void Animator::moveTree(std::uint32_t state) {
  const AnimatorState& what = m_controller->states[state];
  if (what.children.size() > 1) {
    m_states[state].moveTo(m_parameters[what.parameter], what.parameterY ? m_parameters[*what.parameterY] : 0.0);
  }
}

double Animator::seconds() const {
  const double loops = m_controller->states[m_now.state].loop ? std::floor(m_now.fraction) : 0.0;
  return (m_now.fraction - loops) * m_states[m_now.state].lengthSeconds();
}

void Animator::begin(std::uint32_t state, double fadeSeconds, double startFraction) {
  if (fadeSeconds > 0.0) {
    // A fade that is cut short leaves from where it is: a second fade on top of it would need the first to go on.
    if (m_leaving == Leaving::Nothing) {
      m_leaving = Leaving::State;
      m_last = m_now;
    } else {
      m_leaving = Leaving::FrozenPose;
      m_frozen = m_pose;
    }
  } else {
    m_leaving = Leaving::Nothing;
  }
  m_fadeSeconds = fadeSeconds;
  m_fadedSeconds = 0.0;
  m_now = {state, startFraction, startFraction, true};
}

void Animator::advance(Playing& playing, double deltaSeconds) {
  const AnimatorState& state = m_controller->states[playing.state];
  moveTree(playing.state);
  const double length = m_states[playing.state].lengthSeconds();
  playing.before = playing.fraction;
  // A clip without length is over at once.
  playing.fraction = length > 0.0 ? playing.fraction + deltaSeconds * state.speed / length : state.loop ? 0.0 : 1.0;
  if (!state.loop) {
    playing.fraction = std::clamp(playing.fraction, 0.0, 1.0);
  }
}

bool Animator::holds(const AnimatorCondition& condition) const {
  const double value = m_parameters[condition.parameter];
  switch (condition.compare) {
    case Compare::Greater:
      return value > condition.value;
    case Compare::Less:
      return value < condition.value;
    case Compare::IsSet:
      return value != 0.0;
    case Compare::IsNotSet:
      return value == 0.0;
  }
  return false;
}

bool Animator::mayTake(const AnimatorTransition& transition) const {
  if (transition.from ? *transition.from != m_now.state : transition.to == m_now.state) {
    return false;
  }
  if (transition.exitFraction &&
      !hasPassed(m_controller->states[m_now.state], *transition.exitFraction, m_now.before, m_now.fraction)) {
    return false;
  }
  return std::all_of(transition.conditions.begin(), transition.conditions.end(),
                     [&](const AnimatorCondition& condition) { return holds(condition); });
}

void Animator::takeTransition() {
  for (const AnimatorTransition& transition : m_controller->transitions) {
    if (!mayTake(transition)) {
      continue;
    }
    for (const AnimatorCondition& condition : transition.conditions) {
      if (m_controller->parameters[condition.parameter].kind == ParameterKind::Trigger) {
        m_parameters[condition.parameter] = 0.0;
      }
    }
    begin(transition.to, transition.fadeSeconds, transition.startFraction);
    return;
  }
}

void Animator::noteEvents() {
  const AnimatorState& state = m_controller->states[m_now.state];
  const auto leader = static_cast<std::uint32_t>(m_states[m_now.state].leader());
  const BlendChild& child = state.children[leader];
  if (child.events.empty() || m_now.before == m_now.fraction) {
    return;
  }
  const model::Clip& clip = m_model->clips[child.clip.value];
  const double length =
      child.toSeconds.value_or(clip.startSeconds + clip.lengthSeconds) - child.fromSeconds.value_or(clip.startSeconds);
  const bool isForward = m_now.fraction > m_now.before;
  // Forward the half-open (before, now], backward [now, before); a state that has just begun has its start too.
  const auto isPassed = [&](double mark) {
    if (m_now.isFresh && mark == m_now.before) {
      return true;
    }
    if (!state.loop) {
      return isForward ? mark > m_now.before && mark <= m_now.fraction : mark >= m_now.fraction && mark < m_now.before;
    }
    return isForward ? std::floor(m_now.fraction - mark) > std::floor(m_now.before - mark)
                     : std::ceil(m_now.fraction - mark) < std::ceil(m_now.before - mark);
  };
  // The distance of the event from the old position, for the order.
  const auto distance = [&](const PassedEvent& passed) {
    const double mark = child.events[passed.event].timeSeconds / length;
    const double far = isForward ? mark - m_now.before : m_now.before - mark;
    return state.loop ? far - std::floor(far) : far;
  };
  for (std::uint32_t i = 0; i < child.events.size() && length > 0.0; ++i) {
    if (isPassed(child.events[i].timeSeconds / length)) {
      m_events.push_back({m_now.state, leader, i});
    }
  }
  std::stable_sort(m_events.begin(), m_events.end(),
                   [&](const PassedEvent& a, const PassedEvent& b) { return distance(a) < distance(b); });
}

bool Animator::update(double deltaSeconds) {
  if (!std::isfinite(deltaSeconds) || deltaSeconds < 0.0) {
    return false;
  }
  m_events.clear();
  advance(m_now, deltaSeconds);
  noteEvents();
  m_now.isFresh = m_now.isFresh && m_now.before == m_now.fraction;
  if (m_leaving != Leaving::Nothing) {
    m_fadedSeconds += deltaSeconds;
    if (m_leaving == Leaving::State) {
      advance(m_last, deltaSeconds);
    }
    if (m_fadedSeconds >= m_fadeSeconds) {
      m_leaving = Leaving::Nothing;
    }
  }
  takeTransition();
  makePose();
  return true;
}

void Animator::evaluate(const Playing& playing, animation::LocalPose& out) {
  moveTree(playing.state);
  m_states[playing.state].evaluate(shown(m_controller->states[playing.state], playing.fraction), m_rest, out,
                                   m_scratch);
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

void Animator::makePose() {
  if (m_leaving == Leaving::Nothing) {
    evaluate(m_now, m_pose);
  } else {
    if (m_leaving == Leaving::State) {
      evaluate(m_last, m_pose);
    } else {
      m_pose = m_frozen;
    }
    evaluate(m_now, m_incoming);
    animation::blendInto(m_pose, m_incoming, fadeWeight());
  }
  for (const std::uint32_t i : m_turned) {
    if (const auto& exact = m_model->nodes[i].restMatrix; exact && m_animated[i] == 0) {
      m_hierarchy.setLocal(m_handles[i], m_rest.locals[i], *exact);
    } else {
      m_hierarchy.setLocal(m_handles[i], m_pose.locals[i]);
    }
  }
  m_turned.clear();
  for (std::size_t i = 0; i < m_handles.size(); ++i) {
    if (m_animated[i] != 0) {
      m_hierarchy.setLocal(m_handles[i], m_pose.locals[i]);
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
