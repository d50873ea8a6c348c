#include "app/editor/document/animator_edit.h"

#include <QString>
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace texeleton::editor {

namespace {

/// The name of a state, a layer or a parameter.
template <class Item>
auto& nameIn(Item& item) {
  if constexpr (requires { item.what; }) {
    return item.what.name;
  } else {
    return item.name;
  }
}

template <class Item>
bool hasName(const std::vector<Item>& items, const std::string& name) {
  return std::ranges::any_of(items, [&name](const Item& item) { return nameIn(item) == name; });
}

/// Renames an item unless the name is empty or in use. Returns the name before.
template <class Item>
std::optional<std::string> renameOne(std::vector<Item>& items, std::size_t index, const std::string& name) {
  return name.empty() || hasName(items, name) ? std::nullopt : std::optional(std::exchange(nameIn(items[index]), name));
}

void replace(std::string& name, const std::string& from, const std::string& to) {
  if (name == from) {
    name = to;
  }
}

void replaceInitial(animator::AnimatorSetup& setup, const std::string& from, const std::string& to) {
  replace(setup.initial, from, to);
  for (animator::SetupLayer& layer : setup.layers) {
    replace(layer.initial, from, to);
  }
}

std::string firstNumber(const animator::AnimatorSetup& setup) {
  const auto found = std::ranges::find_if(setup.parameters, [](const animator::SetupParameter& parameter) {
    return parameter.what.kind == animator::ParameterKind::Number;
  });
  return found == setup.parameters.end() ? std::string() : found->what.name;
}

/// Blend trees by the parameter use the first number instead, or keep their first clip; layers keep their weight.
void stopBlendingBy(animator::AnimatorSetup& setup, const std::string& name) {
  for (animator::SetupLayer& layer : setup.layers) {
    replace(layer.parameter, name, std::string());
  }
  const std::string other = firstNumber(setup);
  for (animator::SetupState& state : setup.states) {
    if (state.parameterY == name) {
      state.parameterY.clear();
    }
    if (state.parameterX == name) {
      state.parameterX = other == state.parameterY ? std::string() : other;
      if (state.parameterX.empty()) {
        state.parameterX = state.parameterY;
        state.parameterY.clear();
      }
    }
    if (state.parameterX.empty() && state.clips.size() > 1) {
      state.clips.resize(1);
    }
  }
}

}  // namespace

template <class Item>
std::string freshName(const std::vector<Item>& items, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; hasName(items, name); ++number) {
    name = wanted + " " + std::to_string(number);
  }
  return name;
}
template std::string freshName(const std::vector<animator::SetupState>&, const std::string&);
template std::string freshName(const std::vector<animator::SetupLayer>&, const std::string&);
template std::string freshName(const std::vector<animator::SetupParameter>&, const std::string&);

animator::SetupState newState(const animator::AnimatorSetup& setup, std::span<const animator::PlayableClip> clips,
                              const std::string& layer) {
  const auto unused = std::ranges::find_if(
      clips, [&setup](const animator::PlayableClip& clip) { return !hasName(setup.states, clip.name); });
  const animator::PlayableClip& clip = unused == clips.end() ? clips.front() : *unused;
  animator::SetupState state;
  state.name = freshName(setup.states, clip.name);
  state.clips.push_back({clip.name});
  state.layer = layer;
  return state;
}

std::optional<animator::SetupTransition> newTransition(const animator::AnimatorSetup& setup, const std::string& layer,
                                                       const std::string& from) {
  const std::vector<std::string> states = statesOf(setup, layer);
  if (states.empty()) {
    return std::nullopt;
  }
  animator::SetupTransition transition;
  transition.from = from.empty() ? states.front() : from;
  const auto before = std::ranges::find(states, transition.from);
  transition.to = before + 1 < states.end() ? *(before + 1) : states.front();
  transition.exitFraction = 1.0;
  return transition;
}

