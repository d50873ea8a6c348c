#include "viewport/passes/scene_target.h"

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

bool SceneTarget::create(GpuDevice& device, const QSize& size) {
  QRhi& rhi = device.rhi();
  const int sampleCount = device.sampleCount();
  pixelSize = size;
  picture.reset(rhi.newTexture(QRhiTexture::RGBA16F, size, 1, QRhiTexture::RenderTarget));
  depth.reset(rhi.newRenderBuffer(QRhiRenderBuffer::DepthStencil, size, sampleCount));
  QRhiColorAttachment color(picture.get());
  if (sampleCount > 1) {
    // A render buffer: QRhi 6.4 cannot attach multisampled textures of this format on OpenGL.
    samples.reset(rhi.newRenderBuffer(QRhiRenderBuffer::Color, size, sampleCount, {}, QRhiTexture::RGBA16F));
    if (!samples->create()) {
      return false;
    }
    color = QRhiColorAttachment(samples.get());
    color.setResolveTexture(picture.get());
  }
  if (!picture->create() || !depth->create()) {
    return false;
  }
  return makeTarget(rhi, target, descriptor, QRhiTextureRenderTargetDescription(color, depth.get()));
}

}  // namespace texeleton::viewport
