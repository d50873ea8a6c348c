#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/rhi/pipeline.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// Characters that are skinned every frame, by a compute shader or on the CPU: bind-pose vertices, skin matrices, and
/// the skinned vertices, from which they are drawn. Vertices of a skeleton that is not linear come from the CPU.
class GpuSkin {
 public:
  enum class By : std::uint8_t { Compute, Cpu };

  /// Errors: Unsupported (no compute shaders), Limit (no room; says how much is needed).
  static Result<std::unique_ptr<GpuSkin>> create(GpuDevice& device, std::shared_ptr<const Skeleton> skeleton, By by);

  /// Ensures room for `characters`. Errors: Limit (says how much is needed).
  Result<void> makeRoom(std::uint32_t characters);

  /// Takes the frame's matrices, ensures room for their characters and adds uploads to `batch`; on the CPU, also skins
  /// them. Errors: Limit.
  Result<void> update(const SkinPalettes& palettes, QRhiResourceUpdateBatch& batch);

  /// Records the dispatch if skinning on the GPU. No pass may be open.
  void record(QRhiCommandBuffer& commands);

  By by() const { return m_by; }
  const std::shared_ptr<const Skeleton>& skeleton() const { return m_skeleton; }
  std::uint32_t characterCount() const { return m_characters; }
  /// kSkinnedVertexWords a vertex, character by character.
  QRhiBuffer* skinned() const { return m_skinned.get(); }
  /// Skeleton::residuals(), for the heat map. Null on the CPU.
  QRhiBuffer* residuals() const { return m_residuals.get(); }
  std::uint64_t bytesOfACharacter() const {
    return std::uint64_t{m_skeleton->vertexCount()} * kSkinnedVertexWords * sizeof(std::uint32_t);
  }
  std::uint64_t bytes() const;

 private:
  GpuSkin(GpuDevice& device, std::shared_ptr<const Skeleton> skeleton, By by);

  GpuDevice& m_device;
  std::shared_ptr<const Skeleton> m_skeleton;
  By m_by;
  std::uint32_t m_characters = 0;
  std::uint32_t m_capacity = 0;
  bool m_uploaded = false;  // Whether the vertices are uploaded.
  bool m_computes = false;  // Whether the frame's vertices are skinned by the shader.
  std::unique_ptr<QRhiBuffer> m_block;
  std::unique_ptr<QRhiBuffer> m_vertices;
  std::unique_ptr<QRhiBuffer> m_residuals;
  std::unique_ptr<QRhiBuffer> m_palettes;
  std::unique_ptr<QRhiBuffer> m_skinned;
  ComputeShader m_shader;
  std::vector<std::uint32_t> m_words;  // Result of skinning on the CPU.
};

/// Matrices of the nodes that carry attachments and sockets of skinned characters (CrowdPoser::follow) on the GPU, as
/// vertex buffers of an instance each.
class GpuFollowed {
 public:
  static constexpr std::uint32_t kBytes = 12 * sizeof(float);  ///< Three rows of a matrix.

  /// Errors: Limit.
  Result<void> update(GpuDevice& device, const SkinPalettes& palettes, QRhiResourceUpdateBatch& updates);

  /// Null: no node is followed.
  QRhiBuffer* rows() const { return m_count == 0 ? nullptr : m_rows.get(); }
  /// Nodes of a character.
  std::uint32_t count() const { return m_count; }
  /// Offset of the rows of node `number` of the skinned character `slot`.
  quint32 offset(std::size_t slot, std::size_t number) const {
    return static_cast<quint32>((slot * m_count + number) * kBytes);
  }

 private:
  std::unique_ptr<QRhiBuffer> m_rows;
  std::uint32_t m_count = 0;
};

}  // namespace texeleton::viewport
