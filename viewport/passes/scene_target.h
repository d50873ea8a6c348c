#pragma once

#include <QSize>
#include <memory>

#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// The scene's render target: linear light, multisampled where supported, resolved to one sample a pixel.
struct SceneTarget {
  QSize pixelSize;
  std::unique_ptr<QRhiRenderBuffer> samples;  ///< Null without multisampling.
  std::unique_ptr<QRhiTexture> picture;
  std::unique_ptr<QRhiRenderBuffer> depth;
  std::unique_ptr<QRhiRenderPassDescriptor> descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> target;

  /// Returns false if the GPU has no room for it.
  bool create(GpuDevice& device, const QSize& size);
};

}  // namespace texeleton::viewport
