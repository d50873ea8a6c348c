#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// Notes when the GPU gets to places of a frame, by the interface's own timestamp queries, which QRhi does not have:
/// Vulkan and OpenGL. What lies between two marks is the GPU's time for it.
class GpuTimer {
 public:
  /// Errors: Unsupported (another interface, or a driver that counts no time; says which).
  static Result<std::unique_ptr<GpuTimer>> create(GpuDevice& device);
  virtual ~GpuTimer() = default;
  GpuTimer(const GpuTimer&) = delete;
  GpuTimer& operator=(const GpuTimer&) = delete;

  /// Notes the time at which the GPU has done all that was recorded so far. A frame is being recorded; no pass is open.
  /// At most kMaxMarks a frame.
  void mark(QRhiCommandBuffer& commands);
  /// After the last mark of a frame.
  void endFrame();
  /// Seconds between the marks of the oldest frame not yet taken; nothing while the GPU has not finished it. Frames
  /// that are not taken in time are forgotten. `wait`: until it has, once the frame was handed to it.
  std::optional<std::vector<double>> takeOldest(bool wait = false);

  /// Frames not yet taken are not wanted.
  void forget();

  static constexpr std::uint32_t kMaxMarks = 8;
  static constexpr std::uint32_t kFrames = 4;

 protected:
  GpuTimer() = default;
  using Ticks = std::array<std::uint64_t, kMaxMarks>;

  /// Makes the queries of a frame ready for use.
  virtual void reset(QRhiCommandBuffer& commands, std::uint32_t firstQuery) = 0;
  virtual void write(QRhiCommandBuffer& commands, std::uint32_t query) = 0;
  /// False while they are not there.
  virtual bool read(std::uint32_t firstQuery, std::uint32_t count, bool wait, Ticks& ticks) = 0;

  double m_secondsPerTick = 1e-9;
  std::uint64_t m_tickMask = ~std::uint64_t{0};  ///< The bits that count.

 private:
  struct Frame {
    std::uint32_t marks = 0;
    bool ended = false;
  };
  std::array<Frame, kFrames> m_frames{};
  std::uint32_t m_recording = 0;
  std::uint32_t m_oldest = 0;
};

#if QT_CONFIG(vulkan)
/// Errors: as above.
Result<std::unique_ptr<GpuTimer>> createVulkanTimer(GpuDevice& device);
#endif
#if QT_CONFIG(opengl)
Result<std::unique_ptr<GpuTimer>> createOpenGlTimer(GpuDevice& device);
#endif

}  // namespace texeleton::viewport
