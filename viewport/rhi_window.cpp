#include "viewport/rhi_window.h"

#include <QColor>
#include <QMouseEvent>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QPlatformSurfaceEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/parallel.h"
#include "viewport/rhi/window_background.h"
#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/picking.h"

namespace texeleton::viewport {

namespace {

constexpr double kZoomPerNotch = 0.88;
constexpr double kWheelNotch = 120.0;
constexpr double kClickPoints = 4.0;       // A press that moves less is a click.
constexpr QColor kBackground(22, 24, 27);  // As dark as the background of frames.
constexpr double kPickPoints = 8.0;        // Picking radius of bones and sockets.
constexpr double kGrabPoints = 6.0;        // Grab radius of the line between two paths.
constexpr double kHudIntervalSeconds = 0.25;
constexpr double kLongestStepSeconds = 0.25;  // The crowd does not jump after a pause.

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

// Whether the backend can draw to a window from another thread than its own.
bool canThread([[maybe_unused]] GpuBackend backend) {
#if QT_CONFIG(opengl)
  return backend != GpuBackend::OpenGl || QOpenGLContext::supportsThreadedOpenGL();
#else
  return true;
#endif
}

// Updates `drawn` to `wanted`. Instances are copied only if they differ: there may be a million of them.
void bringUpToDate(Scene& drawn, const Scene& wanted) {
  drawn.animation = wanted.animation;
  drawn.skeleton = wanted.skeleton;
  if (drawn.crowd.revision() != wanted.crowd.revision()) {
    drawn.crowd = wanted.crowd;
  } else {
    drawn.crowd.setTime(wanted.crowd.seconds());
  }
  drawn.camera = wanted.camera;
  drawn.view = wanted.view;
  drawn.poses = wanted.poses;
  drawn.selection = wanted.selection;
  drawn.lines = wanted.lines;
  drawn.capsules = wanted.capsules;
  drawn.attachments = wanted.attachments;
  drawn.gizmo = wanted.gizmo;
  drawn.events = wanted.events;
}

// Whether both scenes would fail for the same reason.
bool asksForTheSame(const Scene& a, const Scene& b) {
  return a.animation == b.animation && a.skeleton == b.skeleton && a.crowd.revision() == b.crowd.revision() &&
         a.view.path == b.view.path && a.view.comparedPath == b.view.comparedPath &&
         a.view.comparison == b.view.comparison && a.view.mode == b.view.mode;
}

}  // namespace

RhiWindow::RhiWindow(GpuBackend backend, std::shared_ptr<VulkanInstance> vulkanInstance, QWindow* parent)
    : QWindow(parent) {
  m_target = {this, backend, std::move(vulkanInstance), nullptr};
  setSurfaceType(surfaceTypeOf(backend));
  if (backend == GpuBackend::OpenGl) {
    setFormat(openGlFormat());
  }
#if QT_CONFIG(vulkan)
  if (backend == GpuBackend::Vulkan) {
    if (!m_target.vulkanInstance) {
      // Without Vulkan the window stays empty, and the first frame reports why.
      m_target.vulkanInstance = VulkanInstance::create(false).value_or(nullptr);
    }
    if (m_target.vulkanInstance) {
      setVulkanInstance(&m_target.vulkanInstance->get());
    } else {
      setSurfaceType(QSurface::RasterSurface);
    }
  }
#endif
}

RhiWindow::~RhiWindow() {
  resetDevice();
  m_thread.quit();
  m_thread.wait();
  // The platform window's Vulkan surface must be destroyed before the instance.
  destroy();
}

void RhiWindow::startThread() {
  if (m_thread.isRunning() || !canThread(m_target.backend)) {
    return;
  }
  m_thread.setObjectName("texeleton-frames");
  m_worker.moveToThread(&m_thread);
  m_thread.start();
  QMetaObject::invokeMethod(
      &m_worker, [] { standBack(StandBack::Frames); }, Qt::QueuedConnection);
}

template <class Do>
void RhiWindow::withPainter(const Do& what) {
  QMetaObject::invokeMethod(&m_worker, what, isThreaded() ? Qt::BlockingQueuedConnection : Qt::DirectConnection);
}

void RhiWindow::setPlaying(bool playing) {
  m_playing = playing;
  m_sinceFrame.invalidate();
  requestUpdate();
}

void RhiWindow::frame(std::span<const glm::vec3> points) {
  m_scene.camera.framePoints(points, aspect());
  m_framed = {m_scene.camera, {points.begin(), points.end()}};
  requestUpdate();
}

void RhiWindow::frameAll() { frame(sceneOutline(m_scene)); }

void RhiWindow::resetCamera() {
  m_scene.camera = {};
  frameAll();
}

void RhiWindow::frameSelected() { frame(selectionOutline(m_scene)); }

void RhiWindow::setCamera(const Camera& camera) {
  m_scene.camera = camera;
  emit cameraMoved();
  requestUpdate();
}

void RhiWindow::standInTheCrowd() {
  if (m_scene.animation) {
    setCamera(standInCrowd(m_scene.camera, m_scene.crowd, m_scene.animation->bounds));
  }
}

// A framed view is framed again at the new size until the camera is moved.
void RhiWindow::resizeEvent(QResizeEvent*) {
  if (!m_framed.points.empty() && m_scene.camera == m_framed.camera) {
    m_scene.camera.framePoints(m_framed.points, aspect());
    m_framed.camera = m_scene.camera;
    requestUpdate();
  }
}

void RhiWindow::select(std::vector<std::uint32_t> instances) {
  if (instances != m_scene.selection) {
    m_scene.selection = std::move(instances);
    emit selectionChanged();
    requestUpdate();
  }
}

// Picks objects drawn over the crowd.
bool RhiWindow::pickOverlay(const QPointF& at) {
  const float reach = 2.0f * static_cast<float>(kPickPoints) / static_cast<float>(std::max(height(), 1));
  const PickPlace place{placeOf(at), aspect(), reach};
  if (m_scene.view.sockets || m_scene.view.socketObjects) {
    if (const auto socket = pickSocket(m_scene, place)) {
      emit socketPicked(*socket);
      return true;
    }
  }
  if (m_scene.view.skeleton != SkeletonView::Hidden) {
    if (const NodeIndex bone = pickBone(m_scene, place); bone.isValid()) {
      emit bonePicked(bone);
      return true;
    }
  }
  return false;
}

void RhiWindow::click(const QPointF& at, Qt::KeyboardModifiers modifiers) {
  if (modifiers == Qt::NoModifier && pickOverlay(at)) {
    return;
  }
  const auto picked = pick(m_scene, rayThrough(m_scene.camera, placeOf(at), aspect()));
  if (modifiers.testFlag(Qt::AltModifier)) {
    const NodeIndex bone =
        picked && m_scene.skeleton ? boneOfVertex(m_scene.skeleton->model(), picked->vertex) : NodeIndex();
    if (bone.isValid()) {
      emit bonePicked(bone);
    }
    return;
  }
  if (!picked && modifiers == Qt::NoModifier) {
    emit bonePicked({});
  }
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
  withPainter([this] { m_painter.release(); });
  ++m_generation;
  m_lastFrame.reset();
}

float RhiWindow::aspect() const {
  return static_cast<float>(std::max(width(), 1)) / static_cast<float>(std::max(height(), 1));
}

void RhiWindow::say(const Error& error) {
  if (!m_saidFailure) {
    m_saidFailure = true;
    emit failed(error);
  }
}

void RhiWindow::drawFrame() {
  if (!isExposed()) {
    return;
  }
  if (m_isDrawing) {
    m_wantsFrame = true;
    return;
  }
  m_wantsFrame = false;
#if QT_CONFIG(vulkan)
  if (m_target.backend == GpuBackend::Vulkan && m_target.vulkanInstance) {
    // Created on the window's thread; the painter reuses it.
    QVulkanInstance::surfaceForWindow(this);
  }
#endif
  if (m_target.backend == GpuBackend::OpenGl && !m_target.fallbackSurface) {
    m_target.fallbackSurface = makeFallbackSurface();
  }
  startThread();
  playOn();
  bringUpToDate(m_drawn, m_scene);
  m_isDrawing = true;
  const auto draw = [this, generation = m_generation, timing = m_timing] {
    FrameOutcome outcome = m_painter.draw(m_target, m_drawn, timing);
    QMetaObject::invokeMethod(
        this, [this, generation, outcome = std::move(outcome)] { take(outcome, generation); },
        isThreaded() ? Qt::QueuedConnection : Qt::DirectConnection);
  };
  QMetaObject::invokeMethod(&m_worker, draw, isThreaded() ? Qt::QueuedConnection : Qt::DirectConnection);
}

void RhiWindow::take(FrameOutcome outcome, std::uint64_t generation) {
  m_isDrawing = false;
  const bool isShown = outcome.shown.has_value();
  // An error of an outdated frame says nothing about the current scene; another frame is drawn.
  const bool isOfBefore = outcome.error && !asksForTheSame(m_drawn, m_scene);
  if (generation == m_generation) {
    if (outcome.error && !isOfBefore) {
      say(*outcome.error);
    }
    if (isShown) {
      m_saidFailure = outcome.error.has_value();
      m_lastFrame = std::move(outcome.shown);
      ++m_frameCount;
      emit frameShown();
    } else if (outcome.wantsAgain) {
      m_lastFrame.reset();
    }
  }
  const bool wantsFrame = m_wantsFrame || isOfBefore || outcome.wantsAgain || generation != m_generation;
  if (wantsFrame || (m_playing && isShown)) {
    requestUpdate();
  }
}

void RhiWindow::exposeEvent(QExposeEvent*) {
  if (isExposed()) {
    drawFrame();
  } else {
    m_saidFailure = false;  // Report the failure again when the window is shown again.
    m_sinceFrame.invalidate();
  }
}

bool RhiWindow::event(QEvent* event) {
  if (event->type() == QEvent::UpdateRequest) {
    drawFrame();
  } else if (event->type() == QEvent::PlatformSurface) {
    if (static_cast<QPlatformSurfaceEvent*>(event)->surfaceEventType() == QPlatformSurfaceEvent::SurfaceCreated) {
      setWindowBackground(*this, kBackground);
    } else {
      withPainter([this] { m_painter.releaseSwapChain(); });
    }
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

void RhiWindow::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || isAtSplit(event->position())) {
    return;
  }
  const auto picked = pick(m_scene, rayThrough(m_scene.camera, placeOf(event->position()), aspect()));
  const auto mesh = picked ? meshOfTriangle(*m_scene.animation, picked->firstIndex) : std::nullopt;
  if (mesh) {
    emit meshPicked(*mesh);
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
    return;  // Small movements during a click do not turn the camera.
  }
  m_isClick = false;
  const QPointF moved = event->position() - m_pointer;
  m_pointer = event->position();
  const float height = static_cast<float>(std::max(this->height(), 1));
  const glm::vec2 by(static_cast<float>(moved.x()) / height, static_cast<float>(moved.y()) / height);
  const NavigationMove wanted = moveOf(m_navigation, event->buttons(), event->modifiers());
  if (wanted == NavigationMove::None) {
    return;
  }
  navigate(m_scene.camera, wanted, by);
  emit cameraMoved();
  requestUpdate();
}

void RhiWindow::wheelEvent(QWheelEvent* event) {
  const double notches = static_cast<double>(event->angleDelta().y()) / kWheelNotch;
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
      resetCamera();
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
      emit bonePicked({});
      return;
    default:
      QWindow::keyPressEvent(event);
      return;
  }
  emit cameraMoved();
  requestUpdate();
}

}  // namespace texeleton::viewport
