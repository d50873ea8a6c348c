// Export: the split button, what it says and does.

#include <QMenu>
#include <QMessageBox>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/window/export_dialog.h"
#include "app/editor/window/file_manager.h"
#include "app/editor/window/main_window.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

bool MainWindow::mayExport(QWidget* asking) {
  if (!m_workshop->bake()) {
    return false;
  }
  if (m_workshop->overLimit() && !m_exportsWrong) {
    const auto answer =
        QMessageBox::warning(asking, "Texeleton", tr("The bake is over your error limit. Export it all the same?"),
                             QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    m_exportsWrong = answer == QMessageBox::Yes;
    return m_exportsWrong;
  }
  return true;
}

void MainWindow::exportNow() {
  const auto folders = m_document.exportFolders();
  if (folders.empty()) {
    exportWithDialog();
    return;
  }
  exportPacks(folders);
}

void MainWindow::exportPacks(const std::vector<fs::path>& folders) {
  if (!mayExport(this)) {
    return;
  }
  m_exportAsked = true;
  say(tr("Exporting…"));
  m_workshop->exportPacks(folders);
}

void MainWindow::exportWithDialog() { openExportDialog(); }

ExportDialog* MainWindow::openExportDialog() {
  if (!m_workshop->bake()) {
    return nullptr;
  }
  auto* dialog = new ExportDialog(
      *m_workshop, [this](QWidget* asking) { return mayExport(asking); }, this);
  dialog->open();
  return dialog;
}

// A pack may be shared by several targets, and lie in their folder where nobody looks.
void MainWindow::tellExported(const QString& pack) {
  QStringList folders;
  for (const recipe::RecipeExport& wanted : exportsOf(m_document)) {
    const auto place = placeOf(m_document, wanted);
    if (place && place->pack == toPath(pack) && !folders.contains(toQString(place->folder))) {
      folders << toQString(place->folder);
    }
  }
  say(tr("Exported and verified: %1").arg(folders.isEmpty() ? pack : folders.join(tr(", ", "between folders"))));
}

void MainWindow::tellNotExported(const Error& why) {
  if (findChild<ExportDialog*>() != nullptr) {
    return;  // It tells itself.
  }
  if (m_exportAsked) {
    tell(tr("The export was not written"), localized(why));
    return;
  }
  say(tr("The export was not written"));  // Nobody asked: no box that gets into the way, but an issue.
}

void MainWindow::showExport() {
  const auto exports = exportsOf(m_document);
  const int many = static_cast<int>(exports.size());
  QString where = exports.empty() ? QString() : shortFolder(m_document, folderOf(m_document, exports.front()));
  QString all;
  for (const recipe::RecipeExport& wanted : exports) {
    all += (all.isEmpty() ? "" : "\n") +
           tr("%1: %2", "target: folder").arg(targetTitle(wanted.target), toQString(folderOf(m_document, wanted)));
  }
  if (many > 1) {
    where = tr("%1 and %Ln more", "folders", many - 1).arg(where);
  }
  m_exportFolderLabel->setWholeText(where);
  m_exportFolderLabel->setToolTip(all);
  const bool isPack = exports.empty() || exports.front().target == recipe::kPackTarget;
  m_exportButton->setText(many > 1 ? tr("Export to %Ln target(s)", "", many)
                          : isPack ? tr("Export pack")
                                   : tr("Export to %1").arg(targetTitle(exports.front().target)));
  m_keepExportsAction->setChecked(m_document.state().keepExports);
  const bool can = m_workshop->bake() != nullptr;
  m_exportAction->setEnabled(can);
  m_exportToAction->setEnabled(can);
  m_exportButton->setEnabled(can);
}

// The targets that Ctrl+E writes, each to be written alone; then what changes them.
void MainWindow::fillTargets(QMenu& menu) {
  menu.clear();
  delete menu.findChild<QMenu*>("furtherTargets");  // Submenus outlive their entries.
  const auto exports = exportsOf(m_document);
  for (const recipe::RecipeExport& wanted : exports) {
    const auto place = placeOf(m_document, wanted);
    const QString where = shortFolder(m_document, folderOf(m_document, wanted));
    QAction* one = menu.addAction(icon(targetIcon(wanted.target)),
                                  tr("%1: %2", "target: folder").arg(targetTitle(wanted.target), where));
    one->setEnabled(place && m_workshop->bake());
    if (place) {
      connect(one, &QAction::triggered, this, [this, pack = place->pack] { exportPacks({pack}); });
      one->setToolTip(tr("Exports only to %1").arg(toQString(place->folder)));
    }
  }
  for (const recipe::RecipeExport& wanted : exports) {
    const fs::path folder = folderOf(m_document, wanted);
    std::error_code error;
    if (fs::is_directory(folder, error)) {
      QAction* show = menu.addAction(tr("Show %1 in folder").arg(shortFolder(m_document, folder)), this,
                                     [folder] { showInFileManager(folder); });
      show->setToolTip(toQString(folder));
    }
  }
  menu.addSeparator();
  QMenu* const further = menu.addMenu(tr("Add an export target"));
  further->setObjectName("furtherTargets");
  fillTargetMenu(*further, [this](const exporting::ExportTarget& target) {
    if (ExportDialog* dialog = openExportDialog()) {
      dialog->addTarget(target);
    }
  });
  further->setEnabled(m_workshop->bake() != nullptr);
  menu.addAction(m_exportToAction);
  menu.addSeparator();
  menu.addAction(m_keepExportsAction);
}

}  // namespace texeleton::editor
