#pragma once

#include <array>
#include <glm/glm.hpp>

#include "viewport/rhi/qrhi.h"
#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Twin of FrameBlock in shaders/frame_block.glsl.
struct FrameUniforms {
  glm::mat4 viewProjection{1.0f};
  glm::mat4 inverseViewProjection{1.0f};
  glm::mat4 view{1.0f};
  glm::mat4 lightViewProjection{1.0f};
  glm::mat4 shadowMatrix{1.0f};
  glm::vec4 cameraPosition{0.0f};
  glm::vec4 cameraForward{0.0f};
  glm::vec4 keyDirection{0.0f};
  glm::vec4 keyColor{0.0f};
  glm::vec4 fillDirection{0.0f};
  glm::vec4 fillColor{0.0f};
  glm::vec4 skyColor{0.0f};
  glm::vec4 groundColor{0.0f};
  glm::vec4 backgroundTop{0.0f};
  glm::vec4 backgroundBottom{0.0f};
  glm::vec4 grid{0.0f};
  glm::vec4 shadow{0.0f};
  glm::vec4 viewport{0.0f};
  glm::vec4 paths{0.0f};
  glm::uvec4 options{0u};
  glm::vec4 compare{0.0f};
  std::array<glm::uvec4, 2> views{};  ///< Both elements are equal.
};
static_assert(sizeof(FrameUniforms) == 5 * 64 + 18 * 16);

/// World to OpenGL clip space: of the camera, for a picture of `aspect`, and of the key light, for its shadow map.
glm::mat4 cameraMatrix(const Scene& scene, float aspect);
glm::mat4 lightMatrix(const Scene& scene);
/// Reach of the key light's shadows in a scene with an animation.
ShadowFall shadowFall(const Scene& scene);

/// FrameUniforms::paths for a crowd posed by `path`.
glm::vec4 pathNumbers(const Scene& scene, DrawPath path);

/// Uniforms of a frame of `scene` of `pixelSize` on `rhi`.
FrameUniforms frameUniforms(const Scene& scene, const QRhi& rhi, const QSize& pixelSize);

/// Metres between grid lines for a model of this size: a power of ten.
float gridStep(double sizeMetres);

}  // namespace texeleton::viewport
