// What the File menu begins with: an empty document, recent files, motions.

#include <QMenu>

#include "app/editor/document/file_kind.h"
#include "app/editor/document/paths.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/main_window.h"
#include "app/editor/window/recent_files.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

void MainWindow::startNew() {
  if (maySave()) {
    m_document.clear();
  }
}

void MainWindow::remember(const fs::path& file) {
  if (m_options.remember) {
    RecentFiles::add(toQString(file));
    showRecentFiles();
  }
}

void MainWindow::showRecentFiles() {
  m_viewport->setRecentFiles(m_options.remember ? RecentFiles::list() : QStringList());
}

void MainWindow::showRecent() {
  m_recentMenu->clear();
  const QStringList recent = RecentFiles::list();
  for (const QString& file : recent) {
    m_recentMenu->addAction(RecentFiles::menuText(file), this, [this, file] { openRecent(file); });
  }
  if (recent.isEmpty()) {
    m_recentMenu->addAction(tr("Nothing yet"))->setEnabled(false);
  }
}

// Looked at only when it is chosen: a list with files of a server that does not answer must not hold the menu up.
void MainWindow::openRecent(const QString& file) {
  if (kindOf(toPath(file)) == FileKind::Nothing) {
    RecentFiles::remove(file);
    showRecentFiles();
    tell(tr("The file is no longer there"),
         tr("%1 was moved or deleted. It is taken off the list of recent files.").arg(file));
    return;
  }
  openFile(toPath(file));
}

void MainWindow::addMotionsWithDialog() {
  if (m_document.isEmpty()) {
    return;
  }
  auto* dialog =
      FileDialogs::several(this, tr("Add motions"), FileDialogs::Purpose::Motions, m_document.modelFile().parent_path(),
                           tr("Motions (%1)").arg(kModelPatterns) + ";;" + tr("All files (*)"));
  dialog->setObjectName("motionsDialog");
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& chosen) {
    std::vector<fs::path> files;
    for (const QString& file : chosen) {
      files.push_back(toPath(file));
    }
    if (!m_document.isEmpty()) {
      addMotions(files);
    }
  });
  dialog->open();
}

}  // namespace texeleton::editor
