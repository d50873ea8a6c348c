#pragma once

#include <QSize>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The instances of a crowd that a frame draws: those seen by the camera, those that cast shadows into its picture, and
/// those that have to be skinned.
class FrameDraws {
 public:
  /// `levelCount`: the pack's levels of detail. `impostors`: chooses characters that are far enough for impostors;
  /// null: none.
  void choose(const Scene& scene, const QSize& pixelSize, std::size_t levelCount, const ImpostorChoice* impostors);

  const std::vector<CrowdRun>& camera() const { return m_camera; }
  const std::vector<CrowdRun>& light() const { return m_light; }
  /// Those of camera() and light() that the texture draws where a path needs it: without instances that are drawn by
  /// skinning alone.
  const std::vector<CrowdRun>& cameraByTexture() const { return m_cameraByTexture; }
  const std::vector<CrowdRun>& lightByTexture() const { return m_lightByTexture; }
  /// cameraByTexture() in the order in which the texture draws it, nearest first.
  const std::vector<CrowdRun>& cameraOrder() const { return m_cameraOrder; }
  /// Instances to skin where the path skins, ascending.
  const std::vector<std::uint32_t>& skinned() const { return m_skinned; }
  /// Seconds that choose() took.
  double seconds() const { return m_seconds; }

 private:
  std::vector<CrowdRun> m_camera;
  std::vector<CrowdRun> m_light;
  std::vector<CrowdRun> m_cameraByTexture;
  std::vector<CrowdRun> m_lightByTexture;
  std::vector<CrowdRun> m_cameraOrder;
  std::vector<std::uint32_t> m_skinned;
  double m_seconds = 0.0;
};

}  // namespace texeleton::viewport
