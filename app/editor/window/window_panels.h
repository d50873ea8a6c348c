#pragma once

#include <QMainWindow>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/clip_preview.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/animator/animator_panel.h"
#include "app/editor/panels/bake/bake_panel.h"
#include "app/editor/panels/clips/clips_panel.h"
#include "app/editor/panels/compare/compare_panel.h"
#include "app/editor/panels/issues/issues_panel.h"
#include "app/editor/panels/model/model_panel.h"
#include "app/editor/panels/selection/selection_panel.h"
#include "app/editor/panels/sockets/attachments_panel.h"
#include "app/editor/panels/sockets/sockets_panel.h"
#include "app/editor/panels/texture/texture_panel.h"
#include "app/editor/panels/timeline/timeline_panel.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/window/notices.h"
#include "app/editor/window/transport_strip.h"
#include "app/editor/window/window_docks.h"
#include "app/editor/window/window_options.h"

namespace texeleton::editor {

/// The contents of the window: the viewport with its strip, a panel in each dock, and the connections between them.
/// MainWindow connects them to the program. They are recreated for another language.
class WindowPanels : public QObject {
  Q_OBJECT

 public:
  WindowPanels(QMainWindow& window, Workshop& workshop, Playback& playback, ClipPreview& preview, Selection& selection,
               WindowDocks& docks, Notices& notices);

  void make(const WindowOptions& options);
  /// Keeps what the viewport shows, and how, for the next make().
  void keepView() { m_view = m_viewport->state(); }
  /// On its dock's title.
  void showIssueCount();

  ViewportArea& viewport() const { return *m_viewport; }
  TransportStrip& transport() const { return *m_transport; }
  ClipsPanel& clips() const { return *m_clips; }
  ModelPanel& model() const { return *m_model; }
  AttachmentsPanel& attachments() const { return *m_attachments; }
  TimelinePanel& timeline() const { return *m_timeline; }
  TexturePanel& texture() const { return *m_texture; }
  ComparePanel& compare() const { return *m_compare; }
  AnimatorPanel& animator() const { return *m_animator; }
  IssuesPanel& issues() const { return *m_issues; }

 private:
  void makeCentre(const WindowOptions& options);
  void makePanels(const WindowOptions& options);
  void makeDocks();
  void connectPanels();
  void showWorst();
  /// Brings a control to the front and focuses it.
  void goToControl(const QString& name);
  void findLoopRange(const QString& clip);
  void jumpTo(const QString& subject);

  QMainWindow& m_window;
  Workshop& m_workshop;
  Playback& m_playback;
  ClipPreview& m_preview;
  Selection& m_selection;
  WindowDocks& m_docks;
  Notices& m_notices;

  ViewportState m_view;
  ViewportArea* m_viewport = nullptr;
  TransportStrip* m_transport = nullptr;
  ClipsPanel* m_clips = nullptr;
  ModelPanel* m_model = nullptr;
  BakePanel* m_bake = nullptr;
  SocketsPanel* m_sockets = nullptr;
  AttachmentsPanel* m_attachments = nullptr;
  SelectionPanel* m_chosen = nullptr;
  TimelinePanel* m_timeline = nullptr;
  TexturePanel* m_texture = nullptr;
  ComparePanel* m_compare = nullptr;
  AnimatorPanel* m_animator = nullptr;
  IssuesPanel* m_issues = nullptr;
};

}  // namespace texeleton::editor
