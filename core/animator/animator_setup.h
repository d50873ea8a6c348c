#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/animator/animator.h"
#include "core/animator/controller.h"
#include "core/vat/mask_choice.h"

namespace texeleton::animator {

// The definition of an Animator with items referred to by name, so that it survives changes of clips and a new import:
// the contents of "animator" in a recipe (docs/recipe.md). `unknown` is as in core/recipe/recipe.h.

struct SetupClip {
  std::string clip;
  double x = 0.0;  ///< See BlendChild.
  double y = 0.0;
  std::string unknown = {};

  friend bool operator==(const SetupClip&, const SetupClip&) = default;
};

/// A layer above the base. See AnimatorLayer.
struct SetupLayer {
  std::string name;
  std::string mask;  ///< A mask of the bake (vat::MaskChoice); empty: all nodes.
  double weight = 1.0;
  std::string parameter;  ///< A number that is a factor of the weight; may be empty.
  bool additive = false;
  std::string initial;  ///< State; empty: the first of the layer.
  std::string unknown = {};

  friend bool operator==(const SetupLayer&, const SetupLayer&) = default;
};

struct SetupState {
  std::string name;
  std::vector<SetupClip> clips;  ///< None, only above the base: an empty state.
  std::string parameterX;        ///< Parameters of the blend tree.
  std::string parameterY;        ///< Not empty: the tree has two dimensions.
  double speed = 1.0;
  std::optional<bool> loop;  ///< Unset: like its first clip.
  std::string layer = {};    ///< Empty: the base.
  std::string unknown = {};

  friend bool operator==(const SetupState&, const SetupState&) = default;
};

struct SetupParameter {
  AnimatorParameter what;
  double least = 0.0;  ///< Range of the slider of a number.
  double most = 1.0;
  std::string unknown = {};

  friend bool operator==(const SetupParameter&, const SetupParameter&) = default;
};

struct SetupCondition {
  std::string parameter;
  Compare compare = Compare::IsSet;
  double value = 0.0;
  std::string unknown = {};

  friend bool operator==(const SetupCondition&, const SetupCondition&) = default;
};

struct SetupTransition {
  std::string from;  ///< Empty: from any state of the layer of `to`.
  std::string to;
  double fadeSeconds = 0.2;
  double startFraction = 0.0;
  std::optional<double> exitFraction;
  std::vector<SetupCondition> conditions;
  std::string unknown = {};

  friend bool operator==(const SetupTransition&, const SetupTransition&) = default;
};

/// A limb that reaches for a place. Metres, relative to the character (pack space) or in the frame of `targetNode`.
struct SetupLimb {
  std::string name;
  std::string root;
  std::string middle;
  std::string end;
  glm::dvec3 target{0.0};
  std::string targetNode;          ///< The node that carries the target; may be empty.
  std::optional<glm::dvec3> pole;  ///< Unset: it bends as in the clip.
  double weight = 1.0;
  std::string unknown = {};

  friend bool operator==(const SetupLimb&, const SetupLimb&) = default;
};

struct SetupGaze {
  std::string node;
  std::optional<glm::dvec3> target;  ///< Position relative to the character, metres; unset: the camera.
  double maxDegrees = 70.0;
  double weight = 1.0;
  std::string unknown = {};

  friend bool operator==(const SetupGaze&, const SetupGaze&) = default;
};

struct AnimatorSetup {
  std::vector<SetupParameter> parameters;
  std::vector<SetupLayer> layers;  ///< Above the base, bottom first.
  std::vector<SetupState> states;  ///< The states of all layers.
  std::string initial;             ///< State; empty: the first of the base.
  std::vector<SetupTransition> transitions;
  std::vector<SetupLimb> limbs;
  std::vector<SetupGaze> gazes;
  std::string unknown = {};

  friend bool operator==(const AnimatorSetup&, const AnimatorSetup&) = default;
};

/// A clip that states may play: a cut of a clip of the model.
struct PlayableClip {
  std::string name;
  ClipIndex clip;
  double fromSeconds = 0.0;
  double toSeconds = 0.0;
  bool loop = true;
  root_motion::RootTaking rootTaking;
  std::vector<model::ClipEvent> events;  ///< Seconds since the start of the cut, ascending.
};

/// A gaze that follows the camera or a place.
struct ResolvedGaze {
  AimGoal aim;
  bool atCamera = true;
};

/// A set-up with its names resolved in a model.
struct ResolvedSetup {
  AnimatorController controller;
  std::vector<LimbGoal> limbs;
  std::vector<ResolvedGaze> gazes;
};

/// Resolves the names of a set-up; `masks` are those that its layers may name. A layer without states is left out.
/// Errors: InvalidArgument, NotFound (names the state, layer, transition, limb or gaze, and what is missing or wrong).
/// With `problems`, items with an error are left out, with the states of such layers and the transitions to and from
/// such states, and their errors are added; it then fails only where no state of the base remains.
Result<ResolvedSetup> resolveSetup(const AnimatorSetup& setup, const model::Model& model,
                                   std::span<const PlayableClip> clips, std::span<const vat::MaskChoice> masks,
                                   std::vector<Message>* problems = nullptr);

/// A default set-up, from the names of the clips (clip_roles.h) or, if they are not telling, from their motion: a blend
/// tree over "speed" of the clips that stand, walk and run forward, by the speed of the ground under their feet or of
/// their root in metres per second; jump, fall until "land" and land; and a state with a trigger for attacks, hits,
/// deaths and the first clips that play once, with a way back from all but death. Without locomotion: a state for each
/// clip that loops. Empty without clips.
AnimatorSetup defaultSetup(const model::Model& model, std::span<const PlayableClip> clips);

/// Arms and legs by the names of hands and feet and the bones above them, as limbs that reach for the rest positions of
/// their ends, with a weight of 1. IK and control bones, twist bones and bones that move no vertices are left out.
/// Empty if no name is recognised.
std::vector<SetupLimb> proposedLimbs(const model::Model& model);

}  // namespace texeleton::animator
