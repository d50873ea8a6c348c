#pragma once

#include <QSize>
#include <array>
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

  /// How one path draws the instances; near the cross-over of DrawPath::Hybrid an instance is drawn both ways.
  struct ByPath {
    std::vector<CrowdRun> camera;          ///< Drawn by the texture for the camera.
    std::vector<CrowdRun> cameraOrder;     ///< The same in the order of drawing, nearest first.
    std::vector<CrowdRun> light;           ///< Drawn by the texture for the light.
    std::vector<SkinnedInstance> skinned;  ///< By skinning.
  };

  const std::vector<CrowdRun>& camera() const { return m_camera; }
  const std::vector<CrowdRun>& light() const { return m_light; }
  const ByPath& of(DrawPath path) const { return m_byPath[path == DrawPath::Hybrid ? 1 : 0]; }
  /// Instances to skin for all paths of the frame, ascending.
  const std::vector<std::uint32_t>& skinned() const { return m_skinned; }
  /// Seconds that choose() took.
  double seconds() const { return m_seconds; }

 private:
  std::vector<CrowdRun> m_camera;
  std::vector<CrowdRun> m_light;
  std::array<ByPath, 2> m_byPath;  ///< Paths other than DrawPath::Hybrid, then this one.
  std::vector<std::uint32_t> m_skinned;
  double m_seconds = 0.0;
};

}  // namespace texeleton::viewport
