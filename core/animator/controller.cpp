#include "core/animator/controller.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "core/base/one_line.h"

namespace texeleton::animator {

namespace {

tl::unexpected<Error> wrong(Message what) { return fail(ErrorCode::InvalidArgument, std::move(what)); }

Result<void> checkChild(const Message& what, const BlendChild& child, const model::Model& model) {
  if (child.clip.value >= model.clips.size()) {
    return wrong(message("%1 names a clip that the model does not have", what));
  }
  const model::Clip& clip = model.clips[child.clip.value];
  const double from = child.fromSeconds.value_or(clip.startSeconds);
  const double to = child.toSeconds.value_or(clip.startSeconds + clip.lengthSeconds);
  if (!std::isfinite(from) || !std::isfinite(to) || to < from) {
    return wrong(message("%1 cuts a clip so that it ends before it begins", what));
  }
  if (child.rootTaking.node.isValid() && child.rootTaking.node.value >= model.nodes.size()) {
    return wrong(message("%1 takes the motion of a node out that the model does not have", what));
  }
  return {};
}

Result<void> checkAxis(const Message& what, const AnimatorState& state) {
  for (std::size_t i = 0; i < state.children.size(); ++i) {
    const double x = state.children[i].x;
    if (!std::isfinite(x) || (i > 0 && !(x > state.children[i - 1].x))) {
      return wrong(message("%1 blends clips whose thresholds do not ascend", what));
    }
  }
  return {};
}

Result<void> checkPlane(const Message& what, const AnimatorState& state) {
  for (std::size_t i = 0; i < state.children.size(); ++i) {
    const BlendChild& a = state.children[i];
    if (!std::isfinite(a.x) || !std::isfinite(a.y)) {
      return wrong(message("%1 blends clips at a place that is not a finite number", what));
    }
    for (std::size_t j = 0; j < i; ++j) {
      const double far = std::hypot(a.x - state.children[j].x, a.y - state.children[j].y);
      if (!(far > 1e-6)) {
        return wrong(message("%1 blends two clips at the same place", what));
      }
    }
  }
  return {};
}

bool isNumber(const AnimatorController& controller, std::uint32_t parameter) {
  return parameter < controller.parameters.size() && controller.parameters[parameter].kind == ParameterKind::Number;
}

Result<void> checkState(const AnimatorController& controller, const AnimatorState& state, const model::Model& model) {
  const Message what = message("the state %1", inQuotes(state.name));
  if (state.layer > controller.layers.size()) {
    return wrong(message("%1 belongs to a layer that is not there", what));
  }
  if (state.children.empty() && state.layer == 0) {
    return wrong(message("%1 shows no clip", what));
  }
  if (!std::isfinite(state.speed)) {
    return wrong(message("%1 has a speed that is not a finite number", what));
  }
  for (const BlendChild& child : state.children) {
    TRY(checkChild(what, child, model));
  }
  if (state.children.size() <= 1) {
    return {};
  }
  if (!isNumber(controller, state.parameter) || (state.parameterY && !isNumber(controller, *state.parameterY))) {
    return wrong(message("%1 blends clips and needs a parameter that is a number", what));
  }
  return state.parameterY ? checkPlane(what, state) : checkAxis(what, state);
}

bool isStateOf(const AnimatorController& controller, std::uint32_t state, std::size_t layer) {
  return state < controller.states.size() && controller.states[state].layer == layer;
}

Result<void> checkLayer(const AnimatorController& controller, std::size_t index, const model::Model& model) {
  const AnimatorLayer& layer = controller.layers[index];
  const Message what = message("the layer %1", inQuotes(layer.name));
  const auto isWeight = [](double weight) { return weight >= 0.0 && weight <= 1.0; };
  const bool isMask = layer.mask.empty() || layer.mask.size() == model.nodes.size();
  if (!isMask || !isWeight(layer.weight) || !std::ranges::all_of(layer.mask, isWeight)) {
    return wrong(message("%1 has a weight outside 0 … 1, or a mask of another model", what));
  }
  if (layer.parameter && !isNumber(controller, *layer.parameter)) {
    return wrong(message("%1 is weighted by a parameter that is not a number", what));
  }
  if (!isStateOf(controller, layer.initialState, index + 1)) {
    return wrong(message("%1 needs a state to begin with", what));
  }
  return {};
}

Result<void> checkTransition(const AnimatorController& controller, std::size_t index) {
  const AnimatorTransition& transition = controller.transitions[index];
  const auto nameOf = [&controller](std::uint32_t state) {
    return inQuotes(state < controller.states.size() ? controller.states[state].name : std::string());
  };
  const Message what = transition.from
                           ? message("the transition from %1 to %2", nameOf(*transition.from), nameOf(transition.to))
                           : message("the transition to %1", nameOf(transition.to));
  if (transition.to >= controller.states.size() || (transition.from && *transition.from >= controller.states.size())) {
    return wrong(message("%1 names a state that is not there", what));
  }
  if (transition.from && controller.states[*transition.from].layer != controller.states[transition.to].layer) {
    return wrong(message("%1 leads to another layer", what));
  }
  if (!std::isfinite(transition.fadeSeconds) || transition.fadeSeconds < 0.0 ||
      !std::isfinite(transition.startFraction) ||
      (transition.exitFraction && !std::isfinite(*transition.exitFraction))) {
    return wrong(message("%1 has a time that is no number of use", what));
  }
  if (transition.conditions.empty() && !transition.exitFraction) {
    return wrong(message("%1 has neither a condition nor a time at which it is taken", what));
  }
  for (const AnimatorCondition& condition : transition.conditions) {
    if (condition.parameter >= controller.parameters.size()) {
      return wrong(message("%1 asks for a parameter that is not there", what));
    }
    if (!std::isfinite(condition.value)) {
      return wrong(message("%1 compares with a value that is not a finite number", what));
    }
  }
  return {};
}

}  // namespace

Result<void> checkController(const AnimatorController& controller, const model::Model& model) {
  std::set<std::string_view> names;
  for (const AnimatorParameter& parameter : controller.parameters) {
    if (parameter.name.empty() || !names.insert(parameter.name).second) {
      return wrong(message("the parameter %1 has no name of its own", inQuotes(parameter.name)));
    }
    if (!std::isfinite(parameter.initial)) {
      return wrong(
          message("the parameter %1 begins with a value that is not a finite number", inQuotes(parameter.name)));
    }
  }
  if (!isStateOf(controller, controller.initialState, 0)) {
    return wrong(message("an animator needs a state to begin with"));
  }
  names.clear();
  for (const AnimatorState& state : controller.states) {
    if (state.name.empty() || !names.insert(state.name).second) {
      return wrong(message("the state %1 has no name of its own", inQuotes(state.name)));
    }
    TRY(checkState(controller, state, model));
  }
  names.clear();
  for (std::size_t i = 0; i < controller.layers.size(); ++i) {
    const std::string& name = controller.layers[i].name;
    if (name.empty() || !names.insert(name).second) {
      return wrong(message("the layer %1 has no name of its own", inQuotes(name)));
    }
    TRY(checkLayer(controller, i, model));
  }
  for (std::size_t i = 0; i < controller.transitions.size(); ++i) {
    TRY(checkTransition(controller, i));
  }
  return {};
}

}  // namespace texeleton::animator
