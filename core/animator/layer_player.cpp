#include "core/animator/layer_player.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace texeleton::animator {

namespace {

/// The position of a state in [0, 1] at an unrolled `fraction`.
double shown(const AnimatorState& state, double fraction) {
  return state.loop ? fraction - std::floor(fraction) : std::clamp(fraction, 0.0, 1.0);
}

/// Whether a state has passed `mark` between `before` and `now`, in its direction of play.
bool hasPassed(const AnimatorState& state, double mark, double before, double now) {
  if (!state.loop) {
    return state.speed < 0.0 ? now <= mark : now >= mark;
  }
  return now >= before ? std::floor(now - mark) > std::floor(before - mark)
                       : std::ceil(now - mark) < std::ceil(before - mark);
}

bool holds(const AnimatorCondition& condition, const std::vector<double>& parameters) {
  const double value = parameters[condition.parameter];
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

}  // namespace

void PlayedStates::moveTree(std::uint32_t state) {
  const AnimatorState& what = controller->states[state];
  if (what.children.size() > 1) {
    poses[state].moveTo(parameters[what.parameter], what.parameterY ? parameters[*what.parameterY] : 0.0);
  }
}

LayerPlayer::LayerPlayer(const PlayedStates& states, std::uint32_t layer)
    : m_layer(layer), m_frozen(states.rest), m_pose(states.rest) {
  const AnimatorController& controller = *states.controller;
  begin(layer == 0 ? controller.initialState : controller.layers[layer - 1].initialState, 0.0, 0.0);
}

double LayerPlayer::fadeWeight() const {
  return m_leaving == Leaving::Nothing ? 1.0 : std::min(1.0, m_fadedSeconds / m_fadeSeconds);
}

double LayerPlayer::weight(const PlayedStates& states) const {
  if (m_layer == 0) {
    return 1.0;
  }
  const AnimatorLayer& layer = states.controller->layers[m_layer - 1];
  return layer.parameter ? layer.weight * std::clamp(states.parameters[*layer.parameter], 0.0, 1.0) : layer.weight;
}

double LayerPlayer::seconds(const PlayedStates& states) const {
  const double loops = states.controller->states[m_now.state].loop ? std::floor(m_now.fraction) : 0.0;
  return (m_now.fraction - loops) * states.poses[m_now.state].lengthSeconds();
}

void LayerPlayer::begin(std::uint32_t state, double fadeSeconds, double startFraction) {
  if (fadeSeconds > 0.0) {
    // An interrupted fade is frozen: a second fade on top of it would require the first to continue.
    if (m_leaving == Leaving::Nothing) {
      m_leaving = Leaving::State;
      m_last = m_now;
    } else {
      m_leaving = Leaving::FrozenPose;
      m_frozen = m_pose;
      m_frozenPresence = m_presence;
    }
  } else {
    m_leaving = Leaving::Nothing;
  }
  m_fadeSeconds = fadeSeconds;
  m_fadedSeconds = 0.0;
  m_now = {state, startFraction, startFraction, true};
}

void LayerPlayer::move(Playing& playing, double deltaSeconds, PlayedStates& states) {
  const AnimatorState& state = states.controller->states[playing.state];
  states.moveTree(playing.state);
  const double length = states.poses[playing.state].lengthSeconds();
  playing.before = playing.fraction;
  // A clip without length ends at once.
  playing.fraction = length > 0.0 ? playing.fraction + deltaSeconds * state.speed / length : state.loop ? 0.0 : 1.0;
  if (!state.loop) {
    playing.fraction = std::clamp(playing.fraction, 0.0, 1.0);
  }
}

void LayerPlayer::advance(double deltaSeconds, PlayedStates& states, std::vector<TimedEvent>& events) {
  move(m_now, deltaSeconds, states);
  noteEvents(states, events);
  m_now.isFresh = m_now.isFresh && m_now.before == m_now.fraction;
  if (m_leaving != Leaving::Nothing) {
    m_fadedSeconds += deltaSeconds;
    if (m_leaving == Leaving::State) {
      move(m_last, deltaSeconds, states);
    }
    if (m_fadedSeconds >= m_fadeSeconds) {
      m_leaving = Leaving::Nothing;
    }
  }
}

bool LayerPlayer::mayTake(const AnimatorTransition& transition, const PlayedStates& states) const {
  const AnimatorController& controller = *states.controller;
  if (controller.states[transition.to].layer != m_layer ||
      (transition.from ? *transition.from != m_now.state : transition.to == m_now.state)) {
    return false;
  }
  if (transition.exitFraction &&
      !hasPassed(controller.states[m_now.state], *transition.exitFraction, m_now.before, m_now.fraction)) {
    return false;
  }
  return std::all_of(transition.conditions.begin(), transition.conditions.end(),
                     [&](const AnimatorCondition& condition) { return holds(condition, states.parameters); });
}

const AnimatorTransition* LayerPlayer::takeTransition(const PlayedStates& states) {
  for (const AnimatorTransition& transition : states.controller->transitions) {
    if (mayTake(transition, states)) {
      begin(transition.to, transition.fadeSeconds, transition.startFraction);
      return &transition;
    }
  }
  return nullptr;
}

void LayerPlayer::noteEvents(const PlayedStates& states, std::vector<TimedEvent>& events) const {
  const AnimatorState& state = states.controller->states[m_now.state];
  const StatePose& pose = states.poses[m_now.state];
  if (state.children.empty() || m_now.before == m_now.fraction || !(weight(states) > 0.0)) {
    return;
  }
  const auto leader = static_cast<std::uint32_t>(pose.leader());
  const BlendChild& child = state.children[leader];
  const double length = pose.childSeconds(leader);
  const bool isForward = m_now.fraction > m_now.before;
  // Forward the half-open (before, now], backward [now, before); a state that has just begun includes its start.
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
  const double secondsOfRound = pose.lengthSeconds() / std::abs(state.speed);
  for (std::uint32_t i = 0; i < child.events.size() && length > 0.0; ++i) {
    const double mark = child.events[i].timeSeconds / length;
    if (!isPassed(mark)) {
      continue;
    }
    const double far = isForward ? mark - m_now.before : m_now.before - mark;
    const double seconds = (state.loop ? far - std::floor(far) : far) * secondsOfRound;
    const auto later = std::upper_bound(events.begin(), events.end(), seconds,
                                        [](double time, const TimedEvent& event) { return time < event.seconds; });
    events.insert(later, {{m_now.state, leader, i}, seconds});
  }
}

void LayerPlayer::evaluate(const Playing& playing, PlayedStates& states, animation::LocalPose& out) {
  states.moveTree(playing.state);
  states.poses[playing.state].evaluate(shown(states.controller->states[playing.state], playing.fraction), states.rest,
                                       out, states.scratch);
}

void LayerPlayer::makePose(PlayedStates& states) {
  const auto presenceOf = [&states](const Playing& playing) {
    return states.poses[playing.state].isEmpty() ? 0.0 : 1.0;
  };
  const double now = presenceOf(m_now);
  if (m_leaving == Leaving::Nothing) {
    m_presence = now;
    if (now > 0.0 && weight(states) > 0.0) {
      evaluate(m_now, states, m_pose);
    }
    return;
  }
  const bool isFrozen = m_leaving == Leaving::FrozenPose;
  const double before = isFrozen ? m_frozenPresence : presenceOf(m_last);
  if (isFrozen) {
    m_pose = m_frozen;
  } else if (before > 0.0) {
    evaluate(m_last, states, m_pose);
  }
  m_presence = before + (now - before) * fadeWeight();
  if (now > 0.0 && before > 0.0) {
    evaluate(m_now, states, states.incoming);
    animation::blendInto(m_pose, states.incoming, fadeWeight() / m_presence);
  } else if (now > 0.0) {
    evaluate(m_now, states, m_pose);
  }
}

}  // namespace texeleton::animator
