#pragma once

#include <glm/glm.hpp>

namespace texeleton::viewport {

/// The sRGB colour of the heat map's scale at 0 … 1, clamped. Twin of shaders/turbo.glsl, which names its source.
glm::vec3 turbo(float x);

}  // namespace texeleton::viewport
