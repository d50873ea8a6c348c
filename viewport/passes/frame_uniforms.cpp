#include "viewport/passes/frame_uniforms.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "viewport/passes/shadow_pass.h"

namespace texeleton::viewport {

namespace {

// A late-afternoon key light from the front left, a cool fill from behind on the right, a sky brighter than the ground.
const glm::vec3 kKeyColor(3.70f, 3.38f, 2.95f);
const glm::vec3 kFillDirection(0.85f, 0.30f, -0.55f);
const glm::vec3 kFillColor(0.55f, 0.72f, 1.05f);
const glm::vec3 kSkyColor(0.50f, 0.56f, 0.66f);
const glm::vec3 kGroundColor(0.20f, 0.185f, 0.175f);
const glm::vec3 kBackgroundTop(0.038f, 0.044f, 0.054f);
const glm::vec3 kBackgroundBottom(0.034f, 0.036f, 0.040f);
constexpr float kShadowReach = 2.0f;       // Radius around the target in which shadows are drawn, in camera distances.
constexpr float kShadowSoftness = 0.008f;  // Share of the model's size.
constexpr float kLeastSoftTexels = 1.5f;
constexpr float kMostSoftTexels = 12.0f;

glm::mat4 clipSpaceCorrection(const QRhi& rhi) {
  const QMatrix4x4 correction = rhi.clipSpaceCorrMatrix();
  glm::mat4 result;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      result[column][row] = correction(row, column);
    }
  }
  return result;
}

/// The part of the world whose shadows are drawn: the whole crowd, or its part around the camera's target.
struct ShadowSphere {
  glm::vec3 middle;
  float radius;
};

ShadowSphere shadowSphere(const Camera& camera, const model::Box& bounds) {
  const glm::vec3 middle = (bounds.min + bounds.max) * 0.5f;
  const float radius = glm::length(bounds.max - bounds.min) * 0.5f;
  const float seen = camera.distance * kShadowReach;
  return radius <= seen ? ShadowSphere{middle, radius} : ShadowSphere{camera.target, seen};
}

float texelOf(float radius) { return 2.0f * radius / static_cast<float>(ShadowPass::kMapSize); }

// Depth range needed in front of and behind the camera.
float groundReach(const Scene& scene) {
  return std::max(scene.camera.distance * 3.0f, gridStep(scene.animation ? scene.animation->sizeMetres : 1.0) * 20.0f);
}

glm::vec3 towardsLight(const Scene& scene) {
  const float length = glm::length(scene.view.towardsLight);
  return length > 1e-6f ? scene.view.towardsLight / length : glm::vec3(0.0f, 1.0f, 0.0f);
}

ShadowSphere shadowSphere(const Scene& scene) { return shadowSphere(scene.camera, scene.crowd.bounds()); }

/// Radius around a point in which its shadow is sampled, as a share of the map.
float softnessOf(const Scene& scene, float radius) {
  return std::clamp(kShadowSoftness * static_cast<float>(scene.animation->sizeMetres) / (2.0f * radius),
                    kLeastSoftTexels / ShadowPass::kMapSize, kMostSoftTexels / ShadowPass::kMapSize);
}

/// Distance in front of a surface at which its shadow is sampled, metres.
float liftOf(float radius, float softness) { return texelOf(radius) * 1.5f + softness * 2.0f * radius * 0.5f; }

void addShadow(FrameUniforms& frame, const Scene& scene, const QRhi& rhi) {
  const float r = shadowSphere(scene).radius;
  frame.lightViewProjection = clipSpaceCorrection(rhi) * lightMatrix(scene);

  // Clip space to map coordinates: up and the depth range differ between graphics interfaces.
  const bool flipped = rhi.isYUpInNDC() != rhi.isYUpInFramebuffer();
  glm::mat4 toMap(1.0f);
  toMap[0].x = 0.5f;
  toMap[3].x = 0.5f;
  toMap[1].y = flipped ? -0.5f : 0.5f;
  toMap[3].y = 0.5f;
  if (!rhi.isClipDepthZeroToOne()) {
    toMap[2].z = 0.5f;
    toMap[3].z = 0.5f;
  }
  frame.shadowMatrix = toMap * frame.lightViewProjection;
  const float softness = softnessOf(scene, r);
  frame.shadow = {liftOf(r, softness), softness, 0.0f, 0.0f};
  frame.keyDirection.w = 1.0f;
}

}  // namespace

float gridStep(double sizeMetres) {
  if (!(sizeMetres > 0.0)) {
    return 1.0f;
  }
  return static_cast<float>(std::pow(10.0, std::floor(std::log10(sizeMetres) - 0.1)));
}

