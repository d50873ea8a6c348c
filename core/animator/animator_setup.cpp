#include "core/animator/animator_setup.h"

#include <algorithm>
#include <utility>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/vat/masks.h"

namespace texeleton::animator {

namespace {

template <class T, class Name>
std::optional<std::uint32_t> indexOf(const std::vector<T>& things, const std::string& wanted, const Name& name) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (name(things[i]) == wanted) {
      return static_cast<std::uint32_t>(i);
    }
  }
  return std::nullopt;
}

/// Looks up names and keeps the first missing one.
class Resolver {
 public:
  Resolver(const AnimatorSetup& setup, const model::Model& model, std::span<const PlayableClip> clips,
           std::span<const vat::MaskChoice> masks)
      : m_setup(setup), m_model(model), m_clips(clips), m_masks(masks) {}

  Result<ResolvedSetup> resolve() {
    ResolvedSetup result;
    AnimatorController& controller = result.controller;
    for (const SetupParameter& parameter : m_setup.parameters) {
      controller.parameters.push_back(parameter.what);
    }
    std::vector<std::string> layers = {std::string()};  // By index; the base has no name.
    for (const SetupLayer& layer : m_setup.layers) {
      AnimatorLayer made = layerOf(layer);
      if (std::any_of(m_setup.states.begin(), m_setup.states.end(),
                      [&layer](const SetupState& state) { return state.layer == layer.name; })) {
        controller.layers.push_back(std::move(made));
        layers.push_back(layer.name);
      }
    }
    for (const SetupState& state : m_setup.states) {
      controller.states.push_back(stateOf(state, layers));
    }
    for (const SetupTransition& transition : m_setup.transitions) {
      controller.transitions.push_back(transitionOf(transition));
    }
    controller.initialState = initialOf(m_setup.initial, std::string(), message("the animator begins"));
    for (const SetupLimb& limb : m_setup.limbs) {
      result.limbs.push_back(limbOf(limb));
    }
    for (const SetupGaze& gaze : m_setup.gazes) {
      result.gazes.push_back(gazeOf(gaze));
    }
    if (m_error) {
      return fail(std::move(*m_error));
    }
    TRY(checkController(controller, m_model));
    return result;
  }

 private:
  template <class T, class Name>
  void missing(const Message& who, const char* kind, const std::string& wanted, const T& things, const Name& name) {
    if (m_error) {
      return;
    }
    std::vector<std::string> names;
    names.reserve(std::size(things));
    for (const auto& thing : things) {
      names.push_back(name(thing));
    }
    m_error = Error{ErrorCode::NotFound,
                    message("%1 names the %2 %3, which is not there%4", who, message(kind), inQuotes(wanted),
                            didYouMean(wanted, names)),
                    {}};
  }

  std::uint32_t stateNamed(const std::string& wanted, const Message& who) {
    const auto name = [](const SetupState& state) { return state.name; };
    const auto found = indexOf(m_setup.states, wanted, name);
    if (!found) {
      missing(who, said("state"), wanted, m_setup.states, name);
    }
    return found.value_or(0);
  }

  std::uint32_t parameterNamed(const std::string& wanted, const Message& who) {
    const auto name = [](const SetupParameter& parameter) { return parameter.what.name; };
    const auto found = indexOf(m_setup.parameters, wanted, name);
    if (!found) {
      missing(who, said("parameter"), wanted, m_setup.parameters, name);
    }
    return found.value_or(0);
  }

  NodeIndex nodeNamed(const std::string& wanted, const Message& who) {
    const auto name = [](const model::Node& node) { return node.name; };
    const auto found = indexOf(m_model.nodes, wanted, name);
    if (!found) {
      missing(who, said("node"), wanted, m_model.nodes, name);
    }
    return NodeIndex(found.value_or(0));
  }

  /// The initial state of the layer: `wanted`, or else its first.
  std::uint32_t initialOf(const std::string& wanted, const std::string& layer, const Message& who) {
    if (!wanted.empty()) {
      return stateNamed(wanted, who);
    }
    return indexOf(m_setup.states, layer, [](const SetupState& state) { return state.layer; }).value_or(0);
  }

  AnimatorLayer layerOf(const SetupLayer& layer) {
    const Message who = message("the layer %1", inQuotes(layer.name));
    AnimatorLayer made;
    made.name = layer.name;
    made.weight = layer.weight;
    made.additive = layer.additive;
    if (!layer.parameter.empty()) {
      made.parameter = parameterNamed(layer.parameter, who);
    }
    made.initialState = initialOf(layer.initial, layer.name, who);
    if (layer.mask.empty()) {
      return made;
    }
    const auto name = [](const vat::MaskChoice& mask) { return mask.name; };
    const auto mask = std::find_if(m_masks.begin(), m_masks.end(),
                                   [&layer](const vat::MaskChoice& each) { return each.name == layer.mask; });
    if (mask == m_masks.end()) {
      missing(who, said("mask"), layer.mask, m_masks, name);
      return made;
    }
    const vat::MaskWeights found = vat::nodeWeights(m_model, *mask);
    made.mask.assign(found.weights.begin(), found.weights.end());
    if (found.isEmpty() && !m_error) {
      m_error = Error{ErrorCode::InvalidArgument,
                      message("%1: no bone has a weight in the mask %2", who, inQuotes(layer.mask)),
                      {}};
    }
    return made;
  }

