#pragma once

#include <cstdint>
#include <vector>

#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// A bone as people see it: from its joint to the next, in the world.
struct BoneLine {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  NodeIndex node;              ///< Of the model: whose bone it is.
  std::uint32_t instance = 0;  ///< Of the crowd.
  float instanceScale = 1.0f;  ///< InstanceRecord::scale.
};

/// The bones of some instances of a scene at its time: of what is selected, else of the whole crowd, 64 at most.
/// `poser`: of the scene's skeleton.
std::vector<BoneLine> boneLines(const Scene& scene, CrowdPoser& poser);

}  // namespace texeleton::viewport
