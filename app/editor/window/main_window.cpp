#include "app/editor/window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QUrl>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/window/export_dialog.h"
#include "app/editor/window/user_settings.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent), m_options(options), m_recovery(m_document, options.recoveryFolder) {
  setWindowIcon(icon("texeleton", Token::Accent));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks | GroupedDragging);
  m_docksMoved.setSingleShot(true);
  connect(&m_docksMoved, &QTimer::timeout, this, &MainWindow::showDockTitles);
  m_workshop = std::make_unique<Workshop>(m_document);
  m_keeper = std::make_unique<ExportKeeper>(*m_workshop);
  m_preview = std::make_unique<ClipPreview>(*m_workshop, m_playback);
  // First, so that all others find the clips of a new bake.
  connect(m_workshop.get(), &Workshop::bakeChanged, this,
          [this] { m_playback.setAnimation(m_workshop->bake() ? m_workshop->bake()->animation : nullptr); });
  connect(&m_document, &Document::replaced, &m_selection, &Selection::clear);
  connect(&m_document, &Document::replaced, this, [this] {
    m_exportsWrong = false;
    m_playback.setPlaying(false);
  });

  resize(QSize(1440, 900).boundedTo(screen()->availableSize()));  // First: docks share out what there is.
  makeActions();
  makeDocks();
  makeToolBar();
  makeMenus();
  m_status = new StatusLine(*m_workshop);
  setStatusBar(m_status);

  connect(m_viewport, &ViewportArea::deviceChanged, this, [this] { m_status->setDevice(m_viewport->deviceText()); });
  connect(m_viewport, &ViewportArea::openAsked, this, &MainWindow::openWithDialog);
  connect(m_viewport, &ViewportArea::sampleAsked, this, &MainWindow::openSample);
  connect(m_preview.get(), &ClipPreview::failed, this,
          [this](const QString& why) { say(tr("This clip cannot be shown: %1").arg(localized(why))); });
  connect(m_clips, &ClipsPanel::refused, this, &MainWindow::say);
  connect(m_model, &ModelPanel::refused, this, &MainWindow::say);
  connect(m_clips, &ClipsPanel::motionsAsked, this, &MainWindow::addMotionsWithDialog);
  connect(m_timeline, &TimelinePanel::told, this, &MainWindow::say);
  connect(m_timeline, &TimelinePanel::failed, this, &MainWindow::tell);
  connect(m_timeline, &TimelinePanel::found, m_issues, &IssuesPanel::add);
  connect(m_texture, &TexturePanel::told, this, &MainWindow::say);
  connect(m_texture, &TexturePanel::failed, this, &MainWindow::tell);
  connect(m_bake, &BakePanel::showWorst, this, &MainWindow::showWorst);
  connect(m_issues, &IssuesPanel::jumpAsked, this, &MainWindow::jumpTo);
  const auto locate = [this] {
    if (!locateMissing()) {
      m_workshop->refresh();  // It has come back.
    }
  };
  connect(m_issues, &IssuesPanel::locateAsked, this, locate);
  connect(m_viewport, &ViewportArea::locateAsked, this, locate);
  connect(m_issues, &IssuesPanel::countChanged, this, &MainWindow::showIssueCount);
  connect(&m_document, &Document::titleChanged, this, &MainWindow::showTitle);
  connect(&m_recovery, &Recovery::failed, this, [this](const QString& why) {
    m_issues->add({Severity::Warning,
                   tr("Edits that are not saved cannot be kept against a crash: %1").arg(localized(why)).toStdString(),
                   {}});
  });
  for (const auto signal : {&Workshop::modelChanged, &Workshop::bakeChanged}) {
    connect(m_workshop.get(), signal, this, &MainWindow::showExport);
  }
  makeWatcher();
  connect(m_workshop.get(), &Workshop::exported, this, &MainWindow::tellExported);
  connect(m_workshop.get(), &Workshop::exportFailed, this, &MainWindow::tellNotExported);
  connect(m_workshop.get(), &Workshop::exportEnded, this, [this] { m_exportAsked = false; });
  connect(&m_document, &Document::changed, this, &MainWindow::showExport);
  m_viewport->window().installEventFilter(this);

  showDockTitles();
  m_usualLayout = saveState(kLayoutVersion);
  if (m_options.remember) {
    restoreGeometry(readSealed("window/geometry"));
    restoreState(readSealed("window/layout"), kLayoutVersion);
    m_texture->restoreView();
  }
  showTitle();
  showExport();
  showIssueCount();
}

