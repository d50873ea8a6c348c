#include "app/editor/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QScreen>
#include <QSettings>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/window/export_commands.h"
#include "app/editor/window/help_commands.h"
#include "app/editor/window/languages.h"
#include "app/editor/window/status_line.h"
#include "app/editor/window/user_settings.h"
#include "app/editor/window/window_drops.h"
#include "app/editor/window/window_keys.h"
#include "app/editor/window/window_menus.h"

namespace texeleton::editor {

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent), m_options(options), m_recovery(m_document, options.recoveryFolder), m_notices(*this) {
  setWindowIcon(icon("texeleton", Token::Accent));
  setAcceptDrops(true);
  m_docks = std::make_unique<WindowDocks>(*this);
  m_workshop = std::make_unique<Workshop>(m_document);
  m_keeper = std::make_unique<ExportKeeper>(*m_workshop);
  m_preview = std::make_unique<ClipPreview>(*m_workshop, m_playback);
  connectPlayback();  // First, so that all others find the clips of a new bake.
  connectProblems();
  connect(&m_document, &Document::titleChanged, this, &MainWindow::showTitle);
  m_files = std::make_unique<FileCommands>(*this, *m_workshop, m_recovery, m_notices, m_options.remember);
  m_exports = std::make_unique<ExportCommands>(*this, *m_workshop, m_actions, m_notices);
  makeWatcher();
  m_sources = std::make_unique<SourceCommands>(*this, *m_workshop, m_notices);
  m_presets = std::make_unique<PresetCommands>(*this, m_document, m_notices, m_options.presetFolder);
  m_panels =
      std::make_unique<WindowPanels>(*this, *m_workshop, m_playback, *m_preview, m_selection, *m_docks, m_notices);
  m_help = std::make_unique<HelpCommands>(
      *this, m_document, m_actions, m_notices, [this] { return viewport().deviceText(); }, m_options.backendWhy);
  m_keys = std::make_unique<WindowKeys>(*this, *m_docks, m_playback);
  m_menus = std::make_unique<WindowMenus>(*this, m_actions, m_document);
  connect(m_files.get(), &FileCommands::recentChanged, this, &MainWindow::showRecentFiles);
  connect(m_help.get(), &HelpCommands::languageChosen, this, &MainWindow::changeLanguage);

  resize(QSize(1440, 900).boundedTo(screen()->availableSize()));  // Before the docks are laid out.
  m_drops = std::make_unique<WindowDrops>(*this, *m_workshop, *m_panels, *m_files, *m_sources, m_notices);
  makeParts();
  m_docks->keepUsual();
  if (m_options.remember) {
    restoreGeometry(readSealed("window/geometry"));
    m_docks->restore();
    texture().restoreView();
  }
}

MainWindow::~MainWindow() {
  if (focusWidget() != nullptr) {
    focusWidget()->clearFocus();  // Applies its input while there is a document.
  }
  m_exports->closeDialog();  // It uses objects that are destroyed now.
  // Jobs end before the objects that they deliver to.
  m_playback.setPlaying(false);
  m_workshop->runner().cancel();
  m_preview->runner().cancel();
}

void MainWindow::connectPlayback() {
  connect(m_workshop.get(), &Workshop::bakeChanged, this, &MainWindow::playFromBake);
  connect(&m_document, &Document::replaced, &m_selection, &Selection::clear);
  connect(&m_document, &Document::replaced, this, [this] {
    m_playback.setPlaying(false);
    m_isOpening = true;
  });
}

void MainWindow::connectProblems() {
  connect(m_preview.get(), &ClipPreview::failed, this,
          [this](const Error& why) { m_notices.say(tr("This clip cannot be shown: %1").arg(localized(why))); });
  connect(&m_recovery, &Recovery::failed, this, [this](const Error& why) {
    m_notices.warn(tr("Unsaved changes cannot be autosaved: %1").arg(localized(why)));
  });
  connect(&SettingsNews::instance(), &SettingsNews::failed, this, [this, told = false](const Error& why) mutable {
    if (!std::exchange(told, true)) {  // Further errors add little.
      m_notices.warn(tr("The settings were not saved: %1").arg(localized(why)));
    }
  });
}

