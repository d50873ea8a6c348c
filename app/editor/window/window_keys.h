#pragma once

#include <QKeyEvent>
#include <QMainWindow>

#include "app/editor/document/playback.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/window/window_docks.h"

namespace texeleton::editor {

/// Keys that no control handles, wherever they are pressed: in the window, a floating dock, or the viewport's own
/// window; and the Tab order. After a dialog of the window, keys go to the viewport. Dialogs get Alt keys.
class WindowKeys : public QObject {
  Q_OBJECT

 public:
  WindowKeys(QMainWindow& window, const WindowDocks& docks, Playback& playback);

  /// Listens to separate windows: the current docks and the viewport, whose camera keys move.
  void listenTo(ViewportArea& viewport);
  /// Returns false for keys without a function.
  bool handle(const QKeyEvent& event);
  /// Moves the focus to the next visible widget that accepts Tab. Returns false if there is no other.
  bool goOnFrom(QWidget& from, bool next);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void leaveDialog();

  QMainWindow& m_window;
  const WindowDocks& m_docks;
  Playback& m_playback;
  ViewportArea* m_viewport = nullptr;
};

}  // namespace texeleton::editor
