#pragma once

#include "core/model/model.h"

namespace texeleton::test {

/// Input of makeWalk.
struct WalkSpec {
  double lengthSeconds = 1.2;
  double stepMetres = 1.5;    ///< Along the way, in one cycle.
  double turnDegrees = 40.0;  ///< To the left (about +Y), in one cycle.
  bool rootBone = true;       ///< A bone "Root" on the ground carries the hips; else the hips travel themselves.
  double keyRateHz = 30.0;    ///< Keys of the way.
};

/// twoBoneStrip() that walks along an arc, starting at (0.3, 0.1, −0.2): node "Root" travels and turns, bobs and leans
/// from side to side, "Tip" swings; everything except the travel repeats after a cycle. Without `rootBone` the node is
/// called "Hips" and is below a static "Armature" that is rotated and 1.1 m up. Clip 0 "Walk", clip 1 "Idle": stays in
/// place, except for a sway of 5 mm.
model::Model makeWalk(const WalkSpec& spec = {});

}  // namespace texeleton::test
