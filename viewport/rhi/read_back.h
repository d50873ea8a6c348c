#pragma once

#include <QImage>

#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// Requests the texels of a texture (created with UsedAsTransferSource); `result` is filled when the off-screen frame
/// has ended, and must live until then. No render pass may be open.
void readBack(QRhi& rhi, QRhiCommandBuffer& commands, QRhiTexture& texture, QRhiReadbackResult& result);

/// Requests the first `bytes` of a buffer, likewise.
void readBack(QRhi& rhi, QRhiCommandBuffer& commands, QRhiBuffer& buffer, RhiSize bytes, BufferReadback& result);

/// Converts the data of a rendered RGBA8 texture into an image, top row first.
QImage imageOf(const QRhi& rhi, const QRhiReadbackResult& result);

}  // namespace texeleton::viewport
