#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// Measures GPU time between marks in a frame with the timestamp queries of Vulkan and OpenGL, which QRhi does not
/// offer.
class GpuTimer {
 public:
  /// Errors: Unsupported (another graphics interface, or a driver without timestamps; says which).
  static Result<std::unique_ptr<GpuTimer>> create(GpuDevice& device);
  virtual ~GpuTimer() = default;
  GpuTimer(const GpuTimer&) = delete;
  GpuTimer& operator=(const GpuTimer&) = delete;

  /// Records the time at which the GPU has completed all commands so far. Call while a frame is being recorded and no
  /// pass is open, at most kMaxMarks times a frame.
  void mark(QRhiCommandBuffer& commands);
  /// Call after the last mark of a frame.
  void endFrame();
  /// Seconds between the marks of the oldest frame not yet taken; nothing while the GPU has not finished it. Frames
  /// that are not taken in time are dropped. `wait`: blocks until the frame, which must have been submitted, is
  /// finished.
  std::optional<std::vector<double>> takeOldest(bool wait = false);

  /// Drops all frames that were not taken.
  void forget();

  static constexpr std::uint32_t kMaxMarks = 8;
  static constexpr std::uint32_t kFrames = 4;

 protected:
  GpuTimer() = default;
  using Ticks = std::array<std::uint64_t, kMaxMarks>;

  /// Resets a frame's queries before use.
  virtual void reset(QRhiCommandBuffer& commands, std::uint32_t firstQuery) = 0;
  virtual void write(QRhiCommandBuffer& commands, std::uint32_t query) = 0;
  /// Returns false while results are unavailable.
  virtual bool read(std::uint32_t firstQuery, std::uint32_t count, bool wait, Ticks& ticks) = 0;

  double m_secondsPerTick = 1e-9;
  std::uint64_t m_tickMask = ~std::uint64_t{0};  ///< Mask of the valid bits.

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
/// Errors: as for GpuTimer::create().
Result<std::unique_ptr<GpuTimer>> createVulkanTimer(GpuDevice& device);
#endif
#if QT_CONFIG(opengl)
Result<std::unique_ptr<GpuTimer>> createOpenGlTimer(GpuDevice& device);
#endif

}  // namespace texeleton::viewport
