#include "viewport/offscreen_renderer.h"

#include <string>

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

Result<void> OffscreenRenderer::prepareTarget(const QSize& size) {
  const int most = static_cast<int>(m_device.maxTextureSize());
  if (size.isEmpty()) {
    return fail(ErrorCode::InvalidArgument, "a picture needs a width and a height");
  }
  if (size.width() > most || size.height() > most) {
    return fail(ErrorCode::Limit, message("this GPU draws pictures of at most %1 pixels a side", most));
  }
  if (m_target.texture && m_target.texture->pixelSize() == size) {
    return {};
  }
  QRhi& rhi = m_device.rhi();
  m_target = {};
  m_target.texture.reset(
      rhi.newTexture(QRhiTexture::RGBA8, size, 1, QRhiTexture::RenderTarget | QRhiTexture::UsedAsTransferSource));
  if (!m_target.texture->create()) {
    m_target = {};
    return fail(ErrorCode::Limit,
                message("the GPU has no room for a picture of %1 x %2 pixels", size.width(), size.height()));
  }
  const QRhiColorAttachment color(m_target.texture.get());
  if (!makeTarget(rhi, m_target.target, m_target.descriptor, QRhiTextureRenderTargetDescription(color))) {
    m_target = {};
    return fail(ErrorCode::Limit, "the GPU cannot draw to a picture of that size");
  }
  return {};
}

Result<void> OffscreenRenderer::frame(const Scene& scene, const QSize& size, QRhiReadbackResult* read) {
  TRY(prepareTarget(size));
  QRhi& rhi = m_device.rhi();
  QRhiCommandBuffer* commands = nullptr;
  if (rhi.beginOffscreenFrame(&commands) != QRhi::FrameOpSuccess) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working; start again");
  }
  auto drawn = m_frames.render(scene, *commands, *m_target.target);
  if (drawn && read != nullptr) {
    readBack(rhi, *commands, *m_target.texture, *read);
  }
  const bool ended = rhi.endOffscreenFrame() == QRhi::FrameOpSuccess;
  if (drawn && (!ended || (read != nullptr && read->data.isEmpty()))) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working while it drew; start again");
  }
  m_frames.collectTimes(true);
  return drawn;
}

Result<QImage> OffscreenRenderer::render(const Scene& scene, const QSize& size) {
  QRhiReadbackResult read;
  TRY(frame(scene, size, &read));
  return imageOf(m_device.rhi(), read);
}

Result<void> OffscreenRenderer::draw(const Scene& scene, const QSize& size) {
  auto drawn = frame(scene, size, nullptr);
  if (drawn) {
    m_device.rhi().finish();
    m_frames.collectTimes(true);
  }
  return drawn;
}

}  // namespace texeleton::viewport