void MainWindow::makeWatcher() {
  m_watcher = std::make_unique<SourceWatcher>(*m_workshop);
  const bool on = !m_options.remember || QSettings().value("watchSources", true).toBool();
  m_watcher->setOn(on);
  connect(m_watcher.get(), &SourceWatcher::importsAgain, this,
          [this] { m_notices.say(tr("A source has changed: it is imported again.")); });
}

// Everything that is recreated for another language.
void MainWindow::makeParts() {
  m_actions.make(*this, m_document.undoStack());
  connectActions();
  m_panels->make(m_options);
  m_menus->makeToolBar(*m_exports);
  m_menus->makeMenuBar(*m_files, *m_presets, *m_docks, viewport());
  makeStatusLine();
  connectPanels();
  m_keys->listenTo(viewport());
  m_drops->listenTo(viewport());

  m_docks->showTitles();
  showTitle();
  m_exports->showState();
  m_panels->showIssueCount();
  showRecentFiles();
}

// Connects actions to their functions.
void MainWindow::connectActions() {
  const auto to = [](QAction* action, auto* who, auto what) { connect(action, &QAction::triggered, who, what); };
  to(m_actions.newDocument, m_files.get(), &FileCommands::startNew);
  to(m_actions.open, m_files.get(), &FileCommands::openWithDialog);
  to(m_actions.openSample, m_files.get(), &FileCommands::openSample);
  to(m_actions.addMotions, m_sources.get(), &SourceCommands::addMotionsWithDialog);
  to(m_actions.addCharacters, m_sources.get(), &SourceCommands::addCharactersWithDialog);
  to(m_actions.locate, m_files.get(), &FileCommands::locateOrSay);
  to(m_actions.recover, m_files.get(), &FileCommands::offerLostOrSay);
  to(m_actions.save, m_files.get(), &FileCommands::save);
  to(m_actions.saveAs, m_files.get(), &FileCommands::saveAs);
  to(m_actions.exportAgain, m_exports.get(), &ExportCommands::exportNow);
  to(m_actions.exportTo, m_exports.get(), &ExportCommands::openDialog);
  to(m_actions.keepExports, m_exports.get(), &ExportCommands::setKept);
  to(m_actions.quit, this, &QWidget::close);
  to(m_actions.preferences, m_help.get(), &HelpCommands::showPreferences);
  to(m_actions.usualLayout, m_docks.get(), &WindowDocks::reset);
  to(m_actions.savePreset, m_presets.get(), &PresetCommands::saveWithDialog);
  to(m_actions.bakeAgain, m_workshop.get(), &Workshop::refresh);
  m_actions.watch->setChecked(m_watcher->isOn());
  to(m_actions.watch, this, &MainWindow::setWatching);
  to(m_actions.cancel, &m_workshop->runner(), &JobRunner::cancel);
  to(m_actions.guide, m_help.get(), &HelpCommands::showGuide);
  to(m_actions.keys, m_help.get(), &HelpCommands::showShortcuts);
  to(m_actions.blenderAddon, m_help.get(), &HelpCommands::showBlenderAddon);
  to(m_actions.about, m_help.get(), &HelpCommands::showAbout);
}

// Connects panels to the program; connections between panels are theirs.
void MainWindow::connectPanels() {
  const StartPage& start = viewport().startPage();
  connect(&start, &StartPage::openAsked, m_files.get(), &FileCommands::openWithDialog);
  connect(&start, &StartPage::sampleAsked, m_files.get(), &FileCommands::openSample);
  connect(&start, &StartPage::recentAsked, m_files.get(), &FileCommands::openRecent);
  connect(&viewport(), &ViewportArea::locateAsked, m_files.get(), &FileCommands::locateOrImport);
  connect(&m_panels->issues(), &IssuesPanel::locateAsked, m_files.get(), &FileCommands::locateOrImport);
  AttachmentsPanel& attachments = m_panels->attachments();
  connect(&attachments, &AttachmentsPanel::attachAsked, this, [this, &attachments] {
    if (const auto file = m_sources->askForAttachment(); !file.empty()) {
      attachments.attach(file);
    }
  });
  connect(&attachments, &AttachmentsPanel::locateAsked, m_files.get(), &FileCommands::locateMissing);
  connect(&clips(), &ClipsPanel::motionsAsked, m_sources.get(), &SourceCommands::addMotionsWithDialog);
  connect(&model(), &ModelPanel::locateAsked, m_files.get(), &FileCommands::locateMissing);
  connect(&model(), &ModelPanel::charactersAsked, m_sources.get(), &SourceCommands::addCharactersWithDialog);
  connect(&m_panels->animator(), &AnimatorPanel::motionRecorded, m_sources.get(),
          [this](const QString& file) { m_sources->addMotions({toPath(file)}); });
}