MainWindow::~MainWindow() {
  for (QDockWidget* dock : m_docks) {
    disconnect(dock, nullptr, this, nullptr);  // They hide when there is no window any more that could care.
  }
  delete findChild<ExportDialog*>();  // It uses what goes now.
  // Jobs end before what they deliver to.
  m_playback.setPlaying(false);
  m_workshop->runner().cancel();
  m_preview->runner().cancel();
}

void MainWindow::showTitle() {
  setWindowTitle(m_document.isEmpty() ? QString("Texeleton")
                                      : QString::fromUtf8("%1[*] — Texeleton").arg(m_document.name()));
  setWindowModified(m_document.isModified());
  m_saveAction->setEnabled(!m_document.isEmpty());
  m_saveAsAction->setEnabled(!m_document.isEmpty());
  m_motionsAction->setEnabled(!m_document.isEmpty());
  showExport();
}

void MainWindow::say(const QString& text) { m_status->tell(text); }

void MainWindow::tell(const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::Warning, "Texeleton", title, QMessageBox::Ok, this);
  box->setObjectName("message");
  box->setInformativeText(text);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
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
    tell(tr("The document was not saved"), localized(saved.error()));
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
    tell(tr("The document was not saved"), localized(saved.error()));
    return false;
  }
  remember(file);
  return true;
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

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!maySave()) {
    event->ignore();
    return;
  }
  if (m_options.remember) {
    keepSealed("window/geometry", saveGeometry());
    keepSealed("window/layout", saveState(kLayoutVersion));
    m_texture->keepView();
  }
  m_playback.setPlaying(false);
  event->accept();
}

// What no control wanted for itself.
bool MainWindow::handleKey(const QKeyEvent& event) {
  const bool isSideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
  if (event.modifiers() == Qt::ShiftModifier && isSideways && m_playback.shownClip() != nullptr) {
    m_playback.setPlaying(false);
    m_playback.seek(event.key() == Qt::Key_Left ? 0.0 : m_playback.shownClip()->lengthSeconds);
    return true;
  }
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
    case Qt::Key_Period:  // Of the keypad, as in Blender.
      if (event.modifiers() != Qt::KeypadModifier) {
        return false;
      }
      [[fallthrough]];
    case Qt::Key_F:
    case Qt::Key_Home:
      m_viewport->frameSelected();
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
  event->acceptProposedAction();
  const bool onClips = m_clips->rect().contains(m_clips->mapFrom(this, event->position().toPoint()));
  // After the drop: the file manager must not wait for an answer about unsaved changes.
  QMetaObject::invokeMethod(
      this, [this, urls = event->mimeData()->urls(), onClips] { dropFiles(urls, onClips); }, Qt::QueuedConnection);
}

// The viewport is a window of its own: its keys and drops do not come by themselves.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (qobject_cast<QDockWidget*>(watched) != nullptr) {  // One that floats is a window of its own too.
    return event->type() == QEvent::KeyPress && handleKey(*static_cast<QKeyEvent*>(event));
  }
  switch (event->type()) {
    case QEvent::KeyPress:
      return handleKey(*static_cast<QKeyEvent*>(event));
    case QEvent::DragEnter:
      dragEnterEvent(static_cast<QDragEnterEvent*>(event));
      return event->isAccepted();
    case QEvent::DragMove:
      event->accept();
      return true;
    case QEvent::Drop: {
      auto* drop = static_cast<QDropEvent*>(event);
      drop->acceptProposedAction();
      QMetaObject::invokeMethod(
          this, [this, urls = drop->mimeData()->urls()] { dropFiles(urls, false); }, Qt::QueuedConnection);
      return true;
    }
    default:
      return QMainWindow::eventFilter(watched, event);
  }
}

}  // namespace texeleton::editor
