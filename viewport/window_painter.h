#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "viewport/frame_renderer.h"

class QOffscreenSurface;
class QWindow;

namespace texeleton::viewport {

/// A frame on the screen.
struct ShownFrame {
  GpuBackend backend = GpuBackend::Vulkan;
  std::string deviceName;  ///< As reported by the driver.
  bool canTessellate = false;
  FrameStatistics statistics;
  FrameStatistics comparedStatistics;  ///< FrameRenderer::comparedStatistics().
  double heatLimitMillimetres = 0.0;   ///< FrameRenderer::heatLimitMillimetres().
  ViewOptions view;                    ///< The options with which it was drawn; the scene may already be ahead.
  const vat::BakedAnimation* animation = nullptr;  ///< The drawn animation, to compare with the scene's.
};

/// The outcome of a frame.
struct FrameOutcome {
  std::optional<ShownFrame> shown;  ///< Unset: nothing was presented (no size, an error, a lost device).
  std::optional<Error> error;
  bool wantsAgain = false;  ///< The window or the device changed meanwhile: draw again.
};

/// Draws scenes to a window; owns its device, renderer and swap chain. Used on one thread, which need not be the
/// window's.
class WindowPainter {
 public:
  struct Target {
    QWindow* window = nullptr;
    GpuBackend backend = GpuBackend::Vulkan;
    std::shared_ptr<VulkanInstance> vulkanInstance;
    std::shared_ptr<QOffscreenSurface> fallbackSurface;  ///< GpuDeviceOptions::fallbackSurface.
  };
  ~WindowPainter();

  /// Draws one frame, creating device and swap chain if needed. Discards a lost device.
  FrameOutcome draw(const Target& target, const Scene& scene, bool timing);

  /// Call before the window's surface is destroyed.
  void releaseSwapChain();
  /// Also releases the device.
  void release();

 private:
  Result<void> prepareDevice(const Target& target);
  bool prepareSwapChain(QWindow& window);

  std::unique_ptr<GpuDevice> m_device;
  std::unique_ptr<FrameRenderer> m_frames;
  std::unique_ptr<QRhiSwapChain> m_swapChain;
  std::unique_ptr<QRhiRenderPassDescriptor> m_descriptor;
  bool m_hasSwapChain = false;
};

}  // namespace texeleton::viewport
