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

/// Outlines of the scene's capsules as a path poses them, for the selected instances, or the first sixteen of the
/// crowd. Empty without a skeleton.
std::vector<SceneLine> capsuleLines(const Scene& scene, DrawPath path);

/// Maximum number of lines; beyond it, vertices are skipped evenly.
inline constexpr std::size_t kMostNormalLines = 400'000;

/// Lines for normals and tangents at the vertices as a path poses them, for the selected instances or the first
/// sixty-four of the crowd. They begin at the vertex and are `view.normalLength` of the model's size long.
/// Empty if neither is enabled; no tangents if the mesh has none.
std::vector<SceneLine> normalLines(const Scene& scene, DrawPath path);

}  // namespace texeleton::viewport
