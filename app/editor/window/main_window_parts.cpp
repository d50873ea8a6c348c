// What the main window is made of: docks, tool bar, menus.

#include <QMenuBar>
#include <QSettings>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/panels/animator_panel.h"
#include "app/editor/panels/constraints_section.h"
#include "app/editor/panels/fit_section.h"
#include "app/editor/panels/levels_section.h"
#include "app/editor/panels/root_motion_section.h"
#include "app/editor/panels/tint_section.h"
#include "app/editor/theme/icons.h"
#include "app/editor/view/camera_menu.h"
#include "app/editor/window/main_window.h"

namespace texeleton::editor {

void MainWindow::makeDocks() {
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);

  m_viewport =
      new ViewportArea(*m_workshop, m_playback, m_selection, *m_preview, m_options.backend, m_options.vulkanInstance);
  m_transport = new TransportStrip(m_playback);
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_viewport, 1);
  layout->addWidget(m_transport);
  setCentralWidget(centre);

  m_clips = new ClipsPanel(*m_workshop, m_playback, m_selection, *m_preview);
  m_model = new ModelPanel(*m_workshop, m_selection);
  m_bake = new BakePanel(*m_workshop, m_playback);
  m_bake->addSection(new FitSection(*m_workshop));
  m_bake->addSection(new RootMotionSection(*m_workshop, m_playback, *m_clips, *m_viewport));
  m_bake->addSection(new ConstraintsSection(*m_workshop, m_selection));
  m_bake->addSection(new LevelsSection(*m_workshop, *m_viewport));
  m_bake->addSection(new TintSection(*m_workshop, *m_viewport));
  m_sockets = new SocketsPanel(*m_workshop, m_selection);
  m_attachments = new AttachmentsPanel(*m_workshop, m_selection, *m_viewport);
  m_timeline = new TimelinePanel(*m_workshop, m_playback, m_selection);
  m_texture = new TexturePanel(*m_workshop, m_playback, m_selection);
  m_compare = new ComparePanel(*m_workshop, *m_viewport, m_options.backend, m_options.vulkanInstance);
  auto* animatorPanel = new AnimatorPanel(*m_workshop, *m_clips, *m_viewport);
  connect(animatorPanel, &AnimatorPanel::motionRecorded, this,
          [this](const QString& file) { addMotions({toPath(file)}); });
  m_issues = new IssuesPanel(*m_workshop);
  auto* chosen = new SelectionPanel(*m_workshop, m_playback, m_selection, *m_clips, *m_viewport);

  QDockWidget* clips = addDock(m_clips, tr("Clips"), "clipsDock", Qt::LeftDockWidgetArea);
  QDockWidget* model = addDock(m_model, tr("Model"), "modelDock", Qt::LeftDockWidgetArea);
  QDockWidget* bake = addDock(m_bake, tr("Bake"), "bakeDock", Qt::RightDockWidgetArea);
  QDockWidget* sockets = addDock(m_sockets, tr("Sockets"), "socketsDock", Qt::RightDockWidgetArea);
  QDockWidget* attachments = addDock(m_attachments, tr("Attachments"), "attachmentsDock", Qt::RightDockWidgetArea);
  QDockWidget* selection = addDock(chosen, tr("Selection"), "selectionDock", Qt::RightDockWidgetArea);
  QDockWidget* timeline = addDock(m_timeline, tr("Timeline"), "timeline", Qt::BottomDockWidgetArea);
  QDockWidget* texture = addDock(m_texture, tr("Texture"), "texture", Qt::BottomDockWidgetArea);
  QDockWidget* compare = addDock(m_compare, tr("Compare"), "compare", Qt::BottomDockWidgetArea);
  QDockWidget* issues = addDock(m_issues, tr("Issues"), "issues", Qt::BottomDockWidgetArea);
  QDockWidget* animator = addDock(animatorPanel, tr("Animator"), "animatorDock", Qt::BottomDockWidgetArea);
  // First, for beside one another they would make the window wider than the screen.
  tabifyDockWidget(timeline, texture);
  tabifyDockWidget(texture, compare);
  tabifyDockWidget(compare, issues);
  tabifyDockWidget(issues, animator);
  timeline->raise();
  tabifyDockWidget(bake, attachments);
  attachments->hide();  // Small windows have no room for its tab; the View menu and what hangs show it.
  bake->raise();
  if (m_sizes != nullptr) {
    return;  // They go by the docks' names.
  }
  m_sizes = new DockSizes(*this, QSize(1440, 900),
                          {{clips->objectName(), {388, 460}},
                           {model->objectName(), {388, 343}},
                           {bake->objectName(), {316, 520}},
                           {sockets->objectName(), {316, 120}},
                           {selection->objectName(), {316, 159}},
                           {timeline->objectName(), {700, 280}},
                           {texture->objectName(), {700, 280}},
                           {compare->objectName(), {700, 280}},
                           {animator->objectName(), {700, 280}},
                           {issues->objectName(), {700, 280}}});
  m_sizes->apply();
}

