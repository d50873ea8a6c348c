// What the main window opens: documents, models, packs, what is dropped on it, what was lost.

#include <QCoreApplication>
#include <QMenu>
#include <QSettings>
#include <QUrl>
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/file_kind.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/locate_dialog.h"
#include "app/editor/window/main_window.h"
#include "app/editor/window/pack_box.h"
#include "app/editor/window/recovery_dialog.h"
#include "app/editor/window/several_files.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

bool MainWindow::isEventsFile(const fs::path& file) {
  const QString name = toQString(file.filename()).toLower();
  return name.endsWith(".events.json") || name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".meta");
}

void MainWindow::openFile(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  switch (kindOf(absolute)) {
    case FileKind::Nothing:
      tell(tr("The file cannot be opened"), tr("There is no file %1.").arg(toQString(absolute)));
      return;
    case FileKind::Folder:
      tell(tr("A folder cannot be opened"), tr("%1 is a folder: choose a file in it.").arg(toQString(absolute)));
      return;
    case FileKind::Pack:
      (new PackBox(
           packFolderOf(absolute), [this](const fs::path& source) { openFile(source); }, this))
          ->open();
      return;
    case FileKind::Document:
      if (maySave()) {
        openDocument(absolute);
      }
      return;
    case FileKind::Model:
      if (maySave()) {
        m_document.startFrom(absolute);
        remember(absolute);
      }
      return;
  }
}

void MainWindow::openDocument(const fs::path& file) {
  JobContext job;
  if (const auto opened = m_document.open(file, job); !opened) {
    tell(tr("The document cannot be opened"), localized(opened.error()));
    return;
  }
  for (const Issue& issue : job.takeIssues()) {
    m_issues->add(issue);
  }
  remember(file);
  locateMissing();
}

void MainWindow::openSample() { openSampleFile(sampleFile()); }

void MainWindow::openSampleFile(const fs::path& sample) {
  if (sample.empty()) {
    tell(tr("The sample is not installed"), tr("It belongs in share/texeleton/samples beside the program's folder."));
    return;
  }
  if (!maySave()) {
    return;
  }
  JobContext job;
  if (const auto opened = m_document.openCopy(sample, job); !opened) {
    tell(tr("The document cannot be opened"), localized(opened.error()));
    return;
  }
}

void MainWindow::playFromBake() {
  const auto& bake = m_workshop->bake();
  m_playback.setAnimation(bake ? bake->animation : nullptr, bake ? bake->model : nullptr);
  // Whatever is opened is shown as what it is: a character that moves.
  if (bake && std::exchange(m_isOpening, false)) {
    m_playback.setPlaying(m_options.playsWhenOpened && m_playback.clip() != nullptr &&
                          m_playback.clip()->lengthSeconds > 0.0);
  }
}

void MainWindow::fillSamples(QMenu& menu) {
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

fs::path MainWindow::sampleFile(const std::string& name) {
  const fs::path folder = toPath(QCoreApplication::applicationDirPath()) / ".." / "share" / "texeleton" / "samples";
  const fs::path file = (folder / (name + ".texeleton")).lexically_normal();
  std::error_code error;
  return fs::is_regular_file(file, error) ? file : fs::path();
}

bool MainWindow::offerLost() {
  std::vector<Recovery::Lost> lost = m_recovery.findLost();
  if (lost.empty()) {
    return false;
  }
  auto* dialog = new RecoveryDialog(
      m_recovery, std::move(lost), [this] { return maySave(); }, this);
  connect(dialog, &QDialog::accepted, this, &MainWindow::locateMissing);
  dialog->open();
  return true;
}

bool MainWindow::locateMissing() {
  std::vector<MissingSource> missing = missingSources(m_document.recipe(), m_document.file());
  if (missing.empty()) {
    return false;
  }
  (new LocateDialog(m_document, std::move(missing), this))->open();
  return true;
}

void MainWindow::openWithDialog() {
  const fs::path chosen = FileDialogs::open(
      this, tr("Open"), FileDialogs::Purpose::Open, m_document.modelFile().parent_path(),
      tr("Models and documents (%1)").arg(QString(kModelPatterns) + " *.texeleton") + ";;" + tr("All files (*)"));
  if (!chosen.empty()) {
    openFile(chosen);
  }
}

void MainWindow::dropFiles(const QList<QUrl>& urls, bool onClips) {
  std::vector<fs::path> files;
  for (const QUrl& url : urls) {
    if (url.isLocalFile()) {
      files.push_back(toPath(url.toLocalFile()));
    }
  }
  if (files.empty()) {
    return;
  }
  const auto isModel = [](const fs::path& file) { return kindOf(file) == FileKind::Model; };
  if (onClips && !m_document.isEmpty() && std::all_of(files.begin(), files.end(), isModel)) {
    addMotions(files);
  } else if (files.size() == 1 && m_workshop->model() && isEventsFile(files.front())) {
    m_timeline->importFrom(files.front());
  } else if (files.size() == 1) {
    openFile(files.front());
  } else {
    openSeveral(std::move(files));
  }
}

void MainWindow::openSeveral(std::vector<fs::path> files) {
  // A document brings along what belongs to it.
  const auto document =
      std::find_if(files.begin(), files.end(), [](const fs::path& file) { return kindOf(file) == FileKind::Document; });
  if (document != files.end()) {
    say(tr("Of the files that were dropped, the document %1 is opened.").arg(toQString(document->filename())));
    openFile(*document);
    return;
  }
  std::vector<fs::path> models;
  std::copy_if(files.begin(), files.end(), std::back_inserter(models),
               [](const fs::path& file) { return kindOf(file) == FileKind::Model && !isEventsFile(file); });
  if (models.size() < 2) {
    openFile(models.empty() ? files.front() : models.front());
    return;
  }
  auto* dialog = new SeveralFilesDialog(std::move(models), m_document.modelFile(), this);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    if (dialog->model().empty()) {
      addMotions(dialog->motions());
    } else if (maySave()) {
      m_document.startFrom(dialog->model(), dialog->motions());
      remember(dialog->model());
    }
  });
  dialog->open();
}

