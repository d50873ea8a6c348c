#include "viewport/scene/gpu/gpu_followed.h"

namespace texeleton::viewport {

Result<void> GpuFollowed::update(GpuDevice& device, const SkinPalettes& palettes, QRhiResourceUpdateBatch& updates) {
  const std::size_t bytes = palettes.followed.size() * sizeof(glm::vec4);
  m_count = bytes == 0 ? 0 : palettes.followedCount;
  if (bytes == 0) {
    return {};
  }
  if (!m_rows || m_bytes < bytes) {
    m_bytes = bytes;
    m_rows.reset(device.rhi().newBuffer(QRhiBuffer::Static, QRhiBuffer::VertexBuffer, static_cast<RhiSize>(bytes)));
    if (!m_rows->create()) {
      m_rows.reset();
      return fail(ErrorCode::Limit, "the GPU has no memory left for attachments and sockets");
    }
  }
  updates.uploadStaticBuffer(m_rows.get(), 0, static_cast<RhiSize>(bytes), palettes.followed.data());
  return {};
}

}  // namespace texeleton::viewport
