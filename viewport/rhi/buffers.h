#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// QRhi's limit on buffer sizes.
inline constexpr std::uint64_t kMostBufferBytes = std::numeric_limits<int>::max();

Error noGpuMemory();

/// Makes a buffer; null after an error. Errors of these functions: noGpuMemory().
Result<void> makeBuffer(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, QRhiBuffer::Type type,
                        QRhiBuffer::UsageFlags usage, std::uint64_t bytes);

/// Makes a buffer of uniforms that change every frame, if there is none.
Result<void> makeUniforms(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, std::uint64_t bytes);

/// Recreates a missing or too small buffer with a quarter more room, at most `most`.
Result<void> growBuffer(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, QRhiBuffer::UsageFlags usage,
                        std::uint64_t bytes, std::uint64_t most = kMostBufferBytes);

/// Uploads vertices or instances to a buffer that grows.
template <class Item>
Result<void> uploadVertices(QRhi& rhi, QRhiResourceUpdateBatch& batch, std::unique_ptr<QRhiBuffer>& buffer,
                            const std::vector<Item>& items) {
  const std::size_t bytes = std::span(items).size_bytes();
  TRY(growBuffer(rhi, buffer, QRhiBuffer::VertexBuffer, bytes));
  batch.uploadStaticBuffer(buffer.get(), 0, static_cast<RhiSize>(bytes), items.data());
  return {};
}

/// A sampler of single texels; null if the GPU has no memory left.
std::unique_ptr<QRhiSampler> makeTexelSampler(QRhi& rhi);

/// Makes a render target with its descriptor. Returns false if the GPU does not support it.
bool makeTarget(QRhi& rhi, std::unique_ptr<QRhiTextureRenderTarget>& target,
                std::unique_ptr<QRhiRenderPassDescriptor>& descriptor,
                const QRhiTextureRenderTargetDescription& description, QRhiTextureRenderTarget::Flags flags = {});

}  // namespace texeleton::viewport
