#pragma once

#include <cstdint>
#include <glm/glm.hpp>

namespace texeleton {

/// Colours that tell things apart, in linear light. Twin of shaders/palette.glsl: bone `number` in the weights view;
/// the clip whose first frame is `number` in the clips view.
glm::vec3 paletteColor(std::uint32_t number);

}  // namespace texeleton
