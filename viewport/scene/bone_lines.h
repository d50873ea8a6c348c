#pragma once

#include <cstdint>
#include <vector>

#include "viewport/scene/scene.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

/// A bone as a line between two joints, in world space.
struct BoneLine {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  NodeIndex node;              ///< Node of the model that owns the bone.
  std::uint32_t instance = 0;  ///< Instance of the crowd.
  float instanceScale = 1.0f;  ///< InstanceRecord::scale.
};

/// The bones of the selected instances, else of the whole crowd, at the scene's time; 64 instances at most. `pose`
/// must be of the scene, with its skeleton.
std::vector<BoneLine> boneLines(const Scene& scene, ShownPose& pose);

}  // namespace texeleton::viewport
