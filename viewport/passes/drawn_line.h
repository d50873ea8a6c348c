#pragma once

#include <cstdint>
#include <glm/glm.hpp>

namespace texeleton::viewport {

/// A line as shaders/line.vert reads it.
struct DrawnLine {
  glm::vec3 from{0.0f};
  float halfWidth = 1.0f;  ///< Pixels.
  glm::vec3 to{0.0f};
  std::uint32_t color = 0;  ///< packColor().
};
static_assert(sizeof(DrawnLine) == 32);

/// Vertices of the two triangles that a line is drawn as.
inline constexpr std::uint32_t kLineVertices = 6;

}  // namespace texeleton::viewport
