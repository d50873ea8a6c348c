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
/// nothing, other screens and the loss of its device, which it makes anew.
///
/// Frames are made on a thread of their own, from a copy of the scene as it was when the frame began: a heavy scene or
/// a slow GPU does not stop the program from answering. Only where the system's OpenGL knows no threads, they are made
/// on the window's. While a frame is made, the next one waits; several wishes become one frame.
///
/// Drags move the camera as a NavigationScheme says, the wheel zooms at the pointer. A click selects the instance under
/// it, with Shift or Ctrl it adds it or takes it away; beside all it selects nothing. Where sockets or bones are shown,
/// a click on one picks that instead; a double click picks the mesh under it, a click with Alt the bone that moves the
/// surface there. F frames what is selected (nothing: all), Home frames all, Esc selects nothing. As in Blender 1, 3
/// and 7 look from the front, the right and the top (with Ctrl from the other side), 5 changes between perspective and
/// orthographic. Where two paths are shown side by side, the line between them can be dragged.
class RhiWindow : public QWindow {
  Q_OBJECT

 public:
  /// `vulkanInstance`: for Vulkan, to share one; unset: one of its own.
  explicit RhiWindow(GpuBackend backend, std::shared_ptr<VulkanInstance> vulkanInstance = nullptr,
                     QWindow* parent = nullptr);
  ~RhiWindow() override;

  /// The displayed scene. After changing it, call requestUpdate(), unless it plays. What it points to is not to be
  /// changed, but replaced: a frame may be looking at it. (Its events are; only this window advances them.)
  Scene& scene() { return m_scene; }
  const Scene& scene() const { return m_scene; }

  /// Draws frame after frame and moves the crowd's time on.
  void setPlaying(bool playing);
  bool isPlaying() const { return m_playing; }

  /// The last frame on the screen; null before the first one of a device, and while there is no GPU.
  const ShownFrame* lastFrame() const { return m_lastFrame ? &*m_lastFrame : nullptr; }
  std::uint64_t frameCount() const { return m_frameCount; }
  /// Whether frames are made on a thread of their own.
  bool isThreaded() const { return m_thread.isRunning(); }
  /// See FrameRenderer::setTiming; holds for devices to come too.
  void setTiming(bool timing) { m_timing = timing; }

  /// The buttons and modifier keys that move the camera.
  void setNavigation(NavigationScheme scheme) { m_navigation = scheme; }
  NavigationScheme navigation() const { return m_navigation; }

  /// Another camera; emits cameraMoved().
  void setCamera(const Camera& camera);
  /// Stands in the middle of the crowd, at eye height (standInCrowd()). Nothing without a scene.
  void standInTheCrowd();
  /// Moves the camera until the whole crowd and all lines are in the picture, where it stays when the window is
  /// resized, until the camera is moved otherwise.
  void frameAll();
  /// Moves it until what is selected is; nothing selected: all.
  void frameSelected();
  /// Instances, ascending; emits selectionChanged().
  void select(std::vector<std::uint32_t> instances);

  /// The device and all that is on it are thrown away, as after a loss; the next frame makes them anew.
  void resetDevice();

 signals:
  /// A frame was shown.
  void frameShown();
  /// The camera was moved: by mouse, keyboard or a command.
  void cameraMoved();
  /// Another selection than before; it is in scene().selection.
  void selectionChanged();
  /// A bone, socket or mesh was clicked; selecting it is left to who hears of it. `node`: of the model; invalid:
  /// nothing was clicked, or Esc pressed.
  void bonePicked(texeleton::NodeIndex node);
  /// Into BakedAnimation::sockets.
  void socketPicked(std::uint32_t socket);
  /// Into BakedAnimation::meshes.
  void meshPicked(std::uint32_t mesh);
  /// The line between two paths was dragged.
  void splitMoved();
  /// Events fired in the frame that was shown: scene().events->lastStep().
  void eventsFired();
  /// Emitted if the contents of the scene cannot be drawn, with the reason and the remedy. Once until it works again,
  /// or the window was hidden and is shown again. Frames of what the scene held before are not told.
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
  /// Lets the painter do something where it lives, and waits for it; a frame that is being made is ended first.
  template <class Do>
  void withPainter(const Do& what);
  void take(FrameOutcome outcome, std::uint64_t generation);
  void say(const Error& error);
  void frame(std::span<const glm::vec3> points);
  float aspect() const;
  glm::vec2 placeOf(const QPointF& at) const;  ///< As rayThrough() has it.
  bool isAtSplit(const QPointF& at) const;
  void click(const QPointF& at, Qt::KeyboardModifiers modifiers);
  bool pickOverlay(const QPointF& at);
  void playOn();

  WindowPainter::Target m_target;
  QThread m_thread;
  QObject m_worker;         ///< Lives on the thread; what it is sent runs there.
  WindowPainter m_painter;  ///< Used by the worker alone.
  Scene m_drawn;            ///< The scene that it draws; written between frames.
  bool m_isDrawing = false;
  bool m_wantsFrame = false;       ///< As soon as the one that is being made is done.
  std::uint64_t m_generation = 0;  ///< Frames of an earlier device count for nothing.
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
  bool m_isClick = false;  ///< The pointer has not moved since the left button went down.
  bool m_isSplit = false;  ///< The line between two paths is being dragged.
};

}  // namespace texeleton::viewport
