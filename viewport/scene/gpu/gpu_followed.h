#pragma once

#include <cstdint>
#include <memory>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

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
