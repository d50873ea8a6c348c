#pragma once

#include <QElapsedTimer>
#include <QPointF>
#include <QWindow>
#include <memory>
#include <optional>
#include <vector>

#include "viewport/frame_renderer.h"

namespace texeleton {

/// A window that shows a Scene; embeddable with QWidget::createWindowContainer. It survives hiding, resizing to
/// nothing, other screens and the loss of its device, which it makes anew.
///
/// Left drag orbits, Shift with left drag or middle drag pans, the wheel zooms at the pointer. A click selects the
/// instance under it, with Shift or Ctrl it adds it or takes it away; beside all it selects nothing. F frames what is
/// selected (nothing: all), Home frames all, Esc selects nothing. As in Blender 1, 3 and 7 look from the front, the
/// right and the top (with Ctrl from the other side), 5 changes between perspective and orthographic. Where two paths
/// are shown side by side, the line between them can be dragged.
class RhiWindow : public QWindow {
  Q_OBJECT

 public:
  /// `vulkanInstance`: for Vulkan, to share one; unset: one of its own.
  explicit RhiWindow(GpuBackend backend, std::shared_ptr<VulkanInstance> vulkanInstance = nullptr,
                     QWindow* parent = nullptr);
  ~RhiWindow() override;

  /// What is shown. After changing it, call requestUpdate(), unless it plays.
  Scene& scene() { return m_scene; }

  /// Draws frame after frame and moves the crowd's time on.
  void setPlaying(bool playing);
  bool isPlaying() const { return m_playing; }

  /// Null before the window was first shown, and while there is no GPU.
  GpuDevice* device() const { return m_device.get(); }
  const FrameRenderer* frames() const { return m_frames.get(); }
  std::uint64_t frameCount() const { return m_frameCount; }
  /// See FrameRenderer::setTiming; holds for devices to come too.
  void setTiming(bool timing);

  /// Moves the camera until the whole crowd is in the picture.
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
  /// The camera was moved by mouse or keyboard.
  void cameraMoved();
  /// Another selection than before; it is in scene().selection.
  void selectionChanged();
  /// The line between two paths was dragged.
  void splitMoved();
  /// Events fired in the frame that was shown: scene().events->lastStep().
  void eventsFired();
  /// Nothing can be drawn; why, and what to do. Once until it works again.
  void failed(const QString& message);

 protected:
  void exposeEvent(QExposeEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool prepareDevice();
  bool prepareSwapChain();
  void releaseSwapChain();
  void drawFrame();
  void say(const Error& error);
  float aspect() const;
  glm::vec2 placeOf(const QPointF& at) const;  ///< As rayThrough() has it.
  bool isAtSplit(const QPointF& at) const;
  void click(const QPointF& at, Qt::KeyboardModifiers modifiers);
  void playOn();

  GpuBackend m_backend;
  std::shared_ptr<VulkanInstance> m_vulkanInstance;
  std::unique_ptr<GpuDevice> m_device;
  std::unique_ptr<FrameRenderer> m_frames;
  std::unique_ptr<QRhiSwapChain> m_swapChain;
  std::unique_ptr<QRhiRenderPassDescriptor> m_descriptor;
  Scene m_scene;
  bool m_playing = false;
  bool m_timing = false;
  bool m_hasSwapChain = false;
  bool m_saidFailure = false;
  std::uint64_t m_frameCount = 0;
  QElapsedTimer m_sinceFrame;
  QPointF m_pointer;
  QPointF m_pressed;
  bool m_isClick = false;  ///< The pointer has not moved since the left button went down.
  bool m_isSplit = false;  ///< The line between two paths is being dragged.
};

}  // namespace texeleton
