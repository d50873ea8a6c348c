#pragma once

#include <QImage>

#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// Asks for the texels of a texture (made with UsedAsTransferSource); `result` is there when the off-screen frame has
/// ended, and must live until then. No render pass may be open.
void readBack(QRhi& rhi, QRhiCommandBuffer& commands, QRhiTexture& texture, QRhiReadbackResult& result);

/// Asks for the first `bytes` of a buffer, likewise.
void readBack(QRhi& rhi, QRhiCommandBuffer& commands, QRhiBuffer& buffer, RhiSize bytes, BufferReadback& result);

/// Converts the data of an RGBA8 texture that was drawn to into a picture with its first row on top.
QImage imageOf(const QRhi& rhi, const QRhiReadbackResult& result);

}  // namespace texeleton::viewport
