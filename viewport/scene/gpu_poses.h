#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/crowd_view.h"
#include "viewport/scene/gpu_crowd.h"
#include "viewport/scene/gpu_pack.h"

namespace texeleton::viewport {

/// The poses of the instances of a frame, computed once for each. In bone mode a compute shader (shaders/pose.comp)
/// decodes each bone, whatever its encoding and whatever the instance plays, instead of vertex shaders for every vertex
/// that it moves; in vertex mode (shaders/moment.comp) it finds the frames, and what shapes weigh. Instances have slots
/// in the order of the runs; a slot is three rows that tell of the instance, then three rows a bone, or a row of frames
/// and a row for two shapes, 16 bytes each.
class GpuPoses {
 public:
  explicit GpuPoses(GpuDevice& device) : m_device(device) {}

  /// Whether a pack can be drawn so on its device, whose vertex shaders must read buffers: not the bind pose alone.
  static bool isPossible(const GpuDevice& device, const GpuPack& pack);

  /// Gives slots to the instances of some runs, in their order (impostors have none), and puts uploads into `batch`.
  /// `camera` is what the picture shows, `light` what the shadow map does; who is in both has two slots. False: there
  /// are none, or not the memory for so many. Errors: Unsupported (the driver refuses the shader).
  Result<bool> update(const GpuPack& pack, const GpuCrowd& crowd, std::span<const CrowdRun> camera,
                      std::span<const CrowdRun> light, QRhiResourceUpdateBatch& batch);

  /// Decodes the bones. No pass may be open.
  void record(QRhiCommandBuffer& commands);

  std::uint32_t slotCount() const { return m_slotCount; }
  /// Of the first instance of `light`.
  std::uint32_t lightSlots() const { return m_lightSlots; }
  QRhiBuffer* poses() const { return m_poses.get(); }
  /// Numbers from 0 on, as many as there are slots: the instance attribute of what draws.
  QRhiBuffer* slotNumbers() const { return m_slots.get(); }
  std::uint64_t bytes() const;

  /// Of poses; about 700,000 characters of 30 bones, which is what is seen of some millions.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

 private:
  void add(std::span<const CrowdRun> runs);
  bool makeRoom(std::uint64_t bytesOfASlot, QRhiResourceUpdateBatch& batch);
  Result<void> bind(const GpuPack& pack, const GpuCrowd& crowd);

  GpuDevice& m_device;
  std::vector<glm::uvec2> m_runs;  ///< First slot, its instance; the slots after it are of the instances after it.
  std::uint32_t m_slotCount = 0;
  std::uint32_t m_lightSlots = 0;
  std::uint64_t m_noRoomFrom = ~std::uint64_t{0};  ///< Bytes of poses that there was no memory for.
  std::uint32_t m_groups = 0;
  std::uint32_t m_groupsAside = 0;
  std::unique_ptr<QRhiBuffer> m_runTable;
  std::unique_ptr<QRhiBuffer> m_poses;
  std::unique_ptr<QRhiBuffer> m_slots;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiComputePipeline> m_pipeline;
  std::vector<quint64> m_boundTo;  ///< The resources of the bindings.
  std::string m_shader;            ///< The shader of the pipeline.
};

}  // namespace texeleton::viewport
