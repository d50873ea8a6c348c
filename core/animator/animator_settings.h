#pragma once

#include "core/animator/animator_setup.h"
#include "core/animator/controller.h"
#include "core/settings/setting.h"

namespace texeleton {
struct JsonReading;
class JsonFields;
}  // namespace texeleton

namespace texeleton::animator {

// The fields of a set-up in recipes ("animator", docs/recipe.md).

inline constexpr NumberRange kAnyNumber{-1e9, 1e9};

constexpr auto settingsOf(Of<SetupParameter> /*of*/) {
  return std::tuple(
      setting("name", &SetupParameter::what, &AnimatorParameter::name,
              {.help = "Its name", .required = said("must be the parameter's name"), .isAlwaysWritten = true}),
      setting("kind", &SetupParameter::what, &AnimatorParameter::kind,
              {.help = "trigger: a flag that is reset by the transition that it starts", .isAlwaysWritten = true}),
      setting("initial", &SetupParameter::what, &AnimatorParameter::initial,
              {.help = "Its value at the start", .range = kAnyNumber, .isAlwaysWritten = true}),
      setting("min", &SetupParameter::least, {.help = "Lower end of the slider", .range = kAnyNumber}),
      setting("max", &SetupParameter::most, {.help = "Upper end of the slider", .range = kAnyNumber}));
}

constexpr auto settingsOf(Of<SetupLayer> /*of*/) {
  return std::tuple(
      setting("name", &SetupLayer::name,
              {.help = "Its name", .required = said("must be the layer's name"), .isAlwaysWritten = true}),
      setting("mask", &SetupLayer::mask, {.help = "A mask of the bake", .leftOut = "all bones"}),
      setting("weight", &SetupLayer::weight,
              {.help = "0: the layers below alone", .range = kShareRange, .isAlwaysWritten = true}),
      setting("parameter", &SetupLayer::parameter,
              {.help = "A number, limited to 0 to 1, by which the weight is multiplied"}),
      setting("additive", &SetupLayer::additive,
              {.help = "Adds the difference of each clip from its first frame; otherwise replaces the layers below"}),
      setting("initial", &SetupLayer::initial, {.help = "The state that it begins in", .leftOut = "its first"}));
}

constexpr auto settingsOf(Of<SetupClip> /*of*/) {
  return std::tuple(
      setting("clip", &SetupClip::clip,
              {.help = "A clip of the pack", .required = said("must be the name of a clip"), .isAlwaysWritten = true}),
      setting("x", &SetupClip::x,
              {.help = "The parameter value at which this clip is played alone", .range = kAnyNumber}),
      setting("y", &SetupClip::y, {.help = "The same for the second parameter", .range = kAnyNumber}));
}

constexpr auto settingsOf(Of<SetupState> /*of*/) {
  return std::tuple(
      setting("name", &SetupState::name,
              {.help = "Its name", .required = said("must be the state's name"), .isAlwaysWritten = true}),
      setting("clips", &SetupState::clips,
              {.help = "One: that clip. Several: a blend tree. None: the layer shows what is below it"}),
      setting("x", &SetupState::parameterX, {.help = "The number that controls a blend tree"}),
      setting("y", &SetupState::parameterY, {.help = "A second one: the blend tree has two dimensions"}),
      setting("speed", &SetupState::speed,
              {.help = "Factor; negative plays backward", .range = {-1000.0, 1000.0}, .isAlwaysWritten = true}),
      setting("loop", &SetupState::loop, {.help = "Whether it repeats", .leftOut = "as its first clip"}),
      setting("layer", &SetupState::layer, {.help = "The layer that it belongs to", .leftOut = "the base"}));
}

constexpr auto settingsOf(Of<SetupCondition> /*of*/) {
  return std::tuple(
      setting("parameter", &SetupCondition::parameter,
              {.help = "Parameter", .required = said("must be the name of a parameter"), .isAlwaysWritten = true}),
      setting("is", &SetupCondition::compare, {.help = "Comparison", .isAlwaysWritten = true}),
      setting("value", &SetupCondition::value, {.help = "For greater and less", .range = kAnyNumber}));
}

constexpr auto settingsOf(Of<SetupTransition> /*of*/) {
  return std::tuple(
      setting("from", &SetupTransition::from, {.help = "State", .leftOut = "any state of the layer"}),
      setting("to", &SetupTransition::to,
              {.help = "State", .required = said("must be the name of a state"), .isAlwaysWritten = true}),
      setting(
          "fade", &SetupTransition::fadeSeconds,
          {.help = "Seconds of the cross-fade", .range = {0.0, 60.0}, .unit = Unit::Seconds, .isAlwaysWritten = true}),
      setting("start", &SetupTransition::startFraction,
              {.help = "Where the new state begins, as a share of its length", .range = kShareRange}),
      setting("exit", &SetupTransition::exitFraction,
              {.help = "Only when the old state passes this share of its length", .range = kShareRange}),
      setting("when", &SetupTransition::conditions, {.help = "All of them must hold"}));
}

constexpr auto settingsOf(Of<SetupLimb> /*of*/) {
  return std::tuple(setting("name", &SetupLimb::name,
                            {.help = "Its name", .leftOut = "the name of its end", .isAlwaysWritten = true}),
                    setting("root", &SetupLimb::root,
                            {.help = "Node: shoulder or hip",
                             .required = said("must be the node at the limb's root, as a shoulder or hip"),
                             .isAlwaysWritten = true}),
                    setting("middle", &SetupLimb::middle,
                            {.help = "Node: elbow or knee",
                             .required = said("must be the node in the limb's middle, as an elbow or knee"),
                             .isAlwaysWritten = true}),
                    setting("end", &SetupLimb::end,
                            {.help = "Node: wrist or ankle",
                             .required = said("must be the node at the limb's end, as a wrist or ankle"),
                             .isAlwaysWritten = true}),
                    setting("target", &SetupLimb::target,
                            {.help = "Where the end goes, in metres, in the character's space or that of targetNode",
                             .range = kAnyNumber,
                             .isAlwaysWritten = true}),
                    setting("targetNode", &SetupLimb::targetNode, {.help = "A node that the target moves with"}),
                    setting("pole", &SetupLimb::pole,
                            {.help = "Where the middle joint points to",
                             .range = kAnyNumber,
                             .leftOut = "the limb bends as in the clip"}),
                    setting("weight", &SetupLimb::weight,
                            {.help = "0: the clip alone", .range = kShareRange, .isAlwaysWritten = true}));
}

inline void checkRules(SetupLimb& limb, JsonFields& /*fields*/, JsonReading& /*reading*/) {
  if (limb.name.empty()) {
    limb.name = limb.end;
  }
}

constexpr auto settingsOf(Of<SetupGaze> /*of*/) {
  return std::tuple(
      setting("node", &SetupGaze::node,
              {.help = "The node that turns", .required = said("must be the name of a node"), .isAlwaysWritten = true}),
      setting("target", &SetupGaze::target,
              {.help = "Where it looks, in metres, in the character's space",
               .range = kAnyNumber,
               .leftOut = "at the camera"}),
      setting("maxDegrees", &SetupGaze::maxDegrees,
              {.help = "It turns no farther from the clip's pose",
               .range = kDegreesRange,
               .unit = Unit::Degrees,
               .isAlwaysWritten = true}),
      setting("weight", &SetupGaze::weight,
              {.help = "0: the clip alone", .range = kShareRange, .isAlwaysWritten = true}));
}

constexpr auto settingsOf(Of<AnimatorSetup> /*of*/) {
  return std::tuple(
      setting("parameters", &AnimatorSetup::parameters, {.help = "Numbers, flags and triggers"}),
      setting("layers", &AnimatorSetup::layers,
              {.help = "Played above the base in this order, each on the bones of its mask"}),
      setting("states", &AnimatorSetup::states, {.help = "The states of all layers"}),
      setting("initial", &AnimatorSetup::initial, {.help = "The state that it begins in", .leftOut = "the first"}),
      setting("transitions", &AnimatorSetup::transitions,
              {.help = "Tried in this order; the first that holds is taken"}),
      setting("limbs", &AnimatorSetup::limbs,
              {.help = "Two-bone inverse kinematics, applied in order after the pose of the states"}),
      setting("gazes", &AnimatorSetup::gazes,
              {.help = "Nodes that turn to the camera or to a target, after the limbs"}));
}

}  // namespace texeleton::animator
