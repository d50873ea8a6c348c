#pragma once

#include <QMainWindow>

#include "app/editor/document/document.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/window/export_commands.h"
#include "app/editor/window/file_commands.h"
#include "app/editor/window/preset_commands.h"
#include "app/editor/window/window_actions.h"
#include "app/editor/window/window_docks.h"

namespace texeleton::editor {

/// The tool bar and the menu bar with the window's actions. They are recreated for another language.
class WindowMenus : public QObject {
  Q_OBJECT

 public:
  WindowMenus(QMainWindow& window, const WindowActions& actions, Document& document);

  /// `exports` adds its button and message at the end.
  void makeToolBar(ExportCommands& exports);
  void makeMenuBar(FileCommands& files, PresetCommands& presets, WindowDocks& docks, ViewportArea& viewport);
  /// Call before they are recreated.
  void removeToolBars();
  void removeMenus();

 private:
  void makeFileMenu(FileCommands& files);
  void makeEditMenu();
  void makeViewMenu(WindowDocks& docks, ViewportArea& viewport);
  void makeBakeMenu(PresetCommands& presets);
  void makeHelpMenu(FileCommands& files);
  void addMode(QToolBar& bar);

  QMainWindow& m_window;
  const WindowActions& m_actions;
  Document& m_document;
};

}  // namespace texeleton::editor
