#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton {

// What an Animator plays, as plain data: a state machine whose states show clips or one-dimensional blend trees.

enum class ParameterKind : std::uint8_t {
  Number,
  Flag,     ///< 0 or 1.
  Trigger,  ///< A flag that the transition which it lets through puts down again.
};

struct AnimatorParameter {
  std::string name;  ///< Unique.
  ParameterKind kind = ParameterKind::Number;
  double initial = 0.0;
};

/// One clip of a state.
struct BlendChild {
  ClipIndex clip;
  double threshold = 0.0;  ///< The value of the state's parameter at which this clip alone shows.
};

/// What a state shows. One child: that clip. Several, ascending by threshold: a blend tree; the two neighbours of the
/// parameter's value are blended, and all children keep step: each is at the same share of its length, and the length
/// of the whole is blended too, so that feet of a walk and a run meet the ground together.
struct AnimatorState {
  std::string name;  ///< Unique.
  std::vector<BlendChild> children;
  std::uint32_t parameter = 0;  ///< Index of the number that steers the blend tree; unused with one child.
  double speed = 1.0;           ///< May be negative.
  bool loop = true;
};

enum class Compare : std::uint8_t { Greater, Less, IsSet, IsNotSet };

struct AnimatorCondition {
  std::uint32_t parameter = 0;
  Compare compare = Compare::IsSet;
  double value = 0.0;  ///< For Greater and Less.
};

/// A way from one state to another. It is taken when all conditions hold and, where `exitFraction` is given, the state
/// has just passed that share of its length (every time round when it loops; at or after it when it plays once).
struct AnimatorTransition {
  std::optional<std::uint32_t> from;  ///< None: from any state but `to` itself.
  std::uint32_t to = 0;
  double fadeSeconds = 0.0;
  double startFraction = 0.0;  ///< Where in `to` it begins, as a share of its length.
  std::optional<double> exitFraction;
  std::vector<AnimatorCondition> conditions;  ///< May be empty where `exitFraction` is given.
};

struct AnimatorController {
  std::vector<AnimatorParameter> parameters;
  std::vector<AnimatorState> states;            ///< At least one.
  std::vector<AnimatorTransition> transitions;  ///< Asked in this order; the first that may be taken is.
  std::uint32_t initialState = 0;
};

/// Checks every index, name and number against the model. InvalidArgument names the state, transition or parameter.
Result<void> checkController(const AnimatorController& controller, const Model& model);

/// A controller that shows each clip of the model as a looping or once-playing state of its name, without transitions.
AnimatorController controllerOfClips(const Model& model, const std::vector<bool>& loops);

}  // namespace texeleton
