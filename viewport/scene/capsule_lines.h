#pragma once

#include <vector>

#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Outlines of the scene's capsules as a path poses them, for the selected instances, or the first sixteen of the
/// crowd. Empty without a skeleton.
std::vector<SceneLine> capsuleLines(const Scene& scene, DrawPath path);

}  // namespace texeleton::viewport
