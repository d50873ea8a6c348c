#pragma once

#include <cstddef>
#include <vector>

#include "core/model/model.h"
#include "core/runtime/root_motion_track.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Number of loops that are followed for a looping clip with extracted root motion before the character restarts.
inline constexpr int kTrailCycles = 3;

/// The path of a clip's root.
struct RootTrail {
  NodeIndex root;                      ///< Invalid: no node carries the model.
  std::vector<glm::dvec3> points;      ///< Projected to the ground, in pack space; metres.
  std::vector<std::size_t> cycleEnds;  ///< The last point of each loop.
  double travelMetres = 0.0;           ///< Distance along the ground between start and end of one loop.
  double turnDegrees = 0.0;            ///< About +Y in one loop; 0 if the rotation stays in the pose.
};

/// The trail of a clip baked from `model`: of its extracted root motion, or of the node `kept` if root motion is kept.
/// Extracted motion of a looping clip continues for kTrailCycles; otherwise the trail covers one loop.
RootTrail rootTrail(const model::Model& model, const vat::BakedClip& clip, NodeIndex kept);

/// Position of a character that follows the clip's root track, at `seconds` of the clip after `rounds` loops. Zero
/// without a track.
vat::RootSample travelAt(const vat::BakedClip& clip, double seconds, int rounds);

}  // namespace texeleton::editor