void MainWindow::addMotions(const std::vector<fs::path>& files) {
  std::vector<recipe::RecipeSource> sources = m_document.recipe().sources;
  m_newMotions.clear();
  for (const fs::path& file : files) {
    std::error_code error;
    const std::string path = utf8Of(fs::absolute(file, error).lexically_normal());
    const bool known = std::any_of(sources.begin(), sources.end(),
                                   [&](const recipe::RecipeSource& source) { return source.path == path; });
    if (known) {
      say(tr("%1 is a source already.").arg(toQString(file.filename())));
    } else {
      sources.push_back({path, wordOf(pack::SourceRole::Motion), {}, {}});
      m_newMotions.push_back(path);
    }
  }
  if (!m_newMotions.empty()) {
    m_document.setSources(tr("Add motions"), std::move(sources), m_document.clipLists(), ++m_motionsKey);
  }
}

// Which clips a motion has is known once it was imported.
void MainWindow::tickNewMotions() {
  const auto& model = m_workshop->model();
  if (!model || m_newMotions.empty()) {
    return;
  }
  std::vector<std::uint32_t> files;  // As Clip::motionFile has them.
  const auto motions = recipe::sourceFiles(m_document.recipe(), {}, pack::SourceRole::Motion);
  for (std::uint32_t i = 0; i < motions.size(); ++i) {
    if (std::find(m_newMotions.begin(), m_newMotions.end(), utf8Of(motions[i])) != m_newMotions.end()) {
      files.push_back(i + 1);
    }
  }
  m_newMotions.clear();
  std::vector<ClipRow> rows = clipRows(m_document.state(), *model);
  const std::vector<ClipRow> before = rows;
  for (ClipRow& row : rows) {
    const bool isNew = row.source.isValid() &&
                       std::find(files.begin(), files.end(), model->clips[row.source.value].motionFile) != files.end();
    row.ticked = row.ticked || isNew;
  }
  if (rows != before) {  // A document without a list bakes them as it is.
    // One step with the drop, as long as nothing was done since.
    m_document.setSources(tr("Add motions"), m_document.recipe().sources, listsOf(rows), m_motionsKey);
  }
}

void MainWindow::makeWatcher() {
  m_watcher = std::make_unique<SourceWatcher>(*m_workshop);
  const bool on = !m_options.remember || QSettings().value("watchSources", true).toBool();
  m_watcher->setOn(on);
  connect(m_watcher.get(), &SourceWatcher::importsAgain, this,
          [this] { say(tr("A source has changed: it is imported again.")); });
  connect(m_workshop.get(), &Workshop::modelChanged, this, &MainWindow::tickNewMotions, Qt::QueuedConnection);
  connect(&m_document, &Document::replaced, this, [this] { m_newMotions.clear(); });
}

}  // namespace texeleton::editor
