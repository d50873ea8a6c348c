#pragma once

#include <vector>

#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Maximum number of lines; beyond it, vertices are skipped evenly.
inline constexpr std::size_t kMostNormalLines = 400'000;

/// Lines for normals and tangents at the vertices as a path poses them, for the selected instances or the first
/// sixty-four of the crowd. They begin at the vertex and are `view.normalLength` of the model's size long.
/// Empty if neither is enabled; no tangents if the mesh has none.
std::vector<SceneLine> normalLines(const Scene& scene, DrawPath path);

}  // namespace texeleton::viewport
