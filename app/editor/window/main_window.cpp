#include "app/editor/window/main_window.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QUrl>

#include "app/editor/document/paths.h"
#include "app/editor/theme/icons.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr int kMessageMilliseconds = 5000;

}  // namespace

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent) : QMainWindow(parent), m_options(options) {
  setWindowIcon(icon("texeleton", Token::Accent));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  m_workshop = std::make_unique<Workshop>(m_document);
  // First, so that all others find the clips of a new bake.
  connect(m_workshop.get(), &Workshop::bakeChanged, this,
          [this] { m_playback.setAnimation(m_workshop->bake() ? m_workshop->bake()->animation : nullptr); });
  connect(&m_document, &Document::replaced, &m_selection, &Selection::clear);
  connect(&m_document, &Document::replaced, this, [this] {
    m_exportFolder.clear();
    m_exportsWrong = false;
    m_playback.setPlaying(false);
  });

  resize(1440, 900);  // First: docks share out what there is.
  makeActions();
  makeDocks();
  makeToolBar();
  makeMenus();
  m_status = new StatusLine(*m_workshop);
  setStatusBar(m_status);

  connect(m_viewport, &ViewportArea::deviceChanged, this, [this] { m_status->setDevice(m_viewport->deviceText()); });
  connect(m_viewport, &ViewportArea::openAsked, this, &MainWindow::openWithDialog);
  connect(m_viewport, &ViewportArea::sampleAsked, this, &MainWindow::openSample);
  connect(m_clips, &ClipsPanel::refused, this, &MainWindow::say);
  connect(m_bake, &BakePanel::showWorst, this, &MainWindow::showWorst);
  connect(m_issues, &IssuesPanel::countChanged, this, &MainWindow::showIssueCount);
  connect(&m_document, &Document::titleChanged, this, &MainWindow::showTitle);
  for (const auto signal : {&Workshop::modelChanged, &Workshop::bakeChanged}) {
    connect(m_workshop.get(), signal, this, &MainWindow::showExport);
  }
  connect(m_workshop.get(), &Workshop::exported, this,
          [this](const QString& folder) { say(tr("Exported and verified: %1").arg(folder)); });
  connect(m_workshop.get(), &Workshop::exportFailed, this,
          [this](const QString& why) { tell(tr("The pack was not written"), why); });
  m_viewport->window().installEventFilter(this);

  m_usualLayout = saveState(kLayoutVersion);
  if (m_options.remember) {
    const QSettings settings;
    restoreGeometry(settings.value("window/geometry").toByteArray());
    restoreState(settings.value("window/layout").toByteArray(), kLayoutVersion);
  }
  showTitle();
  showExport();
  showIssueCount();
}

MainWindow::~MainWindow() {
  // Jobs end before what they deliver to.
  m_playback.setPlaying(false);
  m_workshop->runner().cancel();
}

void MainWindow::showTitle() {
  setWindowTitle(m_document.isEmpty() ? QString("Texeleton")
                                      : QString::fromUtf8("%1[*] — Texeleton").arg(m_document.name()));
  setWindowModified(m_document.isModified());
  m_saveAction->setEnabled(!m_document.isEmpty());
  m_saveAsAction->setEnabled(!m_document.isEmpty());
  showExport();
}

void MainWindow::say(const QString& text) { statusBar()->showMessage(text, kMessageMilliseconds); }

void MainWindow::tell(const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::Warning, "Texeleton", title, QMessageBox::Ok, this);
  box->setObjectName("message");
  box->setInformativeText(text);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

void MainWindow::openFile(const fs::path& file) {
  if (!maySave()) {
    return;
  }
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error);
  if (!fs::is_regular_file(absolute, error)) {
    tell(tr("The file cannot be opened"), tr("There is no file %1.").arg(toQString(absolute)));
    return;
  }
  if (absolute.extension() == ".texeleton") {
    JobContext job;
    if (const auto opened = m_document.open(absolute, job); !opened) {
      tell(tr("The document cannot be opened"), QString::fromStdString(describe(opened.error())));
      return;
    }
    for (const Issue& issue : job.takeIssues()) {
      m_issues->add(issue);
    }
  } else {
    m_document.startFrom(absolute);
  }
  remember(absolute);
}

void MainWindow::openSample() {
  const fs::path sample = sampleFile();
  if (sample.empty()) {
    tell(tr("The sample is not installed"), tr("It belongs in share/texeleton/samples beside the program's folder."));
    return;
  }
  if (!maySave()) {
    return;
  }
  JobContext job;
  if (const auto opened = m_document.openCopy(sample, job); !opened) {
    tell(tr("The document cannot be opened"), QString::fromStdString(describe(opened.error())));
  }
}

fs::path MainWindow::sampleFile() {
  const fs::path folder = toPath(QCoreApplication::applicationDirPath()) / ".." / "share" / "texeleton" / "samples";
  const fs::path file = (folder / "lantern-knight.texeleton").lexically_normal();
  std::error_code error;
  return fs::is_regular_file(file, error) ? file : fs::path();
}

