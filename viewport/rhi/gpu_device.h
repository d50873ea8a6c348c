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
  std::shared_ptr<VulkanInstance> vulkanInstance;  ///< Unset: one of its own.
  bool validate = false;                           ///< Vulkan: see VulkanInstance::create.
  QWindow* window = nullptr;                       ///< The window to draw to, if any.
  /// OpenGL on another thread than the application's: made by makeFallbackSurface() on that one, where it also has to
  /// end. Unset: one of its own.
  std::shared_ptr<QOffscreenSurface> fallbackSurface;
};

/// A GPU as passes draw with it: a QRhi and what must live as long. Made, used and destroyed on one thread, while a
/// QGuiApplication lives; everything made from it goes first.
class GpuDevice {
 public:
  /// Errors: Unsupported (no such backend here, no driver, a feature missing, a Qt platform without GPU; says what to
  /// do). Never another backend than the one asked for.
  static Result<std::unique_ptr<GpuDevice>> create(const GpuDeviceOptions& options);
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  QRhi& rhi() const { return *m_rhi; }
  GpuBackend backend() const { return m_backend; }
  const std::shared_ptr<VulkanInstance>& vulkanInstance() const { return m_vulkanInstance; }

  /// Name of the GPU as its driver says it.
  std::string deviceName() const;
  /// Whether the CPU does its work.
  bool isSoftware() const;

  /// Longest side of a texture, in texels.
  std::uint32_t maxTextureSize() const;
  /// 4 where multisampling is there, else 1.
  int sampleCount() const { return m_sampleCount; }
  bool canDrawWireframe() const;
  /// Whether it cuts triangles into smaller ones (ViewOptions::tessellation).
  bool canTessellate() const;
  /// Bytes of the largest buffer that compute shaders write and vertex shaders read at will; 0: they cannot.
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

/// Whether Qt's platform draws with a GPU at all ("offscreen" and "minimal" do not), whatever the machine has.
bool platformHasGpu();

/// Creates the surface that OpenGL needs to be current without a window. On the application's thread.
std::shared_ptr<QOffscreenSurface> makeFallbackSurface();

/// The OpenGL that is needed: 4.3 core. Windows that draw with OpenGL must have this format before they are created.
QSurfaceFormat openGlFormat();

}  // namespace texeleton::viewport
