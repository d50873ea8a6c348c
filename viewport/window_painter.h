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

/// The data of a frame on the screen.
struct ShownFrame {
  GpuBackend backend = GpuBackend::Vulkan;
  std::string deviceName;  ///< As the driver says it.
  bool canTessellate = false;
  FrameStatistics statistics;
  FrameStatistics comparedStatistics;  ///< FrameRenderer::comparedStatistics().
  double heatLimitMillimetres = 0.0;   ///< FrameRenderer::heatLimitMillimetres().
  ViewOptions view;                    ///< The options with which it was drawn; the scene may already be ahead.
};

/// The outcome of a frame.
struct FrameOutcome {
  std::optional<ShownFrame> shown;  ///< Unset: nothing came to the screen (no size, an error, a lost device).
  std::optional<Error> error;
  bool wantsAgain = false;  ///< The window or the device changed on the way: draw again.
};

/// Draws scenes to a window: its device, renderer and swap chain. All of it is used on one thread, which need not be
/// the window's.
class WindowPainter {
 public:
  struct Target {
    QWindow* window = nullptr;
    GpuBackend backend = GpuBackend::Vulkan;
    std::shared_ptr<VulkanInstance> vulkanInstance;
    std::shared_ptr<QOffscreenSurface> fallbackSurface;  ///< GpuDeviceOptions::fallbackSurface.
  };
  ~WindowPainter();

  /// Draws one frame, with what of device and swap chain is missing. A lost device is thrown away.
  FrameOutcome draw(const Target& target, const Scene& scene, bool timing);

  /// Before the surface of the window goes.
  void releaseSwapChain();
  /// The device too.
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