  AnimatorState stateOf(const SetupState& state, const std::vector<std::string>& layers) {
    const Message who = message("the state %1", inQuotes(state.name));
    AnimatorState made;
    const auto layer = std::find(layers.begin(), layers.end(), state.layer);
    if (layer == layers.end()) {
      missing(who, said("layer"), state.layer, m_setup.layers, [](const SetupLayer& each) { return each.name; });
    } else {
      made.layer = static_cast<std::uint32_t>(layer - layers.begin());
    }
    made.name = state.name;
    made.speed = state.speed;
    for (const SetupClip& child : state.clips) {
      const auto clip = std::find_if(m_clips.begin(), m_clips.end(),
                                     [&child](const PlayableClip& each) { return each.name == child.clip; });
      if (clip == m_clips.end()) {
        missing(who, said("clip"), child.clip, m_clips, [](const PlayableClip& each) { return each.name; });
        continue;
      }
      made.loop = made.children.empty() ? clip->loop : made.loop;
      made.children.push_back(
          {clip->clip, child.x, child.y, clip->fromSeconds, clip->toSeconds, clip->rootTaking, clip->events});
    }
    made.loop = state.loop.value_or(made.loop);
    if (made.children.size() > 1) {
      made.parameter = parameterNamed(state.parameterX, who);
      if (!state.parameterY.empty()) {
        made.parameterY = parameterNamed(state.parameterY, who);
      } else {
        std::stable_sort(made.children.begin(), made.children.end(),
                         [](const BlendChild& a, const BlendChild& b) { return a.x < b.x; });
      }
    }
    return made;
  }

  AnimatorTransition transitionOf(const SetupTransition& transition) {
    const Message who = transition.from.empty() ? message("the transition to %1", inQuotes(transition.to))
                                                : message("the transition from %1 to %2", inQuotes(transition.from),
                                                          inQuotes(transition.to));
    AnimatorTransition made;
    if (!transition.from.empty()) {
      made.from = stateNamed(transition.from, who);
    }
    made.to = stateNamed(transition.to, who);
    made.fadeSeconds = transition.fadeSeconds;
    made.startFraction = transition.startFraction;
    made.exitFraction = transition.exitFraction;
    for (const SetupCondition& condition : transition.conditions) {
      made.conditions.push_back({parameterNamed(condition.parameter, who), condition.compare, condition.value});
    }
    return made;
  }

  LimbGoal limbOf(const SetupLimb& limb) {
    const Message who = message("the limb %1", inQuotes(limb.name));
    LimbGoal goal;
    goal.root = nodeNamed(limb.root, who);
    goal.middle = nodeNamed(limb.middle, who);
    goal.end = nodeNamed(limb.end, who);
    goal.target = limb.target;
    goal.pole = limb.pole;
    goal.weight = limb.weight;
    if (!limb.targetNode.empty()) {
      goal.targetNode = nodeNamed(limb.targetNode, who);
    }
    const auto isBelow = [this](NodeIndex node, NodeIndex above) {
      NodeIndex at = m_model.nodes[node.value].parent;
      while (at.isValid() && at != above) {
        at = m_model.nodes[at.value].parent;
      }
      return at.isValid();
    };
    if (!m_error && !(isBelow(goal.middle, goal.root) && isBelow(goal.end, goal.middle))) {
      m_error = Error{ErrorCode::InvalidArgument,
                      message("%1: the middle %2 must lie below the root %3, and the end %4 below the middle", who,
                              inQuotes(limb.middle), inQuotes(limb.root), inQuotes(limb.end)),
                      {}};
    }
    return goal;
  }

  ResolvedGaze gazeOf(const SetupGaze& gaze) {
    ResolvedGaze made;
    made.aim.node = nodeNamed(gaze.node, message("a gaze"));
    made.aim.axis = forwardAxis(m_model, made.aim.node);
    made.aim.target = gaze.target.value_or(glm::dvec3(0.0));
    made.aim.maxDegrees = gaze.maxDegrees;
    made.aim.weight = gaze.weight;
    made.atCamera = !gaze.target.has_value();
    return made;
  }

  const AnimatorSetup& m_setup;
  const model::Model& m_model;
  std::span<const PlayableClip> m_clips;
  std::span<const vat::MaskChoice> m_masks;
  std::optional<Error> m_error;
};

