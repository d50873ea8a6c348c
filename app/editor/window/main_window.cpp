#include "app/editor/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QToolBar>
#include <QUrl>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/export_dialog.h"
#include "app/editor/window/guide.h"
#include "app/editor/window/languages.h"
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
  connect(m_workshop.get(), &Workshop::bakeChanged, this, &MainWindow::playFromBake);
  connect(&m_document, &Document::replaced, &m_selection, &Selection::clear);
  connect(&m_document, &Document::replaced, this, [this] {
    m_exportsWrong = false;
    m_playback.setPlaying(false);
    m_isOpening = true;
  });

  connect(m_preview.get(), &ClipPreview::failed, this,
          [this](const Error& why) { say(tr("This clip cannot be shown: %1").arg(localized(why))); });
  connect(&m_document, &Document::titleChanged, this, &MainWindow::showTitle);
  connect(&m_recovery, &Recovery::failed, this, [this](const Error& why) {
    m_issues->add(
        {Severity::Warning,
         verbatim(tr("Edits that are not saved cannot be kept against a crash: %1").arg(localized(why)).toStdString()),
         {}});
  });
  connect(&SettingsNews::instance(), &SettingsNews::failed, this, [this, told = false](const Error& why) mutable {
    if (!std::exchange(told, true)) {  // The next ones hardly say more.
      m_issues->add(
          {Severity::Warning, verbatim(tr("The settings were not saved: %1").arg(localized(why)).toStdString()), {}});
    }
  });
  for (const auto signal : {&Workshop::modelChanged, &Workshop::bakeChanged}) {
    connect(m_workshop.get(), signal, this, &MainWindow::showExport);
  }
  makeWatcher();
  connect(m_workshop.get(), &Workshop::exported, this, &MainWindow::tellExported);
  connect(m_workshop.get(), &Workshop::exportFailed, this, &MainWindow::tellNotExported);
  connect(m_workshop.get(), &Workshop::exportEnded, this, [this] { m_exportAsked = false; });
  connect(&m_document, &Document::changed, this, &MainWindow::showExport);

  resize(QSize(1440, 900).boundedTo(screen()->availableSize()));  // First: docks share out what there is.
  m_dropFrame = new DropFrame(*this);
  makeParts();
  m_usualLayout = saveState(kLayoutVersion);
  if (m_options.remember) {
    restoreGeometry(readSealed("window/geometry"));
    restoreState(readSealed("window/layout"), kLayoutVersion);
    m_sizes->restore(readSealed("window/docks"));
    m_texture->restoreView();
  }
}

// All that can be made anew in another language.
void MainWindow::makeParts() {
  makeActions();
  makeDocks();
  makeToolBar();
  makeMenus();
  m_status = new StatusLine(*m_workshop);
  setStatusBar(m_status);

  connect(m_viewport, &ViewportArea::deviceChanged, this, [this] { m_status->setDevice(m_viewport->deviceText()); });
  connect(m_viewport, &ViewportArea::openAsked, this, &MainWindow::openWithDialog);
  connect(m_viewport, &ViewportArea::sampleAsked, this, &MainWindow::openSample);
  connect(m_viewport, &ViewportArea::recentAsked, this, &MainWindow::openRecent);
  connect(m_clips, &ClipsPanel::refused, this, &MainWindow::say);
  connect(m_sockets, &SocketsPanel::heldChanged, m_viewport,
          [this](const QString& socket, const viewport::HeldObject& held) {
            m_viewport->setHeld(socket.toStdString(), held);
          });
  connect(m_attachments, &AttachmentsPanel::attachAsked, this, [this] {
    const std::filesystem::path file =
        FileDialogs::open(this, tr("Attach a model"), FileDialogs::Purpose::Open, m_document.modelFile().parent_path(),
                          tr("Models (%1)").arg(kModelPatterns) + ";;" + tr("All files (*)"));
    if (!file.empty()) {
      m_attachments->attach(file);
    }
  });
  connect(m_attachments, &AttachmentsPanel::locateAsked, this, &MainWindow::locateMissing);
  connect(&m_viewport->gizmo(), &GizmoControl::refused, this, &MainWindow::say);
  connect(m_model, &ModelPanel::refused, this, &MainWindow::say);
  connect(m_clips, &ClipsPanel::motionsAsked, this, &MainWindow::addMotionsWithDialog);
  connect(m_model, &ModelPanel::charactersAsked, this, &MainWindow::addCharactersWithDialog);
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
  connect(m_issues, &IssuesPanel::loopRangeAsked, this, [this](const QString& name) {
    const auto& bake = m_workshop->bake();
    for (std::size_t i = 0; bake && i < bake->animation->clips.size(); ++i) {
      if (QString::fromStdString(bake->animation->clips[i].name) == name) {
        m_timeline->findLoopRange(static_cast<int>(i));
        return;
      }
    }
  });
  connect(m_viewport, &ViewportArea::locateAsked, this, locate);
  connect(m_issues, &IssuesPanel::countChanged, this, &MainWindow::showIssueCount);
  m_viewport->window().installEventFilter(this);

  showDockTitles();
  showTitle();
  showExport();
  showIssueCount();
  showRecentFiles();
}

