#include "viewport/scene/gpu/gpu_followed.h"

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

Result<void> GpuFollowed::update(GpuDevice& device, const SkinPalettes& palettes, QRhiResourceUpdateBatch& updates) {
  m_count = palettes.followed.empty() ? 0 : palettes.followedCount;
  if (m_count > 0 && !uploadVertices(device.rhi(), updates, m_rows, palettes.followed)) {
    return fail(ErrorCode::Limit, "the GPU has no memory left for attachments and sockets");
  }
  return {};
}

}  // namespace texeleton::viewport
