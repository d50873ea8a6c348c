#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// A line of sight into the world.
struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 0.0f, -1.0f};  ///< Unit vector.
};

/// The ray through a point of the picture: −1 … 1, x right, y up.
Ray rayThrough(const Camera& camera, const glm::vec2& at, float aspect);

/// The instance at a point of the picture.
struct Picked {
  std::uint32_t instance = 0;
  float distance = 0.0f;         ///< Metres along the ray.
  glm::vec3 place{0.0f};         ///< World position on its surface.
  std::uint32_t firstIndex = 0;  ///< First index of the hit triangle in BakedMesh::indices.
  std::uint32_t vertex = 0;      ///< The nearest of its corners.
};

/// The nearest instance whose triangles, in their current pose, the ray hits. Tests the bounds of every instance (see
/// instanceBoxes), and the triangles of the 64 nearest that are hit.
std::optional<Picked> pick(const Scene& scene, const Ray& ray);

/// The source mesh of a triangle of the finest level, as an index into BakedAnimation::meshes; unset: unknown.
std::optional<std::uint32_t> meshOfTriangle(const vat::BakedAnimation& animation, std::uint32_t firstIndex);

/// The node whose bone has the largest weight on a vertex; invalid: none. `model`: what the animation was baked from.
NodeIndex boneOfVertex(const model::Model& model, std::uint32_t vertex);

/// Search area around a point of the picture.
struct PickPlace {
  glm::vec2 at{0.0f};   ///< In the coordinates of rayThrough().
  float aspect = 1.0f;  ///< Aspect of the picture.
  float reach = 0.02f;  ///< Maximum distance, in halves of the picture's height.
};

/// The nearest bone of boneLines(); invalid: none in reach.
NodeIndex pickBone(const Scene& scene, const PickPlace& place);

/// The nearest socket of the selected instances, or of the first 64; unset: none in reach.
std::optional<std::uint32_t> pickSocket(const Scene& scene, const PickPlace& place);

/// World-space corners of the bounds of each of these instances: in its pose of the scene, else over its clip (or both
/// clips of a fade). Bit 0 of a corner's number selects the far side along the box's x, bit 1 along y, bit 2 along z.
std::vector<std::array<glm::vec3, 8>> instanceBoxes(const Scene& scene, std::span<const std::uint32_t> instances);

/// Points around the whole crowd and the lines, for Camera::framePoints.
std::vector<glm::vec3> sceneOutline(const Scene& scene);

/// The same for the selection; for everything if nothing is selected.
std::vector<glm::vec3> selectionOutline(const Scene& scene);

}  // namespace texeleton::viewport
