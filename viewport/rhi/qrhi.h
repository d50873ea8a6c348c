#pragma once

// The only place that depends on where Qt keeps QRhi: private headers before Qt 6.6, `rhi/` since then.

#include <QtGui/qtguiglobal.h>

#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
#include <rhi/qrhi.h>
#include <rhi/qshader.h>
#else
#include <private/qrhi_p.h>
#include <private/qrhigles2_p.h>
#include <private/qshader_p.h>
#if QT_CONFIG(vulkan)
#include <private/qrhivulkan_p.h>
#endif
#ifdef Q_OS_WIN
#include <private/qrhid3d11_p.h>
#endif
#if defined(Q_OS_MACOS) || defined(Q_OS_IOS)
#include <private/qrhimetal_p.h>
#endif
#endif

#if QT_CONFIG(vulkan)
#include <QVulkanFunctions>
#include <QVulkanInstance>
#endif

namespace texeleton::viewport {

/// QRhi's type of buffer sizes changed from int to quint32.
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
using RhiSize = quint32;
#else
using RhiSize = int;
#endif

/// Result of reading back a buffer.
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
using BufferReadback = QRhiReadbackResult;
#else
using BufferReadback = QRhiBufferReadbackResult;
#endif

}  // namespace texeleton::viewport
