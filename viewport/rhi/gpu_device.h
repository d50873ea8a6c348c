#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "viewport/rhi/gpu_backend.h"
#include "viewport/rhi/qrhi.h"
#include "viewport/rhi/vulkan_instance.h"

class QOffscreenSurface;
class QWindow;
class QSurfaceFormat;

namespace texeleton::viewport {

struct GpuDeviceOptions {
  std::optional<GpuBackend> backend;               ///< Unset: usualBackend().
  std::shared_ptr<VulkanInstance> vulkanInstance;  ///< Unset: the device creates its own.
  bool validate = false;                           ///< Vulkan: see VulkanInstance::create.
  QWindow* window = nullptr;                       ///< The window to draw to, if any.
  /// For OpenGL on a thread other than the application's: created by makeFallbackSurface() on the application's thread,
  /// where it must also be destroyed. Unset: the device creates its own.
  std::shared_ptr<QOffscreenSurface> fallbackSurface;
};

/// A GPU for drawing: a QRhi and the objects that must live as long. Created, used and destroyed on one thread while a
/// QGuiApplication lives; everything created from it must be destroyed first.
class GpuDevice {
 public:
  /// Errors: Unsupported (backend unavailable, no driver, a missing feature, a Qt platform without GPU; says how to
  /// mend it). Never falls back to another backend.
  static Result<std::unique_ptr<GpuDevice>> create(const GpuDeviceOptions& options);
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  QRhi& rhi() const { return *m_rhi; }
  GpuBackend backend() const { return m_backend; }
  const std::shared_ptr<VulkanInstance>& vulkanInstance() const { return m_vulkanInstance; }

  /// Name of the GPU as reported by its driver.
  std::string deviceName() const;
  /// Whether the CPU renders.
  bool isSoftware() const;

  /// Longest side of a texture, in texels.
  std::uint32_t maxTextureSize() const;
  /// 4 where multisampling is supported, else 1.
  int sampleCount() const { return m_sampleCount; }
  bool canDrawWireframe() const;
  /// Whether the GPU supports tessellation (ViewOptions::tessellation).
  bool canTessellate() const;
  /// Size limit, in bytes, of buffers that compute shaders write and vertex shaders read by index; 0: unsupported.
  std::uint64_t mostStorageBytes() const { return m_mostStorageBytes; }

 private:
  GpuDevice() = default;
  Result<void> createRhi(QWindow* window);
  std::uint64_t findMostStorageBytes();

  GpuBackend m_backend = GpuBackend::Vulkan;
  std::shared_ptr<VulkanInstance> m_vulkanInstance;
  std::shared_ptr<QOffscreenSurface> m_fallbackSurface;
  std::unique_ptr<QRhi> m_rhi;
  int m_sampleCount = 1;
  std::uint64_t m_mostStorageBytes = 0;
};

/// Whether Qt's platform can draw with a GPU at all ("offscreen" and "minimal" cannot).
bool platformHasGpu();

/// Creates the surface that makes OpenGL current without a window. Call on the application's thread.
std::shared_ptr<QOffscreenSurface> makeFallbackSurface();

/// The required OpenGL version: 4.3 core. Windows that draw with OpenGL must have this format before they are created.
QSurfaceFormat openGlFormat();

}  // namespace texeleton::viewport
