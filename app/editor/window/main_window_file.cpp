// What the File menu begins with: an empty document, recent files, motions.

#include <QMenu>
#include <algorithm>

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

QFileDialog* MainWindow::askForModels(const QString& title, FileDialogs::Purpose purpose, const QString& kind) {
  QFileDialog* dialog = FileDialogs::several(this, title, purpose, m_document.modelFile().parent_path(),
                                             kind.arg(kModelPatterns) + ";;" + tr("All files (*)"));
  dialog->open();
  return dialog;
}

namespace {

std::vector<fs::path> pathsOf(const QStringList& chosen) {
  std::vector<fs::path> files;
  for (const QString& file : chosen) {
    files.push_back(toPath(file));
  }
  return files;
}

}  // namespace

void MainWindow::addMotionsWithDialog() {
  if (m_document.isEmpty()) {
    return;
  }
  QFileDialog* dialog = askForModels(tr("Add motions"), FileDialogs::Purpose::Motions, tr("Motions (%1)"));
  dialog->setObjectName("motionsDialog");
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& chosen) {
    if (!m_document.isEmpty()) {
      addMotions(pathsOf(chosen));
    }
  });
}

void MainWindow::addCharactersWithDialog() {
  if (m_document.isEmpty()) {
    return;
  }
  QFileDialog* dialog = askForModels(tr("Add characters"), FileDialogs::Purpose::Open, tr("Models (%1)"));
  dialog->setObjectName("charactersDialog");
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& chosen) {
    if (!m_document.isEmpty()) {
      addCharacters(pathsOf(chosen));
    }
  });
}

// They are imported at once; one whose bones differ is told, and undo takes it away again.
void MainWindow::addCharacters(const std::vector<fs::path>& files) {
  std::vector<recipe::RecipeSource> sources = m_document.recipe().sources;
  const std::size_t before = sources.size();
  for (const fs::path& file : files) {
    std::error_code error;
    const std::string path = utf8Of(fs::absolute(file, error).lexically_normal());
    const bool known = std::any_of(sources.begin(), sources.end(), [&path](const recipe::RecipeSource& source) {
      return source.path == path &&
             (source.role == pack::SourceRole::Character || source.role == pack::SourceRole::Model);
    });
    if (known) {
      say(tr("%1 is a character already.").arg(toQString(file.filename())));
    } else {
      sources.push_back({path, wordOf(pack::SourceRole::Character), {}, {}});
    }
  }
  if (sources.size() > before) {
    m_document.setSources(tr("Add characters"), std::move(sources), m_document.clipLists());
  }
}

}  // namespace texeleton::editor