animator::SetupLimb newLimb(const animator::AnimatorSetup& setup, const model::Model& model) {
  const std::vector<animator::SetupLimb> proposed = animator::proposedLimbs(model);
  if (!proposed.empty()) {
    return proposed[setup.limbs.size() % proposed.size()];
  }
  const NodeIndex last(model.nodes.size() - 1);
  const NodeIndex middle = model.nodes[last.value].parent;
  const NodeIndex root = middle.isValid() ? model.nodes[middle.value].parent : NodeIndex();
  animator::SetupLimb limb;
  limb.end = limb.name = model.nodes[last.value].name;
  limb.middle = middle.isValid() ? model.nodes[middle.value].name : std::string();
  limb.root = root.isValid() ? model.nodes[root.value].name : std::string();
  return limb;
}

animator::SetupGaze newGaze(const model::Model& model) {
  const auto head = std::ranges::find_if(model.nodes, [](const model::Node& node) {
    return QString::fromStdString(node.name).contains(QLatin1String("head"), Qt::CaseInsensitive);
  });
  animator::SetupGaze gaze;
  gaze.node = head == model.nodes.end() ? model.nodes.front().name : head->name;
  return gaze;
}

bool renameState(animator::AnimatorSetup& setup, std::size_t state, const std::string& name) {
  const auto before = renameOne(setup.states, state, name);
  if (!before) {
    return false;
  }
  replaceInitial(setup, *before, name);
  for (animator::SetupTransition& transition : setup.transitions) {
    replace(transition.from, *before, name);
    replace(transition.to, *before, name);
  }
  return true;
}

bool renameLayer(animator::AnimatorSetup& setup, std::size_t layer, const std::string& name) {
  const auto before = renameOne(setup.layers, layer, name);
  if (!before) {
    return false;
  }
  for (animator::SetupState& state : setup.states) {
    replace(state.layer, *before, name);
  }
  return true;
}

bool renameParameter(animator::AnimatorSetup& setup, std::size_t parameter, const std::string& name) {
  const auto before = renameOne(setup.parameters, parameter, name);
  if (!before) {
    return false;
  }
  for (animator::SetupState& state : setup.states) {
    replace(state.parameterX, *before, name);
    replace(state.parameterY, *before, name);
  }
  for (animator::SetupLayer& layer : setup.layers) {
    replace(layer.parameter, *before, name);
  }
  for (animator::SetupTransition& transition : setup.transitions) {
    for (animator::SetupCondition& condition : transition.conditions) {
      replace(condition.parameter, *before, name);
    }
  }
  return true;
}

void removeState(animator::AnimatorSetup& setup, std::size_t state) {
  const std::string name = setup.states[state].name;
  setup.states.erase(setup.states.begin() + static_cast<std::ptrdiff_t>(state));
  replaceInitial(setup, name, {});
  std::erase_if(setup.transitions,
                [&name](const animator::SetupTransition& each) { return each.from == name || each.to == name; });
}

void addLayer(animator::AnimatorSetup& setup, const std::string& name, const std::string& emptyState) {
  setup.layers.emplace_back().name = name;
  animator::SetupState& empty = setup.states.emplace_back();
  empty.name = emptyState;
  empty.layer = name;
}

void removeLayer(animator::AnimatorSetup& setup, std::size_t layer) {
  const std::string name = setup.layers[layer].name;
  for (std::size_t i = setup.states.size(); i-- > 0;) {
    if (setup.states[i].layer == name) {
      removeState(setup, i);
    }
  }
  setup.layers.erase(setup.layers.begin() + static_cast<std::ptrdiff_t>(layer));
}

std::vector<std::string> statesOf(const animator::AnimatorSetup& setup, const std::string& layer) {
  std::vector<std::string> names;
  for (const animator::SetupState& state : setup.states) {
    if (state.layer == layer) {
      names.push_back(state.name);
    }
  }
  return names;
}

std::string initialState(const animator::AnimatorSetup& setup, const std::string& layer) {
  const auto found = std::ranges::find(setup.layers, layer, &animator::SetupLayer::name);
  const std::string& set = found != setup.layers.end() ? found->initial : setup.initial;
  const std::vector<std::string> states = statesOf(setup, layer);
  return !set.empty() || states.empty() ? set : states.front();
}