/// The set-up without items that cannot be resolved; adds their errors.
AnimatorSetup usableParts(const AnimatorSetup& setup, const model::Model& model, std::span<const PlayableClip> clips,
                          std::span<const vat::MaskChoice> masks, std::vector<Message>& problems) {
  const auto tellUnusable = [&](const AnimatorSetup& tried) {
    const auto resolved = Resolver(tried, model, clips, masks).resolve();
    if (!resolved) {
      problems.push_back(resolved.error().message);
    }
    return !resolved;
  };
  AnimatorSetup usable;  // Grows; each item is tried with those before it.
  for (const SetupParameter& parameter : setup.parameters) {
    const bool isTaken = std::any_of(usable.parameters.begin(), usable.parameters.end(),
                                     [&](const SetupParameter& each) { return each.what.name == parameter.what.name; });
    if (isTaken || parameter.what.name.empty()) {
      problems.push_back(message("the parameter %1 has no name of its own", inQuotes(parameter.what.name)));
    } else {
      usable.parameters.push_back(parameter);
    }
  }
  // Whether the layer was reported and left out.
  const auto isLeftOut = [&](const std::string& name) {
    const auto isNamed = [&name](const SetupLayer& layer) { return layer.name == name; };
    return std::any_of(setup.layers.begin(), setup.layers.end(), isNamed) &&
           std::none_of(usable.layers.begin(), usable.layers.end(), isNamed);
  };
  std::vector<std::string> dropped;  // States.
  const auto isDropped = [&dropped](const std::string& state) {
    return std::find(dropped.begin(), dropped.end(), state) != dropped.end();
  };
  const auto keepStates = [&](bool ofBase) {
    for (SetupState state : setup.states) {
      if (state.layer.empty() != ofBase) {
        continue;
      }
      std::erase_if(state.clips, [&](const SetupClip& child) {
        AnimatorSetup tried;
        tried.states.push_back({state.name, {child}, {}, {}, 1.0, std::nullopt});
        return state.clips.size() > 1 && tellUnusable(tried);
      });
      const bool isTaken = std::any_of(usable.states.begin(), usable.states.end(),
                                       [&](const SetupState& each) { return each.name == state.name; });
      AnimatorSetup tried = usable;
      tried.states.push_back(state);
      if (isTaken) {
        problems.push_back(message("the state %1 has no name of its own", inQuotes(state.name)));
      } else if ((!ofBase && isLeftOut(state.layer)) || tellUnusable(tried)) {
        dropped.push_back(state.name);
      } else {
        usable.states.push_back(std::move(state));
      }
    }
  };
  keepStates(true);
  if (usable.states.empty()) {
    return usable;
  }
  for (const SetupLayer& layer : setup.layers) {
    AnimatorSetup tried = usable;
    tried.layers.push_back(layer);
    tried.layers.back().initial.clear();
    // Its states are tried later: an empty one replaces them, so that the layer is not left out.
    SetupState stand;
    stand.name = usable.states.front().name + " ";
    stand.layer = layer.name;
    tried.states = {usable.states.front(), std::move(stand)};
    if (!tellUnusable(tried)) {
      usable.layers.push_back(tried.layers.back());
    }
  }
  keepStates(false);
  const auto keep = [&](auto AnimatorSetup::*items) {
    for (const auto& item : setup.*items) {
      AnimatorSetup tried = usable;
      (tried.*items) = {item};
      if (!tellUnusable(tried)) {
        (usable.*items).push_back(item);
      }
    }
  };
  const auto tryInitial = [&](std::string& initial, const std::string& wanted) {
    initial = isDropped(wanted) ? std::string() : wanted;
    if (tellUnusable(usable)) {
      initial.clear();
    }
  };
  tryInitial(usable.initial, setup.initial);
  for (SetupLayer& layer : usable.layers) {
    const auto named = std::find_if(setup.layers.begin(), setup.layers.end(),
                                    [&layer](const SetupLayer& each) { return each.name == layer.name; });
    tryInitial(layer.initial, named->initial);
  }
  keep(&AnimatorSetup::limbs);
  keep(&AnimatorSetup::gazes);
  for (const SetupTransition& transition : setup.transitions) {
    AnimatorSetup tried = usable;
    tried.transitions = {transition};
    if (!isDropped(transition.from) && !isDropped(transition.to) && !tellUnusable(tried)) {
      usable.transitions.push_back(transition);
    }
  }
  return usable;
}

}  // namespace

Result<ResolvedSetup> resolveSetup(const AnimatorSetup& setup, const model::Model& model,
                                   std::span<const PlayableClip> clips, std::span<const vat::MaskChoice> masks,
                                   std::vector<Message>* problems) {
  auto whole = Resolver(setup, model, clips, masks).resolve();
  if (whole || problems == nullptr) {
    return whole;
  }
  const AnimatorSetup usable = usableParts(setup, model, clips, masks, *problems);
  return usable.states.empty() ? whole : Resolver(usable, model, clips, masks).resolve();
}

}  // namespace texeleton::animator
