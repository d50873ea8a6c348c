#include "app/editor/window/file_commands.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QFile>
#include <QMessageBox>
#include <array>
#include <utility>

#include "app/editor/document/document_file.h"
#include "app/editor/document/file_kind.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/locate_dialog.h"
#include "app/editor/window/pack_box.h"
#include "app/editor/window/recent_files.h"
#include "app/editor/window/recovery_dialog.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

FileCommands::FileCommands(QWidget& window, Workshop& workshop, Recovery& recovery, Notices& notices, bool remembers)
    : m_window(window),
      m_workshop(workshop),
      m_document(workshop.document()),
      m_recovery(recovery),
      m_notices(notices),
      m_remembers(remembers) {}

void FileCommands::openFile(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  switch (kindOf(absolute)) {
    case FileKind::Nothing:
      m_notices.tell(tr("The file cannot be opened"), tr("There is no file %1.").arg(toQString(absolute)));
      return;
    case FileKind::Folder:
      m_notices.tell(tr("A folder cannot be opened"),
                     tr("%1 is a folder: choose a file in it.").arg(toQString(absolute)));
      return;
    case FileKind::Pack:
      (new PackBox(
           packFolderOf(absolute), [this](const fs::path& source) { openFile(source); }, &m_window))
          ->open();
      return;
    case FileKind::Document:
      if (maySave()) {
        openDocument(absolute);
      }
      return;
    case FileKind::Model:
      startFrom(absolute);
      return;
  }
}

void FileCommands::openDocument(const fs::path& file) {
  JobContext job;
  if (const auto opened = m_document.open(file, job); !opened) {
    m_notices.tell(tr("The document cannot be opened"), localized(opened.error()));
    return;
  }
  for (const Issue& issue : job.takeIssues()) {
    m_notices.add(issue);
  }
  remember(file);
  locateMissing();
}

void FileCommands::openWithDialog() {
  const fs::path chosen = FileDialogs::open(
      &m_window, tr("Open"), FileDialogs::Purpose::Open, m_document.modelFile().parent_path(),
      tr("Models and documents (%1)").arg(QString(kModelPatterns) + " *.texeleton") + ";;" + tr("All files (*)"));
  if (!chosen.empty()) {
    openFile(chosen);
  }
}

void FileCommands::startNew() {
  if (maySave()) {
    m_document.clear();
  }
}

void FileCommands::startFrom(const fs::path& model, const std::vector<fs::path>& motions) {
  if (maySave()) {
    for (const Issue& issue : m_document.startFrom(model, motions)) {
      m_notices.add(issue);
    }
    remember(model);
  }
}

