#include "viewport/rhi/buffers.h"

#include <algorithm>

namespace texeleton::viewport {

Error noGpuMemory() { return {ErrorCode::Limit, message("the GPU has no memory left"), {}}; }

Result<void> makeBuffer(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, QRhiBuffer::Type type,
                        QRhiBuffer::UsageFlags usage, std::uint64_t bytes) {
  buffer.reset();
  if (bytes <= kMostBufferBytes) {
    buffer.reset(rhi.newBuffer(type, usage, static_cast<RhiSize>(bytes)));
    if (buffer->create()) {
      return {};
    }
    buffer.reset();
  }
  return fail(noGpuMemory());
}

Result<void> makeUniforms(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, std::uint64_t bytes) {
  return buffer ? Result<void>() : makeBuffer(rhi, buffer, QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, bytes);
}

Result<void> growBuffer(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, QRhiBuffer::UsageFlags usage,
                        std::uint64_t bytes, std::uint64_t most) {
  if (buffer && static_cast<std::uint64_t>(buffer->size()) >= bytes) {
    return {};
  }
  return makeBuffer(rhi, buffer, QRhiBuffer::Static, usage, std::max(bytes, std::min(bytes + bytes / 4, most)));
}

std::unique_ptr<QRhiSampler> makeTexelSampler(QRhi& rhi) {
  std::unique_ptr<QRhiSampler> sampler(rhi.newSampler(QRhiSampler::Nearest, QRhiSampler::Nearest, QRhiSampler::None,
                                                      QRhiSampler::ClampToEdge, QRhiSampler::ClampToEdge));
  return sampler->create() ? std::move(sampler) : nullptr;
}

bool makeTarget(QRhi& rhi, std::unique_ptr<QRhiTextureRenderTarget>& target,
                std::unique_ptr<QRhiRenderPassDescriptor>& descriptor,
                const QRhiTextureRenderTargetDescription& description, QRhiTextureRenderTarget::Flags flags) {
  target.reset(rhi.newTextureRenderTarget(description, flags));
  descriptor.reset(target->newCompatibleRenderPassDescriptor());
  target->setRenderPassDescriptor(descriptor.get());
  return target->create();
}

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
