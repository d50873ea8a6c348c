#pragma once

#include <QKeyEvent>
#include <QMainWindow>

#include "app/editor/document/playback.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/window/window_docks.h"

namespace texeleton::editor {

/// Keys that no control wants for itself, wherever they are pressed: in the window, in a dock that floats, in the
/// viewport's own window. And where Tab leads.
class WindowKeys : public QObject {
  Q_OBJECT

 public:
  WindowKeys(QMainWindow& window, const WindowDocks& docks, Playback& playback);

  /// Listens to windows of their own: the docks as they are now and the viewport, whose camera keys move.
  void listenTo(ViewportArea& viewport);
  /// False: the key means nothing here.
  bool handle(const QKeyEvent& event);
  /// Gives the focus to the next widget in sight that takes it by Tab. False: there is no other.
  bool goOnFrom(QWidget& from, bool next);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QMainWindow& m_window;
  const WindowDocks& m_docks;
  Playback& m_playback;
  ViewportArea* m_viewport = nullptr;
};

}  // namespace texeleton::editor
