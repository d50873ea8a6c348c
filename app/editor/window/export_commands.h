#pragma once

#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <filesystem>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/window/notices.h"
#include "app/editor/window/window_actions.h"

namespace texeleton::editor {

class ExportDialog;

/// Export: what asks for it, the button in the tool bar included, and what it tells.
class ExportCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs.
  ExportCommands(QWidget& window, Workshop& workshop, const WindowActions& actions, Notices& notices);

  /// To the folders of the document; where it has none, by the dialog.
  void exportNow();
  /// The dialog; null: nothing is baked.
  ExportDialog* openDialog();
  /// Before what it uses goes.
  void closeDialog();
  /// Whether every good bake is exported, as an edit.
  void setKept(bool keep);

  /// The button, and before it the folder that it writes to.
  void addTo(QToolBar& bar);
  /// What the button and the actions say, and whether they can be used.
  void showState();

 private:
  void exportPacks(const std::vector<std::filesystem::path>& folders);
  /// Asks once whether a bake over the error limit is to be exported.
  bool mayExport(QWidget* asking);
  void fillTargets(QMenu& menu);
  void tellExported(const QString& pack);
  void tellNotExported(const Error& why);

  QWidget& m_window;
  Workshop& m_workshop;
  Document& m_document;
  const WindowActions& m_actions;
  Notices& m_notices;
  ElidedLabel* m_folder = nullptr;
  QToolButton* m_button = nullptr;
  bool m_exportsWrong = false;  ///< The question about the error limit was answered.
  bool m_isAsked = false;       ///< What is exported now was asked for by hand.
};

}  // namespace texeleton::editor
