#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// Characters that are skinned every frame, by a compute shader or by the CPU: their vertices in the bind pose, their
/// skin matrices, and the skinned vertices, which are drawn from where they are.
class GpuSkin {
 public:
  enum class By : std::uint8_t { Compute, Cpu };

  /// Errors: Unsupported (no compute shaders), Limit (no room; says how much).
  static Result<std::unique_ptr<GpuSkin>> create(GpuDevice& device, std::shared_ptr<const Skeleton> skeleton, By by);

  /// Room for that many characters; what has room keeps it. Errors: Limit (says how much it would take).
  Result<void> makeRoom(std::uint32_t characters);

  /// Takes the matrices of this frame, makes room for their characters, and puts what is to be uploaded into `batch`;
  /// by the CPU, it skins them here. Errors: Limit.
  Result<void> update(const SkinPalettes& palettes, QRhiResourceUpdateBatch& batch);

  /// By compute: records the dispatch. No pass may be open.
  void record(QRhiCommandBuffer& commands);

  By by() const { return m_by; }
  const std::shared_ptr<const Skeleton>& skeleton() const { return m_skeleton; }
  std::uint32_t characterCount() const { return m_characters; }
  /// kSkinnedVertexWords a vertex, vertices of a character together.
  QRhiBuffer* skinned() const { return m_skinned.get(); }
  std::uint64_t bytesOfACharacter() const {
    return std::uint64_t{m_skeleton->vertexCount()} * kSkinnedVertexWords * sizeof(std::uint32_t);
  }
  std::uint64_t bytes() const;

 private:
  GpuSkin(GpuDevice& device, std::shared_ptr<const Skeleton> skeleton, By by);
  Result<void> createPipeline();

  GpuDevice& m_device;
  std::shared_ptr<const Skeleton> m_skeleton;
  By m_by;
  std::uint32_t m_characters = 0;
  std::uint32_t m_capacity = 0;
  bool m_uploaded = false;  // the vertices
  std::unique_ptr<QRhiBuffer> m_block;
  std::unique_ptr<QRhiBuffer> m_vertices;
  std::unique_ptr<QRhiBuffer> m_palettes;
  std::unique_ptr<QRhiBuffer> m_skinned;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiComputePipeline> m_pipeline;
  std::vector<std::uint32_t> m_words;  // by the CPU
};

}  // namespace texeleton::viewport
