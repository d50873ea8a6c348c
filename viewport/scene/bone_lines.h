#pragma once

#include <cstdint>
#include <vector>

#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// A bone as a line between two joints, in world space.
struct BoneLine {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  NodeIndex node;              ///< Node of the model that owns the bone.
  std::uint32_t instance = 0;  ///< Instance of the crowd.
  float instanceScale = 1.0f;  ///< InstanceRecord::scale.
};

/// The bones of the selected instances, else of the whole crowd, at the scene's time; 64 instances at most. `poser`
/// must be for the scene's skeleton.
std::vector<BoneLine> boneLines(const Scene& scene, CrowdPoser& poser);

}  // namespace texeleton::viewport
