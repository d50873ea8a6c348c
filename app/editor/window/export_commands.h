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

/// Export commands, including the tool bar's button, and their messages.
class ExportCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs.
  ExportCommands(QWidget& window, Workshop& workshop, const WindowActions& actions, Notices& notices);

  /// Exports to the document's folders; if there are none, opens the dialog.
  void exportNow();
  /// Opens the dialog; null: nothing is baked.
  ExportDialog* openDialog();
  /// Call before the objects that it uses are destroyed.
  void closeDialog();
  /// Sets, as an edit, whether every good bake is exported.
  void setKept(bool keep);

  /// Adds the button, preceded by the target folder.
  void addTo(QToolBar& bar);
  /// Updates texts and availability of the button and the actions.
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
  bool m_exportsWrong = false;  ///< The question about the error limit was answered with yes.
  bool m_isAsked = false;       ///< The current export was started by the user.
  int m_wanted = 0;             ///< Packs of an export that the user started.
  int m_written = 0;            ///< Packs that the current export has written.
};

}  // namespace texeleton::editor
