#include "app/editor/window/window_panels.h"

#include <QDockWidget>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/editor/document/paths.h"
#include "app/editor/panels/bake/constraints_section.h"
#include "app/editor/panels/bake/fit_section.h"
#include "app/editor/panels/bake/levels_section.h"
#include "app/editor/panels/bake/root_motion_section.h"
#include "app/editor/panels/bake/tint_section.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

WindowPanels::WindowPanels(QMainWindow& window, Workshop& workshop, Playback& playback, ClipPreview& preview,
                           Selection& selection, WindowDocks& docks, Notices& notices)
    : m_window(window),
      m_workshop(workshop),
      m_playback(playback),
      m_preview(preview),
      m_selection(selection),
      m_docks(docks),
      m_notices(notices) {}

void WindowPanels::make(const WindowOptions& options) {
  makeCentre(options);
  makePanels(options);
  makeDocks();
  connectPanels();
}

void WindowPanels::makeCentre(const WindowOptions& options) {
  m_viewport =
      new ViewportArea(m_workshop, m_playback, m_selection, m_preview, options.backend, options.vulkanInstance, m_view);
  m_transport = new TransportStrip(m_playback);
  auto* centre = new QWidget;
  put(spaced(new QVBoxLayout(centre), 0), {{m_viewport, 1}, m_transport});
  m_window.setCentralWidget(centre);
}

void WindowPanels::makePanels(const WindowOptions& options) {
  m_clips = new ClipsPanel(m_workshop, m_playback, m_selection, m_preview);
  m_model = new ModelPanel(m_workshop, m_selection);
  m_bake = new BakePanel(m_workshop, m_playback);
  auto* fit = new FitSection(m_workshop);
  m_bake->addSection(fit);
  connect(fit, &FitSection::settingAsked, this, &WindowPanels::goToControl);
  m_bake->addSection(new RootMotionSection(m_workshop, m_playback, *m_clips, *m_viewport));
  m_bake->addSection(new ConstraintsSection(m_workshop, m_selection));
  m_bake->addSection(new LevelsSection(m_workshop, *m_viewport));
  m_bake->addSection(new TintSection(m_workshop, *m_viewport));
  m_sockets = new SocketsPanel(m_workshop, m_selection, m_view.view.held);
  m_attachments = new AttachmentsPanel(m_workshop, m_selection, *m_viewport);
  m_timeline = new TimelinePanel(m_workshop, m_playback, m_selection);
  m_texture = new TexturePanel(m_workshop, m_playback, m_selection);
  m_compare = new ComparePanel(m_workshop, *m_viewport, options.backend, options.vulkanInstance);
  m_animator = new AnimatorPanel(m_workshop, *m_clips, *m_viewport);
  m_issues = new IssuesPanel(m_workshop);
  m_chosen = new SelectionPanel(m_workshop, m_playback, m_selection, *m_clips, *m_viewport);
}

void WindowPanels::makeDocks() {
  QDockWidget* clips = m_docks.add(m_clips, tr("Clips"), "clipsDock", Qt::LeftDockWidgetArea);
  QDockWidget* model = m_docks.add(m_model, tr("Model"), "modelDock", Qt::LeftDockWidgetArea);
  QDockWidget* bake = m_docks.add(m_bake, tr("Bake"), "bakeDock", Qt::RightDockWidgetArea);
  QDockWidget* sockets = m_docks.add(m_sockets, tr("Sockets"), "socketsDock", Qt::RightDockWidgetArea);
  QDockWidget* attachments = m_docks.add(m_attachments, tr("Attachments"), "attachmentsDock", Qt::RightDockWidgetArea);
  QDockWidget* selection = m_docks.add(m_chosen, tr("Selection"), "selectionDock", Qt::RightDockWidgetArea);
  QDockWidget* timeline = m_docks.add(m_timeline, tr("Timeline"), "timeline", Qt::BottomDockWidgetArea);
  QDockWidget* texture = m_docks.add(m_texture, tr("Texture"), "texture", Qt::BottomDockWidgetArea);
  QDockWidget* compare = m_docks.add(m_compare, tr("Compare"), "compare", Qt::BottomDockWidgetArea);
  QDockWidget* issues = m_docks.add(m_issues, tr("Issues"), "issues", Qt::BottomDockWidgetArea);
  QDockWidget* animator = m_docks.add(m_animator, tr("Animator"), "animatorDock", Qt::BottomDockWidgetArea);
  // First, because side by side they would make the window wider than the screen.
  m_window.tabifyDockWidget(timeline, texture);
  m_window.tabifyDockWidget(texture, compare);
  m_window.tabifyDockWidget(compare, issues);
  m_window.tabifyDockWidget(issues, animator);
  timeline->raise();
  m_window.tabifyDockWidget(bake, attachments);
  attachments->hide();  // Small windows have no room for its tab; the View menu and selecting an attachment show it.
  bake->raise();
  m_docks.setUsualSizes({{clips->objectName(), {388, 460}},
                         {model->objectName(), {388, 343}},
                         {bake->objectName(), {316, 520}},
                         {sockets->objectName(), {316, 120}},
                         {selection->objectName(), {316, 159}},
                         {timeline->objectName(), {700, 280}},
                         {texture->objectName(), {700, 280}},
                         {compare->objectName(), {700, 280}},
                         {animator->objectName(), {700, 280}},
                         {issues->objectName(), {700, 280}}});
  connect(m_chosen, &SelectionPanel::emptyChanged, selection,
          [this, selection](bool isEmpty) { m_docks.setCollapsed(*selection, isEmpty); });
  m_docks.setCollapsed(*selection, m_chosen->isEmpty());
}

