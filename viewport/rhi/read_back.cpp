#include "viewport/rhi/read_back.h"

namespace texeleton::viewport {

void readBack(QRhi& rhi, QRhiCommandBuffer& commands, QRhiTexture& texture, QRhiReadbackResult& result) {
  QRhiResourceUpdateBatch* batch = rhi.nextResourceUpdateBatch();
  batch->readBackTexture(QRhiReadbackDescription(&texture), &result);
  commands.resourceUpdate(batch);
}

void readBack(QRhi& rhi, QRhiCommandBuffer& commands, QRhiBuffer& buffer, RhiSize bytes, BufferReadback& result) {
  QRhiResourceUpdateBatch* batch = rhi.nextResourceUpdateBatch();
  batch->readBackBuffer(&buffer, 0, bytes, &result);
  commands.resourceUpdate(batch);
}

QImage imageOf(const QRhi& rhi, const QRhiReadbackResult& result) {
  const QImage borrowed(reinterpret_cast<const uchar*>(result.data.constData()), result.pixelSize.width(),
                        result.pixelSize.height(), QImage::Format_RGBA8888);
  return rhi.isYUpInFramebuffer() ? borrowed.mirrored() : borrowed.copy();
}

}  // namespace texeleton::viewport
