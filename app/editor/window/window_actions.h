#pragma once

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QUndoStack>

namespace texeleton::editor {

/// What can be done with the window, by a menu, a key or the tool bar: texts, keys and icons. Who carries them out is
/// MainWindow's business, where they stand that of WindowMenus. They are made anew in another language.
struct WindowActions {
  Q_DECLARE_TR_FUNCTIONS(WindowActions)

 public:
  /// All of them, as the window's children.
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
  QAction* exportAgain = nullptr;  ///< To the same folders.
  QAction* exportTo = nullptr;
  QAction* keepExports = nullptr;
  QAction* quit = nullptr;

  QAction* undo = nullptr;
  QAction* redo = nullptr;
  QAction* preferences = nullptr;

  QAction* usualLayout = nullptr;

  QAction* bakeAgain = nullptr;
  QAction* watch = nullptr;
  QAction* cancel = nullptr;

  QAction* guide = nullptr;
  QAction* keys = nullptr;
  QAction* about = nullptr;
};

}  // namespace texeleton::editor
