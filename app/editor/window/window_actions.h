#pragma once

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QUndoStack>

namespace texeleton::editor {

/// Actions of the window with texts, keys and icons. MainWindow connects them, WindowMenus places them. They are
/// recreated for another language.
struct WindowActions {
  Q_DECLARE_TR_FUNCTIONS(WindowActions)

 public:
  /// Creates all of them as children of the window.
  void make(QMainWindow& window, QUndoStack& undoStack);

  QAction* newDocument = nullptr;
  QAction* open = nullptr;
  QAction* openSample = nullptr;
  QAction* addMotions = nullptr;
  QAction* addCharacters = nullptr;
  QAction* locate = nullptr;
  QAction* recover = nullptr;
  QAction* save = nullptr;
  QAction* saveAs = nullptr;
  QAction* exportAgain = nullptr;  ///< Exports to the same folders.
  QAction* exportTo = nullptr;
  QAction* keepExports = nullptr;
  QAction* quit = nullptr;

  QAction* undo = nullptr;
  QAction* redo = nullptr;
  QAction* preferences = nullptr;

  QAction* usualLayout = nullptr;

  QAction* bakeAgain = nullptr;
  QAction* savePreset = nullptr;
  QAction* watch = nullptr;
  QAction* cancel = nullptr;

  QAction* guide = nullptr;
  QAction* keys = nullptr;
  QAction* blenderAddon = nullptr;
  QAction* about = nullptr;
};

}  // namespace texeleton::editor