void MainWindow::removeParts() {
  m_texture->keepView();
  delete findChild<ExportDialog*>();  // They use what goes now.
  delete findChild<Guide*>();
  for (QDockWidget* dock : std::exchange(m_docks, {})) {
    disconnect(dock, nullptr, this, nullptr);
    removeDockWidget(dock);
    delete dock;
  }
  delete takeCentralWidget();
  for (QToolBar* bar : findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    removeToolBar(bar);
    delete bar;
  }
  setStatusBar(nullptr);
  menuBar()->clear();  // And its menus, which are its children.
  qDeleteAll(menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
  qDeleteAll(findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly));
}

void MainWindow::changeLanguage(const QLocale& locale) {
  const QByteArray layout = saveState(kLayoutVersion);
  const viewport::Scene& shown = m_viewport->window().scene();
  const viewport::Camera camera = shown.camera;
  const bool hadPicture = shown.animation != nullptr;
  const std::vector<Issue> issues = m_issues->own();
  removeParts();
  speak(*qApp, locale);
  setLocale(QLocale());  // Numbers of the fields that are made now.
  makeParts();
  restoreState(layout, kLayoutVersion);
  m_texture->restoreView();
  for (const Issue& issue : issues) {
    m_issues->add(issue);
  }
  if (hadPicture) {
    m_viewport->window().scene().camera = camera;
  }
  m_sizes->apply();
}

MainWindow::~MainWindow() {
  if (focusWidget() != nullptr) {
    focusWidget()->clearFocus();  // What is typed in it is taken over while there is a document.
  }
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
  m_charactersAction->setEnabled(!m_document.isEmpty());
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
  if (const auto saved = m_document.save(m_document.file(), m_workshop->inputs()); !saved) {
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
  fs::path file = FileDialogs::save(this, tr("Save document"), proposed, tr("Texeleton documents (*.texeleton)"));
  if (file.empty()) {
    return false;
  }
  if (file.extension() != ".texeleton") {
    file += ".texeleton";
  }
  if (const auto saved = m_document.save(file, m_workshop->inputs()); !saved) {
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
  const auto tooMuch = m_workshop->tooMuch();
  if (const auto worst = tooMuch ? tooMuch : m_workshop->worst()) {
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
    keepSealed("window/docks", m_sizes->save());
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
    case Qt::Key_C:
      m_viewport->window().standInTheCrowd();
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

// The viewport is a window of its own: its keys and drops do not come by themselves.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (qobject_cast<QDockWidget*>(watched) != nullptr) {  // One that floats is a window of its own too.
    return event->type() == QEvent::KeyPress && handleKey(*static_cast<QKeyEvent*>(event));
  }
  switch (event->type()) {
    case QEvent::KeyPress: {
      const auto& key = *static_cast<QKeyEvent*>(event);
      if (key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab) {
        activateWindow();
        return goOnFrom(m_viewport->pictureWidget(), key.key() == Qt::Key_Tab);
      }
      return handleKey(key);
    }
    case QEvent::DragEnter:
      dragEnterEvent(static_cast<QDragEnterEvent*>(event));
      return event->isAccepted();
    case QEvent::DragMove:
      event->accept();
      return true;
    case QEvent::DragLeave:
      m_dropFrame->hide();
      return true;
    case QEvent::Drop: {
      auto* drop = static_cast<QDropEvent*>(event);
      drop->acceptProposedAction();
      m_dropFrame->hide();
      QMetaObject::invokeMethod(
          this, [this, urls = drop->mimeData()->urls()] { dropFiles(urls, false); }, Qt::QueuedConnection);
      return true;
    }
    default:
      return QMainWindow::eventFilter(watched, event);
  }
}

}  // namespace texeleton::editor
