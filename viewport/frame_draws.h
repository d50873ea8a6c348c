#pragma once

#include <QSize>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "viewport/scene/crowd_view.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The instances of a crowd that a frame draws: those seen by the camera, those that throw shadows into its picture,
/// and which instances are skinned for that.
class FrameDraws {
 public:
  /// `levelCount`: the pack's levels of detail. `impostors`: which characters are far enough for pictures; null: none.
  void choose(const Scene& scene, const QSize& pixelSize, std::size_t levelCount, const ImpostorChoice* impostors);

  const std::vector<CrowdRun>& camera() const { return m_camera; }
  /// The same as the texture draws them: what is near first.
  const std::vector<CrowdRun>& cameraOrder() const { return m_cameraOrder; }
  const std::vector<CrowdRun>& light() const { return m_light; }
  /// Instances, ascending, that are skinned where the path asks for it.
  const std::vector<std::uint32_t>& skinned() const { return m_skinned; }
  /// The time taken by choosing.
  double seconds() const { return m_seconds; }

 private:
  std::vector<CrowdRun> m_camera;
  std::vector<CrowdRun> m_cameraOrder;
  std::vector<CrowdRun> m_light;
  std::vector<std::uint32_t> m_skinned;
  double m_seconds = 0.0;
};

}  // namespace texeleton::viewport
