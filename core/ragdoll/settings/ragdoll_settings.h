#pragma once

#include "core/ragdoll/settings/ragdoll_setup.h"
#include "core/settings/setting.h"

namespace texeleton::ragdoll {

inline constexpr NumberRange kBendRange{-180.0, 180.0};

constexpr auto settingsOf(Of<RagdollBone> /*of*/) {
  return std::tuple(
      setting("bone", &RagdollBone::bone,
              {.help = "Name of the bone", .required = said("must name a bone"), .isAlwaysWritten = true}),
      setting("body", &RagdollBone::body,
              {.help = "Whether it falls as a body of its own; otherwise it moves with its parent",
               .leftOut = "true, except for small bones and for props such as swords, helmets and capes"}),
      setting("mass", &RagdollBone::mass,
              {.help = "Kilograms, of a character as tall as a person (1.8 m)",
               .range = {0.0, 1e4, true},
               .leftOut = "by its volume"}),
      setting("swing", &RagdollBone::swing,
              {.help = "Degrees to each side from the rest pose; a hinge becomes a ball joint",
               .range = kDegreesRange,
               .unit = Unit::Degrees,
               .leftOut = "spine 18, head and neck 30, hip 50, shoulder 75, others 40"}),
      setting("twist", &RagdollBone::twist,
              {.help = "Degrees about its length, either way; a hinge becomes a ball joint",
               .range = kDegreesRange,
               .unit = Unit::Degrees,
               .leftOut = "spine 12, head and neck 25, hip 25, shoulder 45, others 23"}),
      setting("bendFrom", &RagdollBone::bendFrom,
              {.help = "Degrees of a knee or elbow that is bent the wrong way, negative; a ball joint becomes a hinge",
               .range = kBendRange,
               .unit = Unit::Degrees,
               .leftOut = "-3"}),
      setting("bendTo", &RagdollBone::bendTo,
              {.help = "Degrees of a knee or elbow that is folded; a ball joint becomes a hinge",
               .range = kBendRange,
               .unit = Unit::Degrees,
               .leftOut = "137"}));
}

}  // namespace texeleton::ragdoll
