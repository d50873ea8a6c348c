#include "viewport/frame_draws.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

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
  const bool all = view.needs(DrawPath::Compute) || view.needs(DrawPath::Cpu);
  std::vector<std::uint32_t> withoutTexture;
  if (all || view.needs(DrawPath::Hybrid)) {
    const HybridRange range = view.hybridRange(scene.animation->sizeMetres);
    const glm::vec3 eye = scene.camera.position();
    const std::vector<std::uint32_t> own = instancesOfOwnPose(scene);
    m_skinned = instancesOf(scene.crowd, m_camera, m_light, eye, all ? 0.0f : range.farMetres, own);
    // Two compared paths share the lists, and one of them may draw everything by the texture.
    if (view.needs(DrawPath::Hybrid) && !view.needs(DrawPath::Texture)) {
      std::copy_if(m_skinned.begin(), m_skinned.end(), std::back_inserter(withoutTexture), [&](std::uint32_t i) {
        return glm::distance(scene.crowd.records()[i].position, eye) <= range.nearMetres ||
               std::binary_search(own.begin(), own.end(), i);
      });
    }
  }
  m_cameraByTexture = runsWithout(m_camera, withoutTexture);
  m_lightByTexture = runsWithout(m_light, withoutTexture);
  // Without culling no cell is tested.
  m_cameraOrder = view.culling ? nearestFirst(scene.crowd, m_cameraByTexture, scene.camera, false) : m_cameraByTexture;
  m_seconds = secondsSince(begin);
}

}  // namespace texeleton::viewport