void WindowPanels::connectPanels() {
  connect(m_clips, &ClipsPanel::refused, &m_notices, &Notices::say);
  connect(m_sockets, &SocketsPanel::heldChanged, m_viewport,
          [this](const QString& socket, const viewport::HeldObject& held) {
            m_viewport->setHeld(socket.toStdString(), held);
          });
  connect(&m_viewport->effects(), &SceneEffects::posed, m_transport,
          [this] { m_transport->setShown(m_viewport->effects().shownInstead()); });
  connect(&m_viewport->gizmo(), &GizmoControl::said, &m_notices, &Notices::say);
  connect(m_model, &ModelPanel::refused, &m_notices, &Notices::say);
  connect(m_model, &ModelPanel::parentAsked, this, [this](const QString& attachment) {
    m_docks.raise("attachmentsDock");
    m_attachments->chooseParent(attachment);
  });
  connect(m_animator, &AnimatorPanel::said, &m_notices, &Notices::say);
  connect(m_timeline, &TimelinePanel::told, &m_notices, &Notices::say);
  connect(m_timeline, &TimelinePanel::failed, &m_notices, &Notices::tell);
  connect(m_timeline, &TimelinePanel::found, m_issues, &IssuesPanel::add);
  connect(m_texture, &TexturePanel::told, &m_notices, &Notices::say);
  connect(m_texture, &TexturePanel::failed, &m_notices, &Notices::tell);
  connect(m_bake, &BakePanel::showWorst, this, &WindowPanels::showWorst);
  connect(m_issues, &IssuesPanel::jumpAsked, this, &WindowPanels::jumpTo);
  connect(m_issues, &IssuesPanel::loopRangeAsked, this, &WindowPanels::findLoopRange);
  connect(m_issues, &IssuesPanel::countChanged, this, &WindowPanels::showIssueCount);
  connect(&m_notices, &Notices::found, m_issues, &IssuesPanel::add);
}

void WindowPanels::showIssueCount() {
  for (QDockWidget* dock : m_docks.all()) {
    if (dock->objectName() == "issues") {
      const int warnings = m_issues->warningCount();
      dock->setWindowTitle(warnings == 0 ? tr("Issues") : tr("Issues (%1)").arg(warnings));
      m_docks.titleChanged();
    }
  }
}

void WindowPanels::goToControl(const QString& name) {
  auto* control = m_window.findChild<QWidget*>(name);
  if (auto* const choices = qobject_cast<Segmented*>(control)) {
    control = choices->button(choices->current());
  }
  if (control == nullptr) {
    return;
  }
  for (QWidget* holder = control; holder != nullptr; holder = holder->parentWidget()) {
    if (auto* const dock = qobject_cast<QDockWidget*>(holder)) {
      m_docks.raise(dock->objectName());
    } else if (auto* const scrolled = qobject_cast<QScrollArea*>(holder)) {
      scrolled->ensureWidgetVisible(control);
    }
  }
  control->setFocus(Qt::ShortcutFocusReason);
}

void WindowPanels::showWorst() {
  const auto tooMuch = m_workshop.tooMuch();
  if (const auto worst = tooMuch ? tooMuch : m_workshop.worst()) {
    m_playback.setPlaying(false);
    m_playback.setClip(static_cast<int>(worst->clip));
    const vat::ClipError& error = (*m_workshop.errors())[worst->clip];
    m_playback.seek(m_playback.secondsOfFrame(error.worstFrame));
    m_viewport->effects().markVertex(error.worstVertex);
  }
}

void WindowPanels::findLoopRange(const QString& clip) {
  const auto& bake = m_workshop.bake();
  for (std::size_t i = 0; bake && i < bake->animation->clips.size(); ++i) {
    if (QString::fromStdString(bake->animation->clips[i].name) == clip) {
      m_timeline->findLoopRange(static_cast<int>(i));
      return;
    }
  }
}

// Shows the subject of an issue.
void WindowPanels::jumpTo(const QString& subject) {
  const char* dock = m_clips->showNamed(subject)         ? "clipsDock"
                     : m_model->showNamed(subject)       ? "modelDock"
                     : m_attachments->showNamed(subject) ? "attachmentsDock"
                     : m_sockets->showNamed(subject)     ? "socketsDock"
                                                         : nullptr;
  if (dock != nullptr) {
    m_docks.raise(dock);
    return;
  }
  for (const recipe::RecipeSource& source : m_workshop.document().recipe().sources) {
    if (fromUtf8(source.path).filename() == toPath(subject).filename()) {
      m_docks.raise(source.role == pack::SourceRole::Events       ? "timeline"
                    : source.role == pack::SourceRole::Motion     ? "clipsDock"
                    : source.role == pack::SourceRole::Cache      ? "clipsDock"
                    : source.role == pack::SourceRole::Attachment ? "attachmentsDock"
                                                                  : "modelDock");
      return;
    }
  }
  m_notices.say(tr("%1 is not shown in this window.").arg(subject));
}

}  // namespace texeleton::editor
