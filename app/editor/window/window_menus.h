#pragma once

#include <QMainWindow>

#include "app/editor/document/document.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/window/export_commands.h"
#include "app/editor/window/file_commands.h"
#include "app/editor/window/window_actions.h"
#include "app/editor/window/window_docks.h"

namespace texeleton::editor {

/// Where the window's actions stand: the tool bar and the menu bar. They are made anew in another language.
class WindowMenus : public QObject {
  Q_OBJECT

 public:
  WindowMenus(QMainWindow& window, const WindowActions& actions, Document& document);

  /// `exports` puts its button and what it says at the bar's end.
  void makeToolBar(ExportCommands& exports);
  void makeMenuBar(FileCommands& files, WindowDocks& docks, ViewportArea& viewport);
  /// Before they are made anew.
  void removeToolBars();
  void removeMenus();

 private:
  void makeFileMenu(FileCommands& files);
  void makeEditMenu();
  void makeViewMenu(WindowDocks& docks, ViewportArea& viewport);
  void makeBakeMenu();
  void makeHelpMenu(FileCommands& files);
  void addMode(QToolBar& bar);

  QMainWindow& m_window;
  const WindowActions& m_actions;
  Document& m_document;
};

}  // namespace texeleton::editor