void MainWindow::makeActions() {
  const auto make = [this](const QString& text, const QKeySequence& keys, const char* iconName = nullptr) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    if (iconName != nullptr) {
      action->setIcon(icon(iconName));
    }
    addAction(action);
    return action;
  };
  m_newAction = make(tr("New"), QKeySequence::New);
  m_openAction = make(tr("Open…"), QKeySequence::Open, "open");
  m_motionsAction = make(tr("Add motions…"), {});
  m_motionsAction->setToolTip(tr("Files whose clips the model takes too"));
  m_charactersAction = make(tr("Add characters…"), {});
  m_charactersAction->setToolTip(tr("Files with the same bones, which share the model's animation and its texture"));
  m_sampleAction = make(tr("Open the sample"), {});
  m_saveAction = make(tr("Save"), QKeySequence::Save, "save");
  m_saveAsAction = make(tr("Save as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  m_exportAction = make(tr("Export"), QKeySequence(Qt::CTRL | Qt::Key_E), "export");
  m_exportToAction = make(tr("Export to…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
  m_againAction = make(tr("Import and bake again"), QKeySequence(Qt::Key_F5));
  m_undoAction = m_document.undoStack().createUndoAction(this, tr("Undo"));
  m_redoAction = m_document.undoStack().createRedoAction(this, tr("Redo"));
  m_undoAction->setShortcut(QKeySequence::Undo);
  m_redoAction->setShortcut(QKeySequence::Redo);
  m_undoAction->setIcon(icon("undo"));
  m_redoAction->setIcon(icon("redo"));
  connect(m_newAction, &QAction::triggered, this, &MainWindow::startNew);
  connect(m_openAction, &QAction::triggered, this, &MainWindow::openWithDialog);
  connect(m_motionsAction, &QAction::triggered, this, &MainWindow::addMotionsWithDialog);
  connect(m_charactersAction, &QAction::triggered, this, &MainWindow::addCharactersWithDialog);
  connect(m_sampleAction, &QAction::triggered, this, &MainWindow::openSample);
  connect(m_saveAction, &QAction::triggered, this, &MainWindow::save);
  connect(m_saveAsAction, &QAction::triggered, this, &MainWindow::saveAs);
  connect(m_exportAction, &QAction::triggered, this, &MainWindow::exportNow);
  connect(m_exportToAction, &QAction::triggered, this, &MainWindow::exportWithDialog);
  m_watchAction = new QAction(tr("Import again when a source changes"), this);
  m_watchAction->setCheckable(true);
  m_watchAction->setChecked(m_watcher->isOn());
  connect(m_watchAction, &QAction::triggered, this, [this](bool wanted) {
    m_watcher->setOn(wanted);
    if (m_options.remember) {
      keepSettings({{"watchSources", wanted}});
    }
  });
  m_keepExportsAction = new QAction(tr("Keep exports up to date"), this);
  m_keepExportsAction->setCheckable(true);
  m_keepExportsAction->setToolTip(tr("Exports after every good bake, without asking"));
  connect(m_keepExportsAction, &QAction::triggered, this,
          [this](bool keep) { m_document.setKeepExports(tr("Keep exports up to date"), keep); });
  connect(m_againAction, &QAction::triggered, m_workshop.get(), &Workshop::refresh);
}

void MainWindow::makeToolBar() {
  auto* bar = addToolBar(tr("Tool bar"));
  bar->setObjectName("toolBar");
  bar->setMovable(false);
  bar->setFloatable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  const auto button = [bar](QAction* action, bool text) {
    auto* result = new QToolButton;
    result->setDefaultAction(action);
    result->setToolButtonStyle(text ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    bar->addWidget(result);
  };
  button(m_openAction, true);
  button(m_saveAction, true);
  bar->addWidget(uprightRule());
  button(m_undoAction, false);
  button(m_redoAction, false);
  bar->addWidget(uprightRule());
  bar->addWidget(label(tr("Bake as"), "muted"));
  m_mode = new Segmented({tr("Bones"), tr("Vertices")});
  m_mode->setObjectName("toolBarMode");
  m_mode->button(0)->setToolTip(tr("The texture holds bone matrices: small, with sockets"));
  m_mode->button(1)->setToolTip(tr("The texture holds every vertex: larger, keeps morph targets and any rig"));
  bar->addWidget(m_mode);
  m_exportFolderLabel = new ElidedLabel;
  m_exportFolderLabel->setProperty("role", "muted");
  m_exportFolderLabel->setAlignment(Qt::AlignRight);
  m_exportFolderLabel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(m_exportFolderLabel);
  m_exportButton = new QToolButton;
  m_exportButton->setObjectName("export");
  m_exportButton->setPopupMode(QToolButton::MenuButtonPopup);
  m_exportButton->setText(tr("Export pack"));
  m_exportButton->setToolTip(tr("Writes and verifies every export target (Ctrl+E)"));
  auto* targets = new QMenu(m_exportButton);
  targets->setToolTipsVisible(true);
  connect(targets, &QMenu::aboutToShow, this, [this, targets] { fillTargets(*targets); });
  m_exportButton->setMenu(targets);
  bar->addWidget(m_exportButton);

  connect(m_exportButton, &QToolButton::clicked, this, &MainWindow::exportNow);
  connect(m_mode, &Segmented::chosen, this, [this](int choice) {
    m_document.set(tr("Change mode"), &recipe::RecipeBake::mode,
                   std::optional(choice == 0 ? bake::BakeMode::Bone : bake::BakeMode::Vertex));
  });
  const auto showMode = [this] {
    m_mode->setCurrent(m_document.recipe().bake.mode.value_or(bake::BakeMode::Bone) == bake::BakeMode::Bone ? 0 : 1);
  };
  connect(&m_document, &Document::changed, m_mode, showMode);
  showMode();
}

void MainWindow::makeMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(m_newAction);
  file->addAction(m_openAction);
  m_recentMenu = file->addMenu(tr("Open recent"));
  file->addAction(m_sampleAction);
  file->addSeparator();
  file->addAction(m_motionsAction);
  file->addAction(m_charactersAction);
  file->addAction(tr("Locate missing files…"), this, [this] {
    if (!locateMissing()) {
      say(tr("No file is missing."));
    }
  });
  file->addAction(tr("Recover documents…"), this, [this] {
    if (!offerLost()) {
      say(tr("There is nothing to recover."));
    }
  });
  file->addSeparator();
  file->addAction(m_saveAction);
  file->addAction(m_saveAsAction);
  file->addSeparator();
  file->addAction(m_exportAction);
  file->addAction(m_exportToAction);
  file->addAction(m_keepExportsAction);
  file->addSeparator();
  m_quitAction = file->addAction(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
  m_quitAction->setMenuRole(QAction::QuitRole);
  connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::showRecent);

  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  edit->addAction(m_undoAction);
  edit->addAction(m_redoAction);

  edit->addSeparator();
  m_preferencesAction =
      edit->addAction(tr("Preferences…"), QKeySequence(Qt::CTRL | Qt::Key_Comma), this, &MainWindow::showPreferences);
  m_preferencesAction->setMenuRole(QAction::PreferencesRole);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  view->addMenu(new CameraMenu(m_document, m_viewport->window(), view));
  view->addSeparator();
  for (QDockWidget* dock : m_docks) {
    view->addAction(dock->toggleViewAction());
  }
  view->addSeparator();
  // Tabs by keys: what is looked at closely, from left to right.
  int number = 0;
  for (QDockWidget* dock : m_docks) {
    if (dockWidgetArea(dock) == Qt::BottomDockWidgetArea) {
      const QKeySequence keys(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + number++));
      QAction* go = view->addAction(tr("Go to %1").arg(dock->windowTitle()), keys, this, [this, dock] {
        raiseDock(dock->objectName());
        dock->widget()->setFocus();
        dock->widget()->nextInFocusChain()->setFocus(Qt::ShortcutFocusReason);
      });
      go->setObjectName("go-" + dock->objectName());
    }
  }
  view->addSeparator();
  view->addAction(tr("Usual layout"), this, &MainWindow::resetLayout);
  QMenu* bake = menuBar()->addMenu(tr("&Bake"));
  bake->addAction(m_againAction);
  bake->addAction(m_watchAction);
  m_cancelAction =
      bake->addAction(tr("Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period), &m_workshop->runner(), &JobRunner::cancel);
  addAction(m_cancelAction);

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  m_guideAction = help->addAction(tr("User guide"), QKeySequence(Qt::Key_F1), this, &MainWindow::showGuide);
  m_keysAction = help->addAction(tr("Keys"), QKeySequence(Qt::CTRL | Qt::Key_F1), this, &MainWindow::showShortcuts);
  QMenu* samples = help->addMenu(tr("Samples"));
  samples->setObjectName("samples");
  fillSamples(*samples);
  help->addAction(tr("About Texeleton"), this, &MainWindow::showAbout)->setMenuRole(QAction::AboutRole);
}

// To what an issue is about, wherever that is shown.
void MainWindow::jumpTo(const QString& subject) {
  if (m_clips->showNamed(subject)) {
    raiseDock("clipsDock");
    return;
  }
  if (m_model->showNamed(subject)) {
    raiseDock("modelDock");
    return;
  }
  if (m_attachments->showNamed(subject)) {
    raiseDock("attachmentsDock");
    return;
  }
  if (m_sockets->showNamed(subject)) {
    raiseDock("socketsDock");
    return;
  }
  for (const recipe::RecipeSource& source : m_document.recipe().sources) {
    if (fromUtf8(source.path).filename() == toPath(subject).filename()) {
      raiseDock(source.role == pack::SourceRole::Events       ? "timeline"
                : source.role == pack::SourceRole::Motion     ? "clipsDock"
                : source.role == pack::SourceRole::Attachment ? "attachmentsDock"
                                                              : "modelDock");
      return;
    }
  }
  say(tr("%1 is not shown in this window.").arg(subject));
}

}  // namespace texeleton::editor
