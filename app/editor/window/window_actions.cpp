#include "app/editor/window/window_actions.h"

#include "app/editor/theme/icons.h"

namespace texeleton::editor {

void WindowActions::make(QMainWindow& window, QUndoStack& undoStack) {
  const auto makeForMenu = [&window](const QString& text, const QKeySequence& shortcut = {}) {
    auto* action = new QAction(text, &window);
    action->setShortcut(shortcut);
    return action;
  };
  // Added to the window, so that their keys work everywhere.
  const auto make = [&](const QString& text, const QKeySequence& shortcut, const char* iconName = nullptr) {
    QAction* action = makeForMenu(text, shortcut);
    if (iconName != nullptr) {
      action->setIcon(icon(iconName));
    }
    window.addAction(action);
    return action;
  };
  newDocument = make(tr("New"), QKeySequence::New);
  open = make(tr("Open…"), QKeySequence::Open, "open");
  addMotions = make(tr("Add motions…"), {});
  addMotions->setToolTip(tr("Files whose clips are added to the model"));
  addCharacters = make(tr("Add characters…"), {});
  addCharacters->setToolTip(tr("Files with the same bones. They share the animation and the texture of the model"));
  openSample = make(tr("Open the sample"), {});
  save = make(tr("Save"), QKeySequence::Save, "save");
  saveAs = make(tr("Save as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  exportAgain = make(tr("Export"), QKeySequence(Qt::CTRL | Qt::Key_E), "export");
  exportTo = make(tr("Export to…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
  bakeAgain = make(tr("Import and bake again"), QKeySequence(Qt::Key_F5));
  savePreset = makeForMenu(tr("Save settings…"));
  savePreset->setToolTip(tr("Keeps the bake settings, to apply them to other models"));
  undo = undoStack.createUndoAction(&window, tr("Undo"));
  redo = undoStack.createRedoAction(&window, tr("Redo"));
  undo->setShortcut(QKeySequence::Undo);
  redo->setShortcut(QKeySequence::Redo);
  undo->setIcon(icon("undo"));
  redo->setIcon(icon("redo"));
  watch = makeForMenu(tr("Import again when a source changes"));
  watch->setCheckable(true);
  keepExports = makeForMenu(tr("Keep exports up to date"));
  keepExports->setCheckable(true);
  keepExports->setToolTip(tr("Exports after every successful bake, without asking"));
  locate = makeForMenu(tr("Locate missing files…"));
  recover = makeForMenu(tr("Recover documents…"));
  quit = makeForMenu(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
  quit->setMenuRole(QAction::QuitRole);
  preferences = makeForMenu(tr("Preferences…"), QKeySequence(Qt::CTRL | Qt::Key_Comma));
  preferences->setMenuRole(QAction::PreferencesRole);
  usualLayout = makeForMenu(tr("Reset layout"));
  cancel = make(tr("Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period));
  guide = makeForMenu(tr("User guide"), QKeySequence(Qt::Key_F1));
  keys = makeForMenu(tr("Keyboard shortcuts"), QKeySequence(Qt::CTRL | Qt::Key_F1));
  blenderAddon = makeForMenu(tr("Blender add-on…"));
  about = makeForMenu(tr("About Texeleton"));
  about->setMenuRole(QAction::AboutRole);
}

}  // namespace texeleton::editor
