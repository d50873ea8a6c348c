#include "viewport/window_painter.h"

#include <utility>

namespace texeleton::viewport {

namespace {

// Vertices a frame while impostors are being made: about a hundredth of a second.
constexpr std::uint64_t kImpostorVertices = 2'000'000;
constexpr std::uint64_t kImpostorVerticesInSoftware = 50'000;

}  // namespace

WindowPainter::~WindowPainter() { release(); }

Result<void> WindowPainter::prepareDevice(const Target& target) {
  if (m_device) {
    return {};
  }
  GpuDeviceOptions options;
  options.backend = target.backend;
  options.window = target.window;
  options.vulkanInstance = target.vulkanInstance;
  options.fallbackSurface = target.fallbackSurface;
  auto device = GpuDevice::create(options);
  TRY(device);
  m_device = std::move(*device);
  m_frames = std::make_unique<FrameRenderer>(*m_device);
  m_frames->setImpostorVertices(m_device->isSoftware() ? kImpostorVerticesInSoftware : kImpostorVertices);
  return {};
}

bool WindowPainter::prepareSwapChain(QWindow& window) {
  if (!m_swapChain) {
    m_swapChain.reset(m_device->rhi().newSwapChain());
    m_swapChain->setWindow(&window);
    m_descriptor.reset(m_swapChain->newCompatibleRenderPassDescriptor());
    m_swapChain->setRenderPassDescriptor(m_descriptor.get());
  }
  const QSize wanted = m_swapChain->surfacePixelSize();
  if (wanted.isEmpty()) {
    return false;
  }
  if (!m_hasSwapChain || m_swapChain->currentPixelSize() != wanted) {
    m_hasSwapChain = m_swapChain->createOrResize();
  }
  return m_hasSwapChain;
}

void WindowPainter::releaseSwapChain() {
  // Not destroyed and recreated, because QRhi 6.4 then submits fences that it has not reset.
  m_hasSwapChain = false;
  m_descriptor.reset();
  m_swapChain.reset();
}

void WindowPainter::release() {
  releaseSwapChain();
  m_frames.reset();
  m_device.reset();
}

FrameOutcome WindowPainter::draw(const Target& target, const Scene& scene, bool timing) {
  FrameOutcome outcome;
  if (auto ready = prepareDevice(target); !ready) {
    outcome.error = std::move(ready.error());
    return outcome;
  }
  if (!prepareSwapChain(*target.window)) {
    return outcome;
  }
  m_frames->setTiming(timing);
  QRhi& rhi = m_device->rhi();
  QRhi::FrameOpResult result = rhi.beginFrame(m_swapChain.get());
  if (result == QRhi::FrameOpSwapChainOutOfDate) {
    m_hasSwapChain = m_swapChain->createOrResize();
    result = m_hasSwapChain ? rhi.beginFrame(m_swapChain.get()) : QRhi::FrameOpError;
  }
  if (result == QRhi::FrameOpSuccess) {
    QRhiCommandBuffer& commands = *m_swapChain->currentFrameCommandBuffer();
    QRhiRenderTarget& picture = *m_swapChain->currentFrameRenderTarget();
    if (const auto drawn = m_frames->render(scene, commands, picture); !drawn) {
      outcome.error = drawn.error();
      // The picture's contents are undefined: of an earlier frame or another window.
      commands.beginPass(&picture, Qt::black, {1.0f, 0});
      commands.endPass();
    }
    result = rhi.endFrame(m_swapChain.get());
  }
  if (result == QRhi::FrameOpDeviceLost) {
    release();
    outcome.wantsAgain = true;
    return outcome;
  }
  outcome.wantsAgain = result == QRhi::FrameOpSwapChainOutOfDate || m_frames->awaitsImpostors();
  if (result == QRhi::FrameOpSuccess) {
    outcome.shown = ShownFrame{m_device->backend(),
                               m_device->deviceName(),
                               m_device->canTessellate(),
                               m_frames->statistics(),
                               m_frames->comparedStatistics(),
                               m_frames->heatLimitMillimetres(),
                               scene.view,
                               scene.animation.get()};
  }
  return outcome;
}

}  // namespace texeleton::viewport
