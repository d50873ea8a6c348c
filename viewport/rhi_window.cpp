#include "viewport/rhi_window.h"

#include <QMouseEvent>
#include <QPlatformSurfaceEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "viewport/scene/picking.h"

namespace texeleton {

namespace {

constexpr float kRadiansPerHeight = 3.2f;  // A drag over the height of the window turns about half-way around.
constexpr double kZoomPerNotch = 0.88;
constexpr double kNotch = 120.0;
constexpr double kClickPoints = 4.0;  // A press that moves less is a click.
constexpr double kGrabPoints = 6.0;   // How near the line between two paths it can be taken.
constexpr double kHudIntervalSeconds = 0.25;
constexpr double kLongestStepSeconds = 0.25;  // After a pause the crowd does not jump.

QSurface::SurfaceType surfaceTypeOf(GpuBackend backend) {
  switch (backend) {
    case GpuBackend::Vulkan:
      return QSurface::VulkanSurface;
    case GpuBackend::OpenGl:
      return QSurface::OpenGLSurface;
    case GpuBackend::Metal:
      return QSurface::MetalSurface;
    case GpuBackend::Direct3D11:
    case GpuBackend::Direct3D12:
      break;
  }
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
  return QSurface::Direct3DSurface;
#else
  return QSurface::OpenGLSurface;
#endif
}

}  // namespace

RhiWindow::RhiWindow(GpuBackend backend, std::shared_ptr<VulkanInstance> vulkanInstance, QWindow* parent)
    : QWindow(parent), m_backend(backend), m_vulkanInstance(std::move(vulkanInstance)) {
  setSurfaceType(surfaceTypeOf(backend));
  if (backend == GpuBackend::OpenGl) {
    setFormat(openGlFormat());
  }
#if QT_CONFIG(vulkan)
  if (backend == GpuBackend::Vulkan) {
    if (!m_vulkanInstance) {
      // Without Vulkan the window stays empty, and the first frame says why.
      m_vulkanInstance = VulkanInstance::create(false).value_or(nullptr);
    }
    if (m_vulkanInstance) {
      setVulkanInstance(&m_vulkanInstance->get());
    } else {
      setSurfaceType(QSurface::RasterSurface);
    }
  }
#endif
}

RhiWindow::~RhiWindow() {
  resetDevice();
  // The platform window has a Vulkan surface that must go before the instance.
  destroy();
}

void RhiWindow::setPlaying(bool playing) {
  m_playing = playing;
  m_sinceFrame.invalidate();
  requestUpdate();
}

void RhiWindow::setTiming(bool timing) {
  m_timing = timing;
  if (m_frames) {
    m_frames->setTiming(timing);
  }
}

void RhiWindow::frameAll() {
  m_scene.camera.framePoints(m_scene.crowd.outline(), aspect());
  requestUpdate();
}

void RhiWindow::frameSelected() {
  m_scene.camera.framePoints(selectionOutline(m_scene), aspect());
  requestUpdate();
}

void RhiWindow::select(std::vector<std::uint32_t> instances) {
  if (instances != m_scene.selection) {
    m_scene.selection = std::move(instances);
    emit selectionChanged();
    requestUpdate();
  }
}

void RhiWindow::click(const QPointF& at, Qt::KeyboardModifiers modifiers) {
  const auto picked = pick(m_scene, rayThrough(m_scene.camera, placeOf(at), aspect()));
  const bool adds = modifiers.testFlag(Qt::ShiftModifier) || modifiers.testFlag(Qt::ControlModifier);
  std::vector<std::uint32_t> selection;
  if (adds) {
    selection = m_scene.selection;
  }
  if (picked) {
    const auto place = std::lower_bound(selection.begin(), selection.end(), picked->instance);
    if (place != selection.end() && *place == picked->instance) {
      selection.erase(place);
    } else {
      selection.insert(place, picked->instance);
    }
  }
  select(std::move(selection));
}

glm::vec2 RhiWindow::placeOf(const QPointF& at) const {
  return {2.0f * static_cast<float>(at.x()) / static_cast<float>(std::max(width(), 1)) - 1.0f,
          1.0f - 2.0f * static_cast<float>(at.y()) / static_cast<float>(std::max(height(), 1))};
}

bool RhiWindow::isAtSplit(const QPointF& at) const {
  const ViewOptions& view = m_scene.view;
  return view.isComparing() && view.comparison == Comparison::Split &&
         std::abs(at.x() - static_cast<double>(view.splitAt) * width()) <= kGrabPoints;
}

void RhiWindow::playOn() {
  if (m_playing) {
    const double passed = m_sinceFrame.isValid() ? static_cast<double>(m_sinceFrame.nsecsElapsed()) * 1e-9 : 0.0;
    m_sinceFrame.start();
    m_scene.crowd.setTime(m_scene.crowd.seconds() + std::min(passed, kLongestStepSeconds));
  }
  if (m_scene.events) {
    m_scene.events->advance(m_scene.crowd);
    if (!m_scene.events->lastStep().empty()) {
      emit eventsFired();
    }
  }
  m_scene.view.pixelRatio = static_cast<float>(devicePixelRatio());
  m_scene.view.hudIntervalSeconds = kHudIntervalSeconds;
}

void RhiWindow::resetDevice() {
  releaseSwapChain();
  m_frames.reset();
  m_device.reset();
}

float RhiWindow::aspect() const {
  return static_cast<float>(std::max(width(), 1)) / static_cast<float>(std::max(height(), 1));
}

void RhiWindow::say(const Error& error) {
  if (!m_saidFailure) {
    m_saidFailure = true;
    emit failed(QString::fromStdString(describe(error)));
  }
}

bool RhiWindow::prepareDevice() {
  if (m_device) {
    return true;
  }
  GpuDeviceOptions options;
  options.backend = m_backend;
  options.window = this;
  options.vulkanInstance = m_vulkanInstance;
  auto device = GpuDevice::create(options);
  if (!device) {
    say(device.error());
    return false;
  }
  m_device = std::move(*device);
  m_frames = std::make_unique<FrameRenderer>(*m_device);
  m_frames->setTiming(m_timing);
  return true;
}

bool RhiWindow::prepareSwapChain() {
  if (!m_swapChain) {
    m_swapChain.reset(m_device->rhi().newSwapChain());
    m_swapChain->setWindow(this);
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

void RhiWindow::releaseSwapChain() {
  // Not destroyed to be created again: QRhi 6.4 then submits fences that it has not reset.
  m_hasSwapChain = false;
  m_descriptor.reset();
  m_swapChain.reset();
}

void RhiWindow::drawFrame() {
  if (!isExposed() || !prepareDevice() || !prepareSwapChain()) {
    return;
  }
  playOn();
  QRhi& rhi = m_device->rhi();
  QRhi::FrameOpResult result = rhi.beginFrame(m_swapChain.get());
  if (result == QRhi::FrameOpSwapChainOutOfDate) {
    m_hasSwapChain = m_swapChain->createOrResize();
    result = m_hasSwapChain ? rhi.beginFrame(m_swapChain.get()) : QRhi::FrameOpError;
  }
  if (result == QRhi::FrameOpSuccess) {
    const auto drawn =
        m_frames->render(m_scene, *m_swapChain->currentFrameCommandBuffer(), *m_swapChain->currentFrameRenderTarget());
    if (drawn) {
      m_saidFailure = false;
    } else {
      say(drawn.error());
    }
    result = rhi.endFrame(m_swapChain.get());
  }
  if (result == QRhi::FrameOpDeviceLost) {
    resetDevice();
    requestUpdate();
    return;
  }
  if (result == QRhi::FrameOpSuccess) {
    ++m_frameCount;
    emit frameShown();
  }
  if (m_playing || result == QRhi::FrameOpSwapChainOutOfDate) {
    requestUpdate();
  }
}

void RhiWindow::exposeEvent(QExposeEvent*) {
  if (isExposed()) {
    drawFrame();
  } else {
    m_sinceFrame.invalidate();
  }
}

bool RhiWindow::event(QEvent* event) {
  if (event->type() == QEvent::UpdateRequest) {
    drawFrame();
  } else if (event->type() == QEvent::PlatformSurface &&
             static_cast<QPlatformSurfaceEvent*>(event)->surfaceEventType() ==
                 QPlatformSurfaceEvent::SurfaceAboutToBeDestroyed) {
    releaseSwapChain();
  }
  return QWindow::event(event);
}

void RhiWindow::mousePressEvent(QMouseEvent* event) {
  m_pointer = m_pressed = event->position();
  m_isSplit = event->button() == Qt::LeftButton && isAtSplit(m_pointer);
  m_isClick = event->button() == Qt::LeftButton && !m_isSplit;
}

void RhiWindow::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    if (std::exchange(m_isClick, false)) {
      click(event->position(), event->modifiers());
    }
    m_isSplit = false;
  }
}

void RhiWindow::mouseMoveEvent(QMouseEvent* event) {
  if (m_isSplit) {
    const double share = event->position().x() / std::max(width(), 1);
    m_scene.view.splitAt = static_cast<float>(std::clamp(share, 0.0, 1.0));
    emit splitMoved();
    requestUpdate();
    return;
  }
  if (m_isClick && (event->position() - m_pressed).manhattanLength() < kClickPoints) {
    return;  // A hand that shakes does not turn the camera.
  }
  m_isClick = false;
  const QPointF moved = event->position() - m_pointer;
  m_pointer = event->position();
  const float height = static_cast<float>(std::max(this->height(), 1));
  const glm::vec2 by(static_cast<float>(moved.x()) / height, static_cast<float>(moved.y()) / height);
  const bool left = event->buttons().testFlag(Qt::LeftButton);
  if (event->buttons().testFlag(Qt::MiddleButton) || (left && event->modifiers().testFlag(Qt::ShiftModifier))) {
    m_scene.camera.pan(by);
  } else if (left) {
    m_scene.camera.orbit(-by.x * kRadiansPerHeight, by.y * kRadiansPerHeight);
  } else {
    return;
  }
  emit cameraMoved();
  requestUpdate();
}

void RhiWindow::wheelEvent(QWheelEvent* event) {
  const double notches = static_cast<double>(event->angleDelta().y()) / kNotch;
  m_scene.camera.zoom(static_cast<float>(std::pow(kZoomPerNotch, notches)), placeOf(event->position()), aspect());
  emit cameraMoved();
  requestUpdate();
}

void RhiWindow::keyPressEvent(QKeyEvent* event) {
  const bool other = event->modifiers().testFlag(Qt::ControlModifier);
  Camera& camera = m_scene.camera;
  switch (event->key()) {
    case Qt::Key_F:
      frameSelected();
      break;
    case Qt::Key_Home:
      frameAll();
      break;
    case Qt::Key_1:
      camera.lookFrom(other ? ViewFrom::Back : ViewFrom::Front);
      break;
    case Qt::Key_3:
      camera.lookFrom(other ? ViewFrom::Left : ViewFrom::Right);
      break;
    case Qt::Key_7:
      camera.lookFrom(other ? ViewFrom::Bottom : ViewFrom::Top);
      break;
    case Qt::Key_5:
      camera.orthographic = !camera.orthographic;
      break;
    case Qt::Key_Escape:
      select({});
      return;
    default:
      QWindow::keyPressEvent(event);
      return;
  }
  emit cameraMoved();
  requestUpdate();
}

}  // namespace texeleton
