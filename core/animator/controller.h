#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/model/model.h"
#include "core/root_motion/root_motion.h"

namespace texeleton::animator {

// The data that an Animator plays: a state machine whose states show clips or blend trees of one or two dimensions.
// Items refer to one another by index; animator_setup.h is the same by name, as in recipes.

enum class ParameterKind : std::uint8_t {
  Number,
  Flag,     ///< 0 or 1.
  Trigger,  ///< A flag that is reset after an update in which it caused a transition.
};

struct AnimatorParameter {
  std::string name;  ///< Unique.
  ParameterKind kind = ParameterKind::Number;
  double initial = 0.0;

  friend bool operator==(const AnimatorParameter&, const AnimatorParameter&) = default;
};

/// One clip of a state.
struct BlendChild {
  ClipIndex clip;
  double x = 0.0;  ///< The position of this clip: the value of the state's parameter at which it plays alone,
  double y = 0.0;  ///< and of its second one.
  std::optional<double> fromSeconds = std::nullopt;  ///< Start in the source clip; unset: the clip's start.
  std::optional<double> toSeconds = std::nullopt;    ///< Unset: its end.
  root_motion::RootTaking rootTaking = {};           ///< The root motion removed from its pose.
  std::vector<model::ClipEvent> events = {};         ///< Seconds since the start of the cut, ascending.
};

/// The contents of a state. None: it is empty, and its layer shows the layers below. One child: that clip. Several: a
/// blend tree. With one parameter the children ascend by `x`, and the two neighbours of its value are blended; with
/// two, each child counts by gradient bands (see blendWeights). All children are synchronised: each is at the same
/// share of its length, and the length of the tree is blended too, so that the feet of a walk and a run touch the
/// ground together.
struct AnimatorState {
  std::string name;                  ///< Unique.
  std::vector<BlendChild> children;  ///< At least one in the base.
  std::uint32_t parameter = 0;       ///< Index of the number that steers the blend tree; unused with one child.
  double speed = 1.0;                ///< May be negative.
  bool loop = true;
  std::optional<std::uint32_t> parameterY = std::nullopt;  ///< Set: a tree of two dimensions.
  std::uint32_t layer = 0;                                 ///< 0: the base; n: layers[n − 1].
};

enum class Compare : std::uint8_t { Greater, Less, IsSet, IsNotSet };

struct AnimatorCondition {
  std::uint32_t parameter = 0;
  Compare compare = Compare::IsSet;
  double value = 0.0;  ///< For Greater and Less.
};

/// A transition from one state to another of the same layer. It is taken when all conditions hold and, where
/// `exitFraction` is given, the state has just passed that share of its length (in every loop; at or after it when it
/// plays once).
struct AnimatorTransition {
  std::optional<std::uint32_t> from;  ///< None: from any state of the layer but `to` itself.
  std::uint32_t to = 0;
  double fadeSeconds = 0.0;
  double startFraction = 0.0;  ///< Start position in `to`, as a share of its length.
  std::optional<double> exitFraction;
  std::vector<AnimatorCondition> conditions;  ///< May be empty where `exitFraction` is given.
};

/// A separate state machine, played over the layers below it. Its share falls to 0 in an empty state, and fades with
/// one.
struct AnimatorLayer {
  std::string name;                        ///< Unique.
  double weight = 1.0;                     ///< 0 … 1.
  std::optional<std::uint32_t> parameter;  ///< A number whose value, limited to 0 … 1, is a factor of the weight.
  std::vector<double> mask;                ///< Weight of each node, 0 … 1; empty: 1 for all.
  /// False: local transforms of the layer replace those below, by weight. True: the difference of each clip from its
  /// first frame is added to them. Morph targets that no clip of the layer moves stay.
  bool additive = false;
  std::uint32_t initialState = 0;  ///< A state of the layer.
};

struct AnimatorController {
  std::vector<AnimatorParameter> parameters;
  std::vector<AnimatorState> states;            ///< At least one.
  std::vector<AnimatorTransition> transitions;  ///< In each layer the first whose conditions hold is taken.
  std::uint32_t initialState = 0;               ///< A state of the base.
  std::vector<AnimatorLayer> layers = {};       ///< Above the base, bottom first.
};

/// Checks every index, name and number against the model. InvalidArgument names the state, transition or parameter.
Result<void> checkController(const AnimatorController& controller, const model::Model& model);

// The keywords of recipes for parameters and conditions.

constexpr std::array<Word<ParameterKind>, 3> wordTable(ParameterKind /*unused*/) {
  return {{{"number", ParameterKind::Number}, {"flag", ParameterKind::Flag}, {"trigger", ParameterKind::Trigger}}};
}

constexpr std::array<Word<Compare>, 4> wordTable(Compare /*unused*/) {
  return {
      {{"greater", Compare::Greater}, {"less", Compare::Less}, {"set", Compare::IsSet}, {"unset", Compare::IsNotSet}}};
}

}  // namespace texeleton::animator
