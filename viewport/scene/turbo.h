#pragma once

#include <glm/glm.hpp>

namespace texeleton::viewport {

/// The colour scale of the heat map at 0 … 1 (beyond: its ends), as a screen shows it (sRGB). Twin of
/// shaders/turbo.glsl, where its source is named.
glm::vec3 turbo(float x);

}  // namespace texeleton::viewport
