#pragma once

#include <QKeySequence>
#include <QMainWindow>
#include <QPointer>

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
  /// Adds an entry that sends a standard key to the focused control.
  QAction* addKey(QMenu& menu, const QString& text, QKeySequence::StandardKey key);

  QMainWindow& m_window;
  const WindowActions& m_actions;
  Document& m_document;
  QPointer<QWidget> m_focused;  ///< The focused control, also while a menu is open.
};

}  // namespace texeleton::editor
