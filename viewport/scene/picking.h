#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>

#include "viewport/scene/scene.h"

namespace texeleton {

/// A line of sight into the world.
struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 0.0f, -1.0f};  ///< Unit.
};

/// Through a place in the picture: −1 … 1, x right, y up.
Ray rayThrough(const Camera& camera, const glm::vec2& at, float aspect);

/// The instance that is seen at a place of the picture.
struct Picked {
  std::uint32_t instance = 0;
  float distance = 0.0f;  ///< Metres along the ray.
  glm::vec3 place{0.0f};  ///< In the world, on its surface.
};

/// The nearest instance whose triangles, in the pose of the moment, the ray meets. Looks at the bounds of the clip (or
/// both clips of a fade) of every instance, and at the triangles of the 64 nearest of those that it meets.
std::optional<Picked> pick(const Scene& scene, const Ray& ray);

/// Points around the whole crowd and the lines, for Camera::framePoints.
std::vector<glm::vec3> sceneOutline(const Scene& scene);

/// The same around what is selected; nothing is selected: around everything.
std::vector<glm::vec3> selectionOutline(const Scene& scene);

}  // namespace texeleton
