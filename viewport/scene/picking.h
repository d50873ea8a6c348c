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
  glm::vec3 direction{0.0f, 0.0f, -1.0f};  ///< Unit.
};

/// Through a place in the picture: −1 … 1, x right, y up.
Ray rayThrough(const Camera& camera, const glm::vec2& at, float aspect);

/// The instance that is seen at a place of the picture.
struct Picked {
  std::uint32_t instance = 0;
  float distance = 0.0f;         ///< Metres along the ray.
  glm::vec3 place{0.0f};         ///< In the world, on its surface.
  std::uint32_t firstIndex = 0;  ///< Of the triangle there, into BakedMesh::indices.
  std::uint32_t vertex = 0;      ///< Of its corners the nearest.
};

/// The nearest instance whose triangles, in the pose of the moment, the ray meets. Looks at the bounds of the clip (or
/// both clips of a fade) of every instance, and at the triangles of the 64 nearest of those that it meets.
std::optional<Picked> pick(const Scene& scene, const Ray& ray);

/// The mesh of the source that a triangle of the finest level is of, into BakedAnimation::meshes; unset: not known.
std::optional<std::uint32_t> meshOfTriangle(const bake::BakedAnimation& animation, std::uint32_t firstIndex);

/// The node whose bone moves a vertex the most; invalid: none does. `model`: what the animation was baked from.
NodeIndex boneOfVertex(const model::Model& model, std::uint32_t vertex);

/// The search for an object around a position in the picture.
struct PickPlace {
  glm::vec2 at{0.0f};   ///< As rayThrough() has it.
  float aspect = 1.0f;  ///< Of the picture.
  float reach = 0.02f;  ///< The largest distance from it, in halves of the picture's height.
};

/// The nearest bone of those that boneLines() tells of; invalid: none is that near.
NodeIndex pickBone(const Scene& scene, CrowdPoser& poser, const PickPlace& place);

/// The nearest socket of the first 64 instances, or of those that are selected; unset: none is that near.
std::optional<std::uint32_t> pickSocket(const Scene& scene, const PickPlace& place);

/// The corners of the box that each of these instances of the crowd stays in while it plays its clip (or both clips of
/// a fade), in the world; bit 0 of a corner's number: the far side along its own x, bit 1 along y, bit 2 along z.
std::vector<std::array<glm::vec3, 8>> instanceBoxes(const Scene& scene, std::span<const std::uint32_t> instances);

/// Points around the whole crowd and the lines, for Camera::framePoints.
std::vector<glm::vec3> sceneOutline(const Scene& scene);

/// The same around what is selected; nothing is selected: around everything.
std::vector<glm::vec3> selectionOutline(const Scene& scene);

}  // namespace texeleton::viewport