glm::mat4 cameraMatrix(const Scene& scene, float aspect) {
  const Camera& camera = scene.camera;
  model::Box drawn = scene.crowd.bounds();
  if (scene.view.hasGround()) {
    const float reach = groundReach(scene);
    drawn.add(glm::vec3(camera.target.x - reach, 0.0f, camera.target.z - reach));
    drawn.add(glm::vec3(camera.target.x + reach, 0.0f, camera.target.z + reach));
  }
  return camera.projection(aspect, drawn) * camera.view();
}

glm::mat4 lightMatrix(const Scene& scene) {
  const ShadowSphere sphere = shadowSphere(scene);
  const float r = sphere.radius;
  const float texel = texelOf(r);
  const glm::vec3 light = towardsLight(scene);
  glm::mat4 view = glm::lookAt(sphere.middle + light * r * 2.0f, sphere.middle,
                               std::abs(light.y) < 0.999f ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, 1));
  // Snaps to whole texels, so that shadow edges do not crawl when the camera is panned.
  view[3].x = std::floor(view[3].x / texel) * texel;
  view[3].y = std::floor(view[3].y / texel) * texel;
  return glm::ortho(-r, r, -r, r, 0.0f, 4.0f * r) * view;
}

ShadowFall shadowFall(const Scene& scene) {
  const float r = shadowSphere(scene).radius;
  const float softness = softnessOf(scene, r);
  return {.towardsLight = towardsLight(scene),
          .floorMetres = std::min(scene.crowd.bounds().min.y - scene.crowd.layerReach(), 0.0f),
          .mostMetres = 4.0f * r,
          .softMetres = softness * 2.0f * r + liftOf(r, softness) + 2.0f * texelOf(r)};
}

// Share of the texture at distance d from the camera: clamp((d − x)·y + z); see shaders/crowd_path.glsl.
glm::vec4 pathNumbers(const Scene& scene, DrawPath path) {
  switch (path) {
    case DrawPath::Texture:
      return {0.0f, 0.0f, 1.0f, 0.0f};
    case DrawPath::Compute:
    case DrawPath::Cpu:
      return glm::vec4(0.0f);
    case DrawPath::Hybrid:
      break;
  }
  const HybridRange range = scene.view.hybridRange(scene.animation->sizeMetres);
  return {range.nearMetres, 1.0f / (range.farMetres - range.nearMetres), 0.0f, 0.0f};
}

FrameUniforms frameUniforms(const Scene& scene, const QRhi& rhi, const QSize& pixelSize) {
  const Camera& camera = scene.camera;
  const float width = static_cast<float>(std::max(pixelSize.width(), 1));
  const float height = static_cast<float>(std::max(pixelSize.height(), 1));
  const model::Box& bounds = scene.crowd.bounds();

  FrameUniforms frame;
  const float step = gridStep(scene.animation ? scene.animation->sizeMetres : 1.0);
  const float reach = groundReach(scene);
  frame.view = camera.view();
  frame.viewProjection = clipSpaceCorrection(rhi) * cameraMatrix(scene, width / height);
  frame.inverseViewProjection = glm::inverse(frame.viewProjection);
  frame.cameraPosition = glm::vec4(camera.position(), camera.orthographic ? 0.0f : 1.0f);
  frame.cameraForward = glm::vec4(camera.forward(), 0.0f);
  frame.keyDirection = glm::vec4(towardsLight(scene), 0.0f);
  frame.keyColor = glm::vec4(kKeyColor, 0.0f);
  frame.fillDirection = glm::vec4(glm::normalize(kFillDirection), 0.0f);
  frame.fillColor = glm::vec4(kFillColor, 0.0f);
  frame.skyColor = glm::vec4(kSkyColor, 0.0f);
  frame.groundColor = glm::vec4(kGroundColor, 0.0f);
  frame.backgroundTop = glm::vec4(kBackgroundTop, 0.0f);
  frame.backgroundBottom = glm::vec4(kBackgroundBottom, 0.0f);
  frame.grid = {step, reach, camera.target.x, camera.target.z};
  frame.viewport = {width, height, 1.0f / width, 1.0f / height};
  frame.paths = pathNumbers(scene, scene.view.path);
  const bool toned = scene.view.mode == ViewMode::Lit || scene.view.mode == ViewMode::VertexLit;
  frame.options = {static_cast<std::uint32_t>(scene.view.mode), rhi.isYUpInNDC() ? 1u : 0u, toned ? 1u : 0u,
                   scene.view.grid ? 1u : 0u};
  frame.views.fill({frame.options.x, 0u, 0u, 0u});
  frame.compare = {scene.view.isComparing() ? static_cast<float>(scene.view.comparison) : 0.0f, scene.view.splitAt,
                   1.0f, scene.view.background ? 1.0f : 0.0f};
  if (scene.view.hasShadow() && scene.animation && !bounds.isEmpty()) {
    addShadow(frame, scene, rhi);
  }
  return frame;
}

}  // namespace texeleton::viewport
