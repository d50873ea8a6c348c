#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/rhi/pipeline.h"
#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/gpu/gpu_crowd.h"
#include "viewport/scene/gpu/gpu_pack.h"

namespace texeleton::viewport {

/// Poses of a frame's instances, computed once each. In bone mode a compute shader (shaders/pose.comp) decodes each
/// bone, for any encoding and playback, instead of vertex shaders once for every vertex it moves; in vertex mode
/// (shaders/moment.comp) it computes frames and shape weights. Instances have slots in the order of the runs. A slot
/// has three rows for the instance, then three rows a bone, or one row of frames and one row for each two shapes; rows
/// have 16 bytes.
class GpuPoses {
 public:
  explicit GpuPoses(GpuDevice& device) : m_device(device) {}

  /// Whether the device supports it for a pack: vertex shaders must be able to read buffers, and the pack must be
  /// animated.
  static bool isPossible(const GpuDevice& device, const GpuPack& pack);

  /// Assigns slots to the instances of the runs in their order (skipping impostors) and adds uploads to `batch`.
  /// `camera` is visible in the picture, `light` in the shadow map; instances in both have two slots. Returns false if
  /// there are none, or no memory for as many. Errors: Unsupported (the driver rejects the shader).
  Result<bool> update(const GpuPack& pack, const GpuCrowd& crowd, std::span<const CrowdRun> camera,
                      std::span<const CrowdRun> light, QRhiResourceUpdateBatch& batch);

  /// Records the dispatch. No pass may be open.
  void record(QRhiCommandBuffer& commands);

  std::uint32_t slotCount() const { return m_slotCount; }
  /// Slot of the first instance of `light`.
  std::uint32_t lightSlots() const { return m_lightSlots; }
  QRhiBuffer* poses() const { return m_poses.get(); }
  /// Consecutive numbers from 0 on, one a slot: the instance attribute of draws.
  QRhiBuffer* slotNumbers() const { return m_slots.get(); }
  std::uint64_t bytes() const;

  /// Size limit of poses: about 700,000 characters of 30 bones, the visible part of some millions.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

 private:
  void add(std::span<const CrowdRun> runs);
  bool makeRoom(std::uint64_t bytesOfASlot, QRhiResourceUpdateBatch& batch);
  Result<void> bind(const GpuPack& pack, const GpuCrowd& crowd);

  GpuDevice& m_device;
  std::vector<glm::uvec2> m_runs;  ///< First slot and its instance; following slots belong to following instances.
  std::uint32_t m_slotCount = 0;
  std::uint32_t m_lightSlots = 0;
  std::uint64_t m_noRoomFrom = ~std::uint64_t{0};  ///< Size of poses for which memory was insufficient.
  std::uint32_t m_groups = 0;
  std::uint32_t m_groupsAside = 0;
  std::unique_ptr<QRhiBuffer> m_runTable;
  std::unique_ptr<QRhiBuffer> m_poses;
  std::unique_ptr<QRhiBuffer> m_slots;
  ComputeShader m_shader;
};

}  // namespace texeleton::viewport
