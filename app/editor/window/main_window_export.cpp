// Export: the split button, what it says and does.

#include <QMenu>
#include <QMessageBox>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
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
  say(tr("Exporting to %1…").arg(toQString(folders.front())));
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

void MainWindow::tellExported(const QString& folder) { say(tr("Exported and verified: %1").arg(folder)); }

void MainWindow::tellNotExported(const QString& why) {
  if (findChild<ExportDialog*>() != nullptr) {
    return;  // It tells itself.
  }
  if (m_exportAsked) {
    tell(tr("The pack was not written"), localized(why));
    return;
  }
  say(tr("The pack was not written"));  // Nobody asked: no box that gets into the way, but an issue.
}

void MainWindow::showExport() {
  const auto folders = packTargets(m_document);
  const int packs = static_cast<int>(folders.size());
  QString where = folders.empty() ? QString() : shortFolder(m_document, folders.front());
  QString all;
  for (const fs::path& folder : folders) {
    all += (all.isEmpty() ? "" : "\n") + toQString(folder);
  }
  if (packs > 1) {
    where = tr("%1 and %Ln more", "folders", packs - 1).arg(where);
  }
  m_exportFolderLabel->setWholeText(where);
  m_exportFolderLabel->setToolTip(all);
  m_exportButton->setText(packs > 1 ? tr("Export %Ln pack(s)", "", packs) : tr("Export pack"));
  m_keepExportsAction->setChecked(m_document.state().keepExports);
  const bool can = m_workshop->bake() != nullptr;
  m_exportAction->setEnabled(can);
  m_exportToAction->setEnabled(can);
  m_exportButton->setEnabled(can);
}

// The targets that Ctrl+E writes, each to be written alone; then what changes them.
void MainWindow::fillTargets(QMenu& menu) {
  menu.clear();
  for (const fs::path& folder : m_document.exportFolders()) {
    QAction* one = menu.addAction(tr("Pack: %1").arg(shortFolder(m_document, folder)), this,
                                  [this, folder] { exportPacks({folder}); });
    one->setToolTip(tr("Exports only to %1").arg(toQString(folder)));
  }
  for (const fs::path& folder : m_document.exportFolders()) {
    std::error_code error;
    if (fs::is_directory(folder, error)) {
      QAction* show = menu.addAction(tr("Show %1 in folder").arg(shortFolder(m_document, folder)), this,
                                     [folder] { showInFileManager(folder); });
      show->setToolTip(toQString(folder));
    }
  }
  menu.addSeparator();
  menu.addAction(tr("Add an export target…"), this, [this] {
    if (ExportDialog* dialog = openExportDialog()) {
      dialog->addTarget();
    }
  });
  menu.addAction(m_exportToAction);
  menu.addSeparator();
  menu.addAction(m_keepExportsAction);
}

}  // namespace texeleton::editor