bool MainWindow::maySave() {
  if (!m_document.isModified()) {
    return true;
  }
  const auto answer =
      QMessageBox::question(this, "Texeleton", tr("Save the changes to %1?").arg(m_document.name()),
                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  return answer == QMessageBox::Save ? save() : answer == QMessageBox::Discard;
}

bool MainWindow::save() {
  if (m_document.file().empty()) {
    return saveAs();
  }
  if (const auto saved = m_document.save(m_document.file()); !saved) {
    tell(tr("The document was not saved"), QString::fromStdString(describe(saved.error())));
    return false;
  }
  say(tr("Saved %1").arg(m_document.name()));
  remember(m_document.file());
  return true;
}

bool MainWindow::saveAs() {
  const fs::path folder = m_document.file().empty() ? m_document.modelFile().parent_path() : fs::path();
  const fs::path proposed = m_document.file().empty() ? folder / toPath(m_document.name()) : m_document.file();
  const QString chosen = QFileDialog::getSaveFileName(this, tr("Save document"), toQString(proposed),
                                                      tr("Texeleton documents (*.texeleton)"));
  if (chosen.isEmpty()) {
    return false;
  }
  fs::path file = toPath(chosen);
  if (file.extension() != ".texeleton") {
    file += ".texeleton";
  }
  if (const auto saved = m_document.save(file); !saved) {
    tell(tr("The document was not saved"), QString::fromStdString(describe(saved.error())));
    return false;
  }
  remember(file);
  return true;
}

void MainWindow::openWithDialog() {
  const QString models = "*.fbx *.gltf *.glb *.dae *.bvh *.md5mesh *.x";
  const QString chosen = QFileDialog::getOpenFileName(
      this, tr("Open"), {}, tr("Models and documents (%1)").arg(models + " *.texeleton") + ";;" + tr("All files (*)"));
  if (!chosen.isEmpty()) {
    openFile(toPath(chosen));
  }
}

void MainWindow::exportTo(const fs::path& folder) {
  say(tr("Exporting to %1…").arg(toQString(folder)));
  m_workshop->exportPack(folder);
}

void MainWindow::exportNow() {
  if (!m_workshop->bake()) {
    return;
  }
  if (const auto over = m_workshop->overLimit(); over && !m_exportsWrong) {
    const auto answer =
        QMessageBox::warning(this, "Texeleton", tr("The bake is over your error limit. Export it all the same?"),
                             QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Yes) {
      return;
    }
    m_exportsWrong = true;
  }
  if (m_exportFolder.empty() && m_document.file().empty()) {
    exportWithDialog();
    return;
  }
  exportTo(m_exportFolder.empty() ? fs::path(m_document.file()).replace_extension(".texpack") : m_exportFolder);
}

void MainWindow::exportWithDialog() {
  const fs::path base = m_document.file().empty() ? m_document.modelFile() : m_document.file();
  const QString chosen =
      QFileDialog::getSaveFileName(this, tr("Export the pack"), toQString(fs::path(base).replace_extension(".texpack")),
                                   tr("Packs (*.texpack)"), nullptr, QFileDialog::DontConfirmOverwrite);
  if (chosen.isEmpty()) {
    return;
  }
  m_exportFolder = toPath(chosen);
  if (m_exportFolder.extension() != ".texpack") {
    m_exportFolder += ".texpack";
  }
  showExport();
  exportTo(m_exportFolder);
}

void MainWindow::showExport() {
  const fs::path folder = !m_exportFolder.empty()      ? m_exportFolder
                          : !m_document.file().empty() ? fs::path(m_document.file()).replace_extension(".texpack")
                                                       : fs::path();
  m_exportFolderLabel->setWholeText(toQString(folder));
  const bool can = m_workshop->bake() != nullptr;
  m_exportAction->setEnabled(can);
  m_exportToAction->setEnabled(can);
  m_exportButton->setEnabled(can);
}

void MainWindow::showIssueCount() {
  for (QDockWidget* dock : m_docks) {
    if (dock->objectName() == "issues") {
      const int warnings = m_issues->warningCount();
      dock->setWindowTitle(warnings == 0 ? tr("Issues") : tr("Issues (%1)").arg(warnings));
    }
  }
}

void MainWindow::showWorst() {
  if (const auto worst = m_workshop->worst()) {
    m_playback.setPlaying(false);
    m_playback.setClip(static_cast<int>(worst->clip));
    m_playback.seek(m_playback.secondsOfFrame((*m_workshop->errors())[worst->clip].worstFrame));
  }
}

void MainWindow::raiseDock(const QString& name) {
  for (QDockWidget* dock : m_docks) {
    if (dock->objectName() == name) {
      dock->show();
      dock->raise();
    }
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!maySave()) {
    event->ignore();
    return;
  }
  if (m_options.remember) {
    QSettings settings;
    settings.setValue("window/geometry", saveGeometry());
    settings.setValue("window/layout", saveState(kLayoutVersion));
  }
  m_playback.setPlaying(false);
  event->accept();
}

// What no control wanted for itself.
bool MainWindow::handleKey(const QKeyEvent& event) {
  if (event.modifiers() != Qt::NoModifier && event.modifiers() != Qt::KeypadModifier) {
    return false;
  }
  switch (event.key()) {
    case Qt::Key_Space:
      m_playback.toggle();
      return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
      m_playback.step(event.key() == Qt::Key_Left ? -1 : 1);
      return true;
    case Qt::Key_F:
    case Qt::Key_Home:
      m_viewport->frameAll();
      return true;
    default:
      return false;
  }
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (!handleKey(*event)) {
    QMainWindow::keyPressEvent(event);
  }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile()) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = event->mimeData()->urls().value(0).toLocalFile();
  event->acceptProposedAction();
  // After the drop: the file manager must not wait for an answer about unsaved changes.
  QMetaObject::invokeMethod(
      this, [this, file] { openFile(toPath(file)); }, Qt::QueuedConnection);
}

// The viewport is a window of its own: its keys and drops do not come by themselves.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::KeyPress:
      return handleKey(*static_cast<QKeyEvent*>(event));
    case QEvent::DragEnter:
      dragEnterEvent(static_cast<QDragEnterEvent*>(event));
      return event->isAccepted();
    case QEvent::DragMove:
      event->accept();
      return true;
    case QEvent::Drop:
      dropEvent(static_cast<QDropEvent*>(event));
      return true;
    default:
      return QMainWindow::eventFilter(watched, event);
  }
}

}  // namespace texeleton::editor
