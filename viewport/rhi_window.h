#pragma once

#include <QElapsedTimer>
#include <QPointF>
#include <QThread>
#include <QWindow>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "viewport/navigation.h"
#include "viewport/window_painter.h"

namespace texeleton::viewport {

/// A window that shows a Scene; embeddable with QWidget::createWindowContainer. It survives hiding, resizing to
/// nothing, moving between screens and the loss of its device, which it recreates.
///
/// Frames are rendered on a separate thread from a copy of the scene taken when the frame began, so that heavy scenes
/// and slow GPUs do not block the program. If the system's OpenGL does not support threads, they are rendered on the
/// window's thread. Requests during a frame are merged into one next frame.
///
/// Drags move the camera as a NavigationScheme defines; the wheel zooms at the pointer. A click selects the instance
/// under it; with Shift or Ctrl it toggles it; a click beside all instances clears the selection. Where sockets or
/// bones are shown, a click picks them first; a double click picks the mesh under it; a click with Alt picks the bone
/// that moves the surface there. F frames the selection (or all), Home frames all, Esc clears the selection. As in
/// Blender, 1, 3 and 7 show the front, right and top view (with Ctrl the opposite one), and 5 toggles orthographic.
/// Where two paths are shown side by side, the line between them can be dragged.
class RhiWindow : public QWindow {
  Q_OBJECT

 public:
  /// `vulkanInstance`: a shared instance; unset: the window creates its own.
  explicit RhiWindow(GpuBackend backend, std::shared_ptr<VulkanInstance> vulkanInstance = nullptr,
                     QWindow* parent = nullptr);
  ~RhiWindow() override;

  /// The displayed scene. Call requestUpdate() after changing it, unless it plays. Replace the objects it points to
  /// instead of changing them, because a frame may be reading them (except its events, which only this window
  /// advances).
  Scene& scene() { return m_scene; }
  const Scene& scene() const { return m_scene; }

  /// Draws frames continuously and advances the crowd's time.
  void setPlaying(bool playing);
  bool isPlaying() const { return m_playing; }

  /// The last frame on the screen; null before the first frame of a device and without a GPU.
  const ShownFrame* lastFrame() const { return m_lastFrame ? &*m_lastFrame : nullptr; }
  std::uint64_t frameCount() const { return m_frameCount; }
  /// Whether frames are rendered on a separate thread.
  bool isThreaded() const { return m_thread.isRunning(); }
  /// See FrameRenderer::setTiming; also applies to devices created later.
  void setTiming(bool timing) { m_timing = timing; }

  /// The scheme of mouse buttons and modifier keys that move the camera.
  void setNavigation(NavigationScheme scheme) { m_navigation = scheme; }
  NavigationScheme navigation() const { return m_navigation; }

  /// Sets the camera; emits cameraMoved().
  void setCamera(const Camera& camera);
  /// Places the camera in the middle of the crowd at eye height (standInCrowd()). Does nothing without an animation.
  void standInTheCrowd();
  /// Frames the whole crowd and all lines, and keeps them framed when the window is resized, until the camera is moved.
  void frameAll();
  /// The camera of a new scene, with everything in the picture.
  void resetCamera();
  /// Frames the selection; everything if nothing is selected.
  void frameSelected();
  /// Selects instances, which must be ascending; emits selectionChanged().
  void select(std::vector<std::uint32_t> instances);

  /// Destroys the device and all its resources, as after a device loss; the next frame recreates them.
  void resetDevice();

 signals:
  /// A frame was presented.
  void frameShown();
  /// The camera was moved by mouse, keyboard or a command.
  void cameraMoved();
  /// The selection, which is in scene().selection, has changed.
  void selectionChanged();
  /// A bone was clicked; the receiver decides about selecting it. `node`: of the model; invalid: the click hit nothing,
  /// or Esc was pressed.
  void bonePicked(texeleton::NodeIndex node);
  /// Index into BakedAnimation::sockets.
  void socketPicked(std::uint32_t socket);
  /// Index into BakedAnimation::meshes.
  void meshPicked(std::uint32_t mesh);
  /// The line between two paths was dragged.
  void splitMoved();
  /// Events fired in the frame that was shown: scene().events->lastStep().
  void eventsFired();
  /// The scene cannot be drawn; `error` has the reason and the remedy. Emitted once until drawing works again or the
  /// window is hidden and shown again. Errors of outdated scenes are not reported.
  void failed(const texeleton::Error& error);

 protected:
  void exposeEvent(QExposeEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void startThread();
  void drawFrame();
  /// Runs a function on the painter's thread and waits for it; a frame in progress is completed first.
  template <class Do>
  void withPainter(const Do& what);
  void take(FrameOutcome outcome, std::uint64_t generation);
  void say(const Error& error);
  void frame(std::span<const glm::vec3> points);
  float aspect() const;
  glm::vec2 placeOf(const QPointF& at) const;  ///< In the coordinates of rayThrough().
  bool isAtSplit(const QPointF& at) const;
  void click(const QPointF& at, Qt::KeyboardModifiers modifiers);
  bool pickOverlay(const QPointF& at);
  void playOn();

  WindowPainter::Target m_target;
  QThread m_thread;
  QObject m_worker;         ///< Lives on m_thread; calls sent to it run there.
  WindowPainter m_painter;  ///< Used only by the worker.
  Scene m_drawn;            ///< The scene being drawn; written between frames.
  bool m_isDrawing = false;
  bool m_wantsFrame = false;       ///< Another frame is due when the current one is done.
  std::uint64_t m_generation = 0;  ///< Frames of earlier generations (devices) are ignored.
  std::optional<ShownFrame> m_lastFrame;
  Scene m_scene;
  struct Framed {
    Camera camera;
    std::vector<glm::vec3> points;
  };
  Framed m_framed;  ///< The last framing.
  NavigationScheme m_navigation = NavigationScheme::Texeleton;
  bool m_playing = false;
  bool m_timing = false;
  bool m_saidFailure = false;
  std::uint64_t m_frameCount = 0;
  QElapsedTimer m_sinceFrame;
  QPointF m_pointer;
  QPointF m_pressed;
  bool m_isClick = false;  ///< The pointer has not moved since the left button was pressed.
  bool m_isSplit = false;  ///< The line between two paths is being dragged.
};

}  // namespace texeleton::viewport