bool FileCommands::maySave() {
  if (!m_document.isModified()) {
    return true;
  }
  const auto answer =
      QMessageBox::question(&m_window, "Texeleton", tr("Save the changes to %1?").arg(m_document.name()),
                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  return answer == QMessageBox::Save ? save() : answer == QMessageBox::Discard;
}

bool FileCommands::save() {
  if (m_document.file().empty()) {
    return saveAs();
  }
  // A file that became a source of the document is refused by save().
  if (m_document.isChangedOnDisk() &&
      checkNoSource(m_document.file(), m_document.recipe(), m_workshop.inputs()).has_value()) {
    const OtherVersion answer = askAboutOtherVersion();
    if (answer == OtherVersion::LoadTheirs) {
      openDocument(fs::path(m_document.file()));
    }
    if (answer != OtherVersion::KeepMine) {
      return false;
    }
  }
  if (!saveTo(fs::path(m_document.file()))) {
    return false;
  }
  m_notices.say(tr("Saved %1").arg(m_document.name()));
  return true;
}

bool FileCommands::saveTo(const fs::path& file) {
  if (const auto saved = m_document.save(file, m_workshop.inputs()); !saved) {
    m_notices.tell(tr("The document was not saved"), localized(saved.error()));
    return false;
  }
  remember(file);
  return true;
}

FileCommands::OtherVersion FileCommands::askAboutOtherVersion() {
  QMessageBox box(QMessageBox::Question, "Texeleton",
                  tr("Another program changed %1 after it was opened. Which version is kept?").arg(m_document.name()),
                  QMessageBox::Save | QMessageBox::Open | QMessageBox::Cancel, &m_window);
  box.setDefaultButton(QMessageBox::Cancel);
  box.button(QMessageBox::Save)->setText(tr("Keep mine"));
  box.button(QMessageBox::Open)->setText(tr("Load theirs"));
  QFile file(toQString(m_document.file()));
  const auto mine = m_document.recipeFor(m_document.file());
  const auto text = mine ? recipe::recipeToText(*mine) : fail(mine.error());
  if (text && file.open(QIODevice::ReadOnly)) {
    const QStringList lines = namesOf(recipeDifferences(file.readAll().toStdString(), *text));
    box.setDetailedText(lines.isEmpty() ? tr("The values are the same.")
                                        : tr("theirs → mine") + "\n\n" + lines.join('\n'));
    for (QAbstractButton* const button : box.buttons()) {
      if (box.buttonRole(button) == QMessageBox::ActionRole) {
        button->setText(tr("Show what differs"));
      }
    }
  }
  switch (box.exec()) {
    case QMessageBox::Save:
      return OtherVersion::KeepMine;
    case QMessageBox::Open:
      return OtherVersion::LoadTheirs;
    default:
      return OtherVersion::Cancel;
  }
}

bool FileCommands::saveAs() {
  const fs::path folder = m_document.file().empty() ? m_document.modelFile().parent_path() : fs::path();
  const fs::path proposed = m_document.file().empty() ? folder / toPath(m_document.name()) : m_document.file();
  fs::path file = FileDialogs::save(&m_window, tr("Save document"), proposed, tr("Texeleton documents (*.texeleton)"));
  if (file.empty()) {
    return false;
  }
  if (file.extension() != ".texeleton") {
    file += ".texeleton";
  }
  return saveTo(file);
}

void FileCommands::openSample() { openSampleFile(sampleFile()); }

void FileCommands::openSampleFile(const fs::path& sample) {
  if (sample.empty()) {
    m_notices.tell(tr("The sample is not installed"),
                   tr("It belongs in share/texeleton/samples beside the program's folder."));
    return;
  }
  if (!maySave()) {
    return;
  }
  JobContext job;
  if (const auto opened = m_document.openCopy(sample, job); !opened) {
    m_notices.tell(tr("The document cannot be opened"), localized(opened.error()));
    return;
  }
}

fs::path FileCommands::sampleFile(const std::string& name) {
  const fs::path folder = toPath(QCoreApplication::applicationDirPath()) / ".." / "share" / "texeleton" / "samples";
  const fs::path file = (folder / (name + ".texeleton")).lexically_normal();
  std::error_code error;
  return fs::is_regular_file(file, error) ? file : fs::path();
}

void FileCommands::fillSamples(QMenu& menu) {
  const std::array<std::pair<QString, const char*>, 6> samples = {{{tr("Lantern knight"), "lantern-knight"},
                                                                   {tr("Banner"), "banner"},
                                                                   {tr("Solar system"), "solar-system"},
                                                                   {tr("Buggy"), "buggy"},
                                                                   {tr("Camera boom"), "camera-boom"},
                                                                   {tr("Armed knight"), "armed-knight"}}};
  for (const auto& [title, name] : samples) {
    QAction* action = menu.addAction(title, this, [this, name = name] { openSampleFile(sampleFile(name)); });
    action->setObjectName(QString("sample-") + name);
  }
}

bool FileCommands::offerLost() {
  std::vector<Recovery::Lost> lost = m_recovery.findLost();
  if (lost.empty()) {
    return false;
  }
  auto* dialog = new RecoveryDialog(
      m_recovery, std::move(lost), [this] { return maySave(); }, &m_window);
  connect(dialog, &QDialog::accepted, this, &FileCommands::locateMissing);
  dialog->open();
  return true;
}

void FileCommands::offerLostOrSay() {
  if (!offerLost()) {
    m_notices.say(tr("There is nothing to recover."));
  }
}

bool FileCommands::locate(std::vector<MissingSource> missing) {
  if (missing.empty()) {
    return false;
  }
  (new LocateDialog(m_document, std::move(missing), &m_window))->open();
  return true;
}

bool FileCommands::locateMissing() { return locate(missingSources(m_document.recipe(), m_document.file())); }

bool FileCommands::locateAll() {
  std::vector<MissingSource> missing = missingSources(m_document.recipe(), m_document.file());
  if (missing.empty() && m_workshop.model()) {
    std::vector<Issue> issues = m_workshop.model()->issues;
    issues.insert(issues.end(), m_workshop.source().issues.begin(), m_workshop.source().issues.end());
    missing = missingTextures(m_document.recipe(), m_document.file(), issues);
  }
  return locate(std::move(missing));
}

void FileCommands::locateOrSay() {
  if (!locateAll()) {
    m_notices.say(tr("No file is missing."));
  }
}

void FileCommands::locateOrImport() {
  if (!locateAll()) {
    m_workshop.refresh();
  }
}

void FileCommands::remember(const fs::path& file) {
  if (m_remembers) {
    RecentFiles::add(toQString(file));
    emit recentChanged();
  }
}

QStringList FileCommands::recent() const { return m_remembers ? RecentFiles::list() : QStringList(); }

void FileCommands::fillRecent(QMenu& menu) {
  menu.clear();
  const QStringList files = RecentFiles::list();
  for (const QString& file : files) {
    menu.addAction(RecentFiles::menuText(file), this, [this, file] { openRecent(file); });
  }
  if (files.isEmpty()) {
    menu.addAction(tr("Nothing yet"))->setEnabled(false);
  }
}

// Checked only when it is chosen, because files on an unresponsive server must not block the menu.
void FileCommands::openRecent(const QString& file) {
  if (kindOf(toPath(file)) == FileKind::Nothing) {
    RecentFiles::remove(file);
    emit recentChanged();
    m_notices.tell(tr("The file does not exist"),
                   tr("%1 was moved or deleted. It is removed from the recent files.").arg(file));
    return;
  }
  openFile(toPath(file));
}

}  // namespace texeleton::editor