void MainWindow::makeStatusLine() {
  auto* status = new StatusLine(*m_workshop);
  setStatusBar(status);
  connect(&viewport(), &ViewportArea::deviceChanged, status,
          [this, status] { status->setDevice(viewport().deviceText()); });
  connect(&m_notices, &Notices::said, status, &StatusLine::tell);
}

void MainWindow::removeParts() {
  texture().keepView();
  m_panels->keepView();
  m_exports->closeDialog();  // They use objects that are destroyed now.
  m_help->closeGuide();
  m_docks->removeAll();
  delete takeCentralWidget();
  m_menus->removeToolBars();
  setStatusBar(nullptr);
  m_menus->removeMenus();
  qDeleteAll(findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly));
}

void MainWindow::changeLanguage(const QLocale& locale) {
  const QByteArray layout = m_docks->layout();
  const viewport::Scene& shown = viewport().window().scene();
  const viewport::Camera camera = shown.camera;
  const bool hadPicture = shown.animation != nullptr;
  const std::vector<Issue> issues = m_panels->issues().own();
  removeParts();
  speak(*qApp, locale);
  translateAgain(m_document.undoStack());
  setLocale(QLocale());  // For numbers in fields that are created now.
  makeParts();
  m_docks->setLayout(layout);
  texture().restoreView();
  for (const Issue& issue : issues) {
    m_panels->issues().add(issue);
  }
  if (hadPicture) {
    viewport().window().setCamera(camera);
  }
  m_docks->applySizes();
  // Again after the first layout of the new panels, which have their least sizes then.
  QMetaObject::invokeMethod(m_docks.get(), &WindowDocks::applySizes, Qt::QueuedConnection);
}

void MainWindow::playFromBake() {
  const auto& bake = m_workshop->bake();
  m_playback.setAnimation(bake ? bake->animation : nullptr, bake ? bake->model : nullptr);
  // Plays an opened document.
  if (bake && std::exchange(m_isOpening, false)) {
    m_playback.setPlaying(m_options.playsWhenOpened && m_playback.clip() != nullptr &&
                          m_playback.clip()->lengthSeconds > 0.0);
  }
}

void MainWindow::setWatching(bool wanted) {
  m_watcher->setOn(wanted);
  if (m_options.remember) {
    keepSettings({{"watchSources", wanted}});
  }
}

void MainWindow::showTitle() {
  setWindowTitle(m_document.isEmpty() ? QString("Texeleton")
                                      : QString::fromUtf8("%1[*] — Texeleton").arg(m_document.name()));
  setWindowModified(m_document.isModified());
  for (QAction* action :
       {m_actions.save, m_actions.saveAs, m_actions.addMotions, m_actions.addCharacters, m_actions.savePreset}) {
    action->setEnabled(!m_document.isEmpty());
  }
}

void MainWindow::showRecentFiles() { viewport().startPage().setRecentFiles(m_files->recent()); }

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_files->maySave()) {
    event->ignore();
    return;
  }
  if (m_options.remember) {
    keepSealed("window/geometry", saveGeometry());
    m_docks->keep();
    texture().keepView();
  }
  m_playback.setPlaying(false);
  event->accept();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (!m_keys->handle(*event)) {
    QMainWindow::keyPressEvent(event);
  }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) { m_drops->enter(*event); }

void MainWindow::dragMoveEvent(QDragMoveEvent* event) { m_drops->move(*event); }

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/) { m_drops->leave(); }

void MainWindow::dropEvent(QDropEvent* event) { m_drops->drop(*event); }

void MainWindow::contextMenuEvent(QContextMenuEvent* event) {
  if (m_docks->showMenuFor(*event)) {
    event->accept();
  } else {
    QMainWindow::contextMenuEvent(event);
  }
}

bool MainWindow::focusNextPrevChild(bool next) {
  return m_keys->goOnFrom(focusWidget() == nullptr ? *this : *focusWidget(), next);
}

}  // namespace texeleton::editor
