#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "viewport/scene/gpu/gpu_skin.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The characters of a frame that are posed by their skeletons and skinned on the CPU, by a compute shader, or by both
/// for comparison.
class SkinnedCharacters {
 public:
  explicit SkinnedCharacters(GpuDevice& device) : m_device(device) {}

  /// Poses and skins `instances` by the methods that the scene's paths need, and releases unneeded ones. Errors:
  /// InvalidArgument (the scene lacks its pack's model), Limit (no room on the GPU), those of reading a point cache.
  Result<void> prepare(const Scene& scene, std::span<const std::uint32_t> instances, QRhiResourceUpdateBatch& updates);
  void record(QRhiCommandBuffer& commands);

  /// Returns the skinning of a path; null: the texture draws it.
  const GpuSkin* of(DrawPath path) const;
  /// Matrices of the nodes that carry the scene's attachments, then, if they are shown and known, of the animation's
  /// sockets.
  const GpuFollowed& followed() const { return m_followed; }
  double posingSeconds() const { return m_posingSeconds; }
  double skinningSeconds(const GpuSkin& skin) const { return m_skinningSeconds[placeOf(skin.by())]; }
  std::uint64_t bytes() const;

  /// Releases GPU resources.
  void releaseSkins() {
    m_skins = {};
    m_followed = {};
  }
  void release();

 private:
  static std::size_t placeOf(GpuSkin::By by) { return by == GpuSkin::By::Compute ? 0 : 1; }
  Result<void> makeSkin(const Scene& scene, GpuSkin::By by, std::size_t count);

  GpuDevice& m_device;
  std::array<std::unique_ptr<GpuSkin>, 2> m_skins;  ///< By GpuSkin::By; null: not needed by the frame.
  std::array<double, 2> m_skinningSeconds{};        ///< By GpuSkin::By.
  std::unique_ptr<CrowdPoser> m_poser;
  SkinPalettes m_palettes;
  GpuFollowed m_followed;
  double m_posingSeconds = 0.0;
};

}  // namespace texeleton::viewport