void setInitialState(animator::AnimatorSetup& setup, std::size_t state) {
  const std::string& name = setup.states[state].name;
  const std::string& layer = setup.states[state].layer;
  const auto found = std::ranges::find(setup.layers, layer, &animator::SetupLayer::name);
  (found != setup.layers.end() ? found->initial : setup.initial) = name;
}

void setLayer(animator::AnimatorSetup& setup, std::size_t state, const std::string& layer) {
  const std::string name = setup.states[state].name;
  const std::string instead = initialState(setup, layer);
  replaceInitial(setup, name, {});
  setup.states[state].layer = layer;
  std::vector<animator::SetupTransition> kept;
  for (animator::SetupTransition transition : setup.transitions) {
    if (transition.from == name && transition.to != name) {
      transition.to = instead;
    } else if (transition.to == name && transition.from != name && !transition.from.empty()) {
      transition.from = instead;
      if (instead.empty()) {
        continue;  // An empty name means any state.
      }
    }
    if (!transition.to.empty() && std::ranges::find(kept, transition) == kept.end()) {
      kept.push_back(std::move(transition));
    }
  }
  setup.transitions = std::move(kept);
}

std::size_t removeParameter(animator::AnimatorSetup& setup, std::size_t parameter) {
  const std::string name = setup.parameters[parameter].what.name;
  setup.parameters.erase(setup.parameters.begin() + static_cast<std::ptrdiff_t>(parameter));
  stopBlendingBy(setup, name);
  return std::erase_if(setup.transitions, [&name](animator::SetupTransition& transition) {
    const std::size_t removed =
        std::erase_if(transition.conditions,
                      [&name](const animator::SetupCondition& condition) { return condition.parameter == name; });
    return removed > 0 && transition.conditions.empty() && !transition.exitFraction;
  });
}

void setParameterKind(animator::AnimatorSetup& setup, std::size_t parameter, animator::ParameterKind kind) {
  animator::SetupParameter& changed = setup.parameters[parameter];
  const bool wasNumber = changed.what.kind == animator::ParameterKind::Number;
  const bool isNumber = kind == animator::ParameterKind::Number;
  changed.what.kind = kind;
  if (wasNumber != isNumber || kind == animator::ParameterKind::Trigger) {
    changed.what.initial = 0.0;
  }
  if (wasNumber == isNumber) {
    return;
  }
  const std::string name = changed.what.name;
  const double middle = 0.5 * (changed.least + changed.most);
  if (wasNumber) {
    stopBlendingBy(setup, name);
  }
  for (animator::SetupTransition& transition : setup.transitions) {
    for (animator::SetupCondition& condition : transition.conditions) {
      if (condition.parameter != name) {
        continue;
      }
      const bool isOn =
          condition.compare == animator::Compare::Greater || condition.compare == animator::Compare::IsSet;
      condition.compare = isNumber ? (isOn ? animator::Compare::Greater : animator::Compare::Less)
                                   : (isOn ? animator::Compare::IsSet : animator::Compare::IsNotSet);
      condition.value = isNumber ? middle : 0.0;
    }
  }
}

void setBlend(animator::AnimatorSetup& setup, std::size_t state, const std::string& x, const std::string& y) {
  animator::SetupState& what = setup.states[state];
  const std::string xBefore = what.parameterX;
  what.parameterX = x;
  what.parameterY = x.empty() || y == x ? std::string() : y;
  if (x.empty()) {
    what.clips.resize(std::min<std::size_t>(what.clips.size(), 1));
    return;
  }
  const auto parameter = std::ranges::find_if(
      setup.parameters, [&x](const animator::SetupParameter& each) { return each.what.name == x; });
  if (xBefore.empty() && parameter != setup.parameters.end() && !what.clips.empty()) {
    const double step = (parameter->most - parameter->least) / std::max<double>(1.0, what.clips.size() - 1.0);
    for (std::size_t i = 0; i < what.clips.size(); ++i) {
      what.clips[i].x = parameter->least + step * static_cast<double>(i);
    }
  }
}

}  // namespace texeleton::editor
