#pragma once

#include <QImage>
#include <memory>

#include "viewport/frame_renderer.h"

namespace texeleton::viewport {

/// Renders pictures of scenes without a window.
class OffscreenRenderer {
 public:
  /// `device` must outlive it.
  explicit OffscreenRenderer(GpuDevice& device) : m_device(device), m_frames(device) {}

  /// Renders a picture of `size` pixels: sRGB, RGBA8888, opaque. Errors: those of FrameRenderer::render;
  /// InvalidArgument (an empty size); Limit (larger than the GPU's textures); Unsupported (the device was lost).
  Result<QImage> render(const Scene& scene, const QSize& size);

  /// Draws the same frame without reading it back, for measuring; the GPU has finished when it returns.
  Result<void> draw(const Scene& scene, const QSize& size);

  FrameRenderer& frames() { return m_frames; }
  const FrameRenderer& frames() const { return m_frames; }

 private:
  struct Target {
    std::unique_ptr<QRhiTexture> texture;
    std::unique_ptr<QRhiRenderPassDescriptor> descriptor;
    std::unique_ptr<QRhiTextureRenderTarget> target;
  };
  Result<void> prepareTarget(const QSize& size);
  /// `read`: receives the picture; may be null.
  Result<void> frame(const Scene& scene, const QSize& size, QRhiReadbackResult* read);

  GpuDevice& m_device;
  FrameRenderer m_frames;
  Target m_target;
};

}  // namespace texeleton::viewport
