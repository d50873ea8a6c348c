#pragma once

#include <QDropEvent>
#include <QMainWindow>
#include <QMimeData>
#include <QUrl>
#include <filesystem>
#include <vector>

#include "app/editor/window/drop_frame.h"
#include "app/editor/window/file_commands.h"
#include "app/editor/window/notices.h"
#include "app/editor/window/source_commands.h"
#include "app/editor/window/window_panels.h"

namespace texeleton::editor {

/// Files dragged over the window: shows the effect, and opens them when dropped.
class WindowDrops : public QObject {
  Q_OBJECT

 public:
  WindowDrops(QMainWindow& window, Workshop& workshop, const WindowPanels& panels, FileCommands& files,
              SourceCommands& sources, Notices& notices);

  /// The viewport is a native window, whose drops do not reach the main window by themselves.
  void listenTo(ViewportArea& viewport);
  void enter(QDragEnterEvent& event);
  void move(QDragMoveEvent& event);
  void leave();
  void drop(QDropEvent& event);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isOverClips(const QPoint& place) const;
  void showAt(const QPoint& place, const QMimeData& dragged);
  void take(QDropEvent& event, bool onClips);
  void open(const QList<QUrl>& urls, bool onClips);
  void openSeveral(std::vector<std::filesystem::path> files);

  QMainWindow& m_window;
  Workshop& m_workshop;
  Document& m_document;
  const WindowPanels& m_panels;
  FileCommands& m_files;
  SourceCommands& m_sources;
  Notices& m_notices;
  DropFrame* m_frame = nullptr;
};

}  // namespace texeleton::editor
