#pragma once

#include <vector>

#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The most lines that are drawn; of more, vertices are left out evenly.
inline constexpr std::size_t kMostNormalLines = 400'000;

/// Normals and tangents of the vertices as the animation texture poses them, of the instances that are selected, or of
/// the first sixty-four of the crowd: lines that begin at the vertex, `view.normalLength` of the model's size long.
/// Nothing where neither is wanted; no tangents where the mesh has none.
std::vector<SceneLine> normalLines(const Scene& scene);

}  // namespace texeleton::viewport
