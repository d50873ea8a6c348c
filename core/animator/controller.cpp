#include "core/animator/controller.h"

#include <cmath>
#include <set>
#include <string_view>

namespace texeleton {

namespace {

tl::unexpected<Error> wrong(std::string message) { return fail(ErrorCode::InvalidArgument, std::move(message)); }

std::string inQuotes(const std::string& name) { return "\"" + name + "\""; }

Result<void> checkState(const AnimatorController& controller, const AnimatorState& state, const Model& model) {
  const std::string what = "the state " + inQuotes(state.name);
  if (state.children.empty()) {
    return wrong(what + " shows no clip");
  }
  if (!std::isfinite(state.speed)) {
    return wrong(what + " has a speed that is not a finite number");
  }
  for (const BlendChild& child : state.children) {
    if (child.clip.value >= model.clips.size()) {
      return wrong(what + " names a clip that the model does not have");
    }
  }
  if (state.children.size() == 1) {
    return {};
  }
  if (state.parameter >= controller.parameters.size() ||
      controller.parameters[state.parameter].kind != ParameterKind::Number) {
    return wrong(what + " blends clips and needs a parameter that is a number");
  }
  for (std::size_t i = 0; i < state.children.size(); ++i) {
    const double threshold = state.children[i].threshold;
    if (!std::isfinite(threshold) || (i > 0 && !(threshold > state.children[i - 1].threshold))) {
      return wrong(what + " blends clips whose thresholds do not ascend");
    }
  }
  return {};
}

Result<void> checkTransition(const AnimatorController& controller, std::size_t index) {
  const AnimatorTransition& transition = controller.transitions[index];
  const std::string what = "transition " + std::to_string(index);
  if (transition.to >= controller.states.size() || (transition.from && *transition.from >= controller.states.size())) {
    return wrong(what + " names a state that is not there");
  }
  if (!std::isfinite(transition.fadeSeconds) || transition.fadeSeconds < 0.0 ||
      !std::isfinite(transition.startFraction) ||
      (transition.exitFraction && !std::isfinite(*transition.exitFraction))) {
    return wrong(what + " has a time that is no number of use");
  }
  if (transition.conditions.empty() && !transition.exitFraction) {
    return wrong(what + " has neither a condition nor a time at which it is taken");
  }
  for (const AnimatorCondition& condition : transition.conditions) {
    if (condition.parameter >= controller.parameters.size()) {
      return wrong(what + " asks for a parameter that is not there");
    }
    if (!std::isfinite(condition.value)) {
      return wrong(what + " compares with a value that is not a finite number");
    }
  }
  return {};
}

}  // namespace

Result<void> checkController(const AnimatorController& controller, const Model& model) {
  std::set<std::string_view> names;
  for (const AnimatorParameter& parameter : controller.parameters) {
    if (parameter.name.empty() || !names.insert(parameter.name).second) {
      return wrong("the parameter " + inQuotes(parameter.name) + " has no name of its own");
    }
    if (!std::isfinite(parameter.initial)) {
      return wrong("the parameter " + inQuotes(parameter.name) + " begins with a value that is not a finite number");
    }
  }
  if (controller.states.empty() || controller.initialState >= controller.states.size()) {
    return wrong("an animator needs a state to begin with");
  }
  names.clear();
  for (const AnimatorState& state : controller.states) {
    if (state.name.empty() || !names.insert(state.name).second) {
      return wrong("the state " + inQuotes(state.name) + " has no name of its own");
    }
    if (auto checked = checkState(controller, state, model); !checked) {
      return checked;
    }
  }
  for (std::size_t i = 0; i < controller.transitions.size(); ++i) {
    if (auto checked = checkTransition(controller, i); !checked) {
      return checked;
    }
  }
  return {};
}

AnimatorController controllerOfClips(const Model& model, const std::vector<bool>& loops) {
  AnimatorController controller;
  controller.states.reserve(model.clips.size());
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    AnimatorState state;
    state.name = model.clips[i].name;
    state.children.push_back({ClipIndex(i), 0.0});
    state.loop = i < loops.size() ? loops[i] : true;
    controller.states.push_back(std::move(state));
  }
  return controller;
}

}  // namespace texeleton
