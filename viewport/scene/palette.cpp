#include "viewport/scene/palette.h"

#include <cmath>

namespace texeleton {

glm::vec3 paletteColor(std::uint32_t number) {
  const float hue = glm::fract(static_cast<float>(number) * 0.61803399f + 0.58f);
  const glm::vec3 rgb =
      glm::clamp(glm::abs(glm::fract(glm::vec3(hue) + glm::vec3(0.0f, 2.0f / 3.0f, 1.0f / 3.0f)) * 6.0f - 3.0f) - 1.0f,
                 0.0f, 1.0f);
  const glm::vec3 color = glm::mix(glm::vec3(0.72f), rgb, 0.62f) * (number % 2 == 0 ? 0.95f : 0.75f);
  return color * color;
}

}  // namespace texeleton
