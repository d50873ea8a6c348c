#pragma once

#include <cstddef>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/model/model.h"
#include "core/runtime/root_motion_track.h"

namespace texeleton::editor {

/// How many times round a looping clip with extracted root motion is followed before the character starts again.
inline constexpr int kTrailCycles = 3;

/// The way that a clip's root goes.
struct RootTrail {
  NodeIndex root;                      ///< Invalid: nothing carries the model.
  std::vector<glm::dvec3> points;      ///< Under the root on the ground, in pack space; metres.
  std::vector<std::size_t> cycleEnds;  ///< The last point of each time round.
  double travelMetres = 0.0;           ///< From the start to the end of one time round, along the ground.
  double turnDegrees = 0.0;            ///< About +Y, of one time round; 0 where the turn stays in the pose.
};

/// Of a clip that was baked from `model`: as it is taken out, or where it is kept, as `kept` goes. The points of what
/// is extracted go on for kTrailCycles where the clip loops; else for one.
RootTrail rootTrail(const model::Model& model, const bake::BakedClip& clip, NodeIndex kept);

/// Where a character that follows the clip's track is, `seconds` into the clip after so many times round. All zero
/// without a track.
bake::RootSample travelAt(const bake::BakedClip& clip, double seconds, int rounds);

}  // namespace texeleton::editor
