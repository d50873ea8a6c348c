#include "viewport/scene/turbo.h"

namespace texeleton::viewport {

glm::vec3 turbo(float x) {
  const float t = glm::clamp(x, 0.0f, 1.0f);
  const glm::vec3 coefficients[] = {
      {0.13572138f, 0.09140261f, 0.10667330f},      {4.61539260f, 2.19418839f, 12.64194608f},
      {-42.66032258f, 4.84296658f, -60.58204836f},  {132.13108234f, -14.18503333f, 110.36276771f},
      {-152.94239396f, 4.27729857f, -89.90310912f}, {59.28637943f, 2.82956604f, 27.34824973f}};
  glm::vec3 color(0.0f);
  for (int i = 5; i >= 0; --i) {
    color = color * t + coefficients[i];
  }
  return glm::clamp(color, 0.0f, 1.0f);
}

}  // namespace texeleton::viewport
