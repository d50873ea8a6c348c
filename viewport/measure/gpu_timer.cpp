#include "viewport/measure/gpu_timer.h"

#include <string>

namespace texeleton::viewport {

Result<std::unique_ptr<GpuTimer>> GpuTimer::create(GpuDevice& device) {
#if QT_CONFIG(vulkan)
  if (device.backend() == GpuBackend::Vulkan) {
    return createVulkanTimer(device);
  }
#endif
#if QT_CONFIG(opengl)
  if (device.backend() == GpuBackend::OpenGl) {
    return createOpenGlTimer(device);
  }
#endif
  return fail(ErrorCode::Unsupported, message("the GPU's time is taken with Vulkan and OpenGL only, not with %1",
                                              backendName(device.backend())));
}

void GpuTimer::mark(QRhiCommandBuffer& commands) {
  Frame& frame = m_frames[m_recording];
  if (frame.ended) {  // Was not taken in time: it is dropped with all older ones.
    m_oldest = m_recording == m_oldest ? (m_oldest + 1) % kFrames : m_oldest;
    frame = {};
  }
  if (frame.marks == 0) {
    reset(commands, m_recording * kMaxMarks);
  }
  if (frame.marks < kMaxMarks) {
    write(commands, m_recording * kMaxMarks + frame.marks);
    ++frame.marks;
  }
}

void GpuTimer::endFrame() {
  m_frames[m_recording].ended = m_frames[m_recording].marks > 0;
  m_recording = (m_recording + 1) % kFrames;
}

void GpuTimer::forget() {
  m_frames = {};
  m_oldest = m_recording;
}

std::optional<std::vector<double>> GpuTimer::takeOldest(bool wait) {
  Frame& frame = m_frames[m_oldest];
  Ticks ticks{};
  if (!frame.ended || !read(m_oldest * kMaxMarks, frame.marks, wait, ticks)) {
    return std::nullopt;
  }
  std::vector<double> seconds;
  for (std::uint32_t i = 0; i + 1 < frame.marks; ++i) {
    seconds.push_back(static_cast<double>((ticks[i + 1] - ticks[i]) & m_tickMask) * m_secondsPerTick);
  }
  frame = {};
  m_oldest = (m_oldest + 1) % kFrames;
  return seconds;
}

}  // namespace texeleton::viewport
