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

namespace texeleton {

/// The skin matrices of the instances that a frame draws, in bone mode: a compute shader (shaders/pose.comp) decodes
/// each bone of each once, whatever its encoding and whatever the instance plays, instead of vertex shaders for every
/// vertex that it moves. Instances have slots in the order of the runs; a slot is three rows that tell of the
/// instance, then three rows a bone, 16 bytes each.
class GpuPoses {
 public:
  explicit GpuPoses(GpuDevice& device) : m_device(device) {}

  /// Whether a pack can be drawn so on its device: bone mode, and vertex shaders that read buffers.
  static bool isPossible(const GpuDevice& device, const GpuPack& pack);

  /// Gives slots to the instances of two lists of ascending runs and puts uploads into `batch`. False: there are none,
  /// or not the memory for so many. Errors: Unsupported (the driver refuses the shader).
  Result<bool> update(const GpuPack& pack, const GpuCrowd& crowd, std::span<const CrowdRun> a,
                      std::span<const CrowdRun> b, QRhiResourceUpdateBatch& batch);

  /// Decodes the bones. No pass may be open.
  void record(QRhiCommandBuffer& commands);

  /// Of an instance of one of the runs.
  std::uint32_t slotOf(std::uint32_t instance) const;
  std::uint32_t slotCount() const { return m_slotCount; }
  QRhiBuffer* poses() const { return m_poses.get(); }
  /// Numbers from 0 on, as many as there are slots: the instance attribute of what draws.
  QRhiBuffer* slotNumbers() const { return m_slots.get(); }
  std::uint64_t bytes() const;

  /// Of poses; about 700,000 characters of 30 bones, which is what is seen of some millions.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

 private:
  void join(std::span<const CrowdRun> a, std::span<const CrowdRun> b);
  bool makeRoom(std::uint64_t bytesOfASlot, QRhiResourceUpdateBatch& batch);
  Result<void> bind(const GpuPack& pack, const GpuCrowd& crowd);

  GpuDevice& m_device;
  std::vector<glm::uvec2> m_runs;  ///< First slot, its instance; the slots after it are of the instances after it.
  std::uint32_t m_slotCount = 0;
  std::uint64_t m_noRoomFrom = ~std::uint64_t{0};  ///< Bytes of poses that there was no memory for.
  std::uint32_t m_groups = 0;
  std::uint32_t m_groupsAside = 0;
  std::unique_ptr<QRhiBuffer> m_runTable;
  std::unique_ptr<QRhiBuffer> m_poses;
  std::unique_ptr<QRhiBuffer> m_slots;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiComputePipeline> m_pipeline;
  std::vector<quint64> m_boundTo;  ///< What the bindings were made for.
  std::string m_shader;            ///< What the pipeline was made of.
};

}  // namespace texeleton
