#include "viewport/frame_draws.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include "core/base/elapsed.h"
#include "viewport/passes/frame_uniforms.h"
#include "viewport/scene/crowd/impostor_plan.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

// Shadows are soft, so their characters may be coarser by this factor.
constexpr float kShadowCoarser = 4.0f;

}  // namespace

void FrameDraws::choose(const Scene& scene, const QSize& pixelSize, std::size_t levelCount,
                        const ImpostorChoice* impostors) {
  const auto begin = std::chrono::steady_clock::now();
  const ViewOptions& view = scene.view;
  const float aspect = static_cast<float>(pixelSize.width()) / static_cast<float>(std::max(pixelSize.height(), 1));
  const auto runsOf = [&](const Region& region, float pixels, const ImpostorChoice* far) {
    std::optional<LevelChoice> levels;
    if (view.levels && !view.level && levelCount > 1) {
      levels.emplace(scene.camera, pixelSize.height(), pixels, levelDetails(*scene.animation));
    }
    const std::optional<glm::vec3> eye =
        scene.camera.orthographic ? std::nullopt : std::optional(scene.camera.position());
    std::vector<CrowdRun> runs =
        visibleRuns(scene.crowd, view.culling ? &region : nullptr, levels ? &*levels : nullptr, far, eye);
    const auto coarsest = static_cast<std::uint32_t>(levelCount - 1);
    for (CrowdRun& run : runs) {
      run.level = view.level ? std::min(*view.level, coarsest) : run.level;
    }
    return runs;
  };
  const glm::mat4 camera = cameraMatrix(scene, aspect);
  m_camera = runsOf(Frustum(camera), view.levelPixels, impostors);
  m_light.clear();
  if (view.hasShadow()) {
    m_light = runsOf(ShadowCasters(lightMatrix(scene), camera, shadowFall(scene)), view.levelPixels * kShadowCoarser,
                     nullptr);
  }
  m_skinned.clear();
  m_byPath = {};
  const bool all = view.needs(DrawPath::Compute) || view.needs(DrawPath::Cpu);
  const bool hybrid = view.needs(DrawPath::Hybrid) && view.mode != ViewMode::Heat;
  const HybridRange range = view.hybridRange(scene.animation->sizeMetres);
  const glm::vec3 eye = scene.camera.position();
  const std::vector<std::uint32_t> own = hybrid ? instancesOfOwnPose(scene) : std::vector<std::uint32_t>();
  if (all || hybrid) {
    m_skinned = instancesOf(scene.crowd, m_camera, m_light, eye, all ? 0.0f : range.farMetres, own);
  }
  auto& [whole, mixed] = m_byPath;
  std::vector<std::uint32_t> withoutTexture;
  for (std::uint32_t slot = 0; slot < m_skinned.size(); ++slot) {
    const std::uint32_t instance = m_skinned[slot];
    if (all) {
      whole.skinned.push_back({instance, slot});
    }
    if (hybrid) {
      const float metres = glm::distance(scene.crowd.records()[instance].position, eye);
      const bool isOwn = std::binary_search(own.begin(), own.end(), instance);
      if (isOwn || metres < range.farMetres) {
        mixed.skinned.push_back({instance, slot});
      }
      if (isOwn || metres <= range.nearMetres) {
        withoutTexture.push_back(instance);
      }
    }
  }
  const auto byTexture = [&](ByPath& path, std::span<const std::uint32_t> without) {
    path.camera = runsWithout(m_camera, without);
    path.light = runsWithout(m_light, without);
    // Without culling no cell is tested.
    path.cameraOrder = view.culling ? nearestFirst(scene.crowd, path.camera, scene.camera, false) : path.camera;
  };
  if (view.needs(DrawPath::Texture)) {
    byTexture(whole, {});
  }
  if (hybrid) {
    byTexture(mixed, withoutTexture);
  }
  m_seconds = secondsSince(begin);
}

}  // namespace texeleton::viewport
