#pragma once

#include <QMenu>
#include <QPushButton>
#include <deque>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/panels/panel.h"
#include "app/editor/panels/timeline/timeline_view.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// The events of the current clip.
class TimelinePanel : public Panel {
  Q_OBJECT

 public:
  TimelinePanel(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);
  TimelineView& view() const { return *m_view; }

  /// Adds the events of a file, read in the background, as one edit.
  void importFrom(const std::filesystem::path& file);
  /// Writes the events of all clips.
  void exportTo(const std::filesystem::path& file);
  void findFootsteps();
  /// Proposes a range for a clip of the bake that closes as a loop.
  void findLoopRange(int clip);

 signals:
  /// A sentence about what was done.
  void told(const QString& text);
  /// An error: a headline and the reason.
  void failed(const QString& title, const QString& why);
  /// An issue about a file.
  void found(const texeleton::Issue& issue);

 private:
  QMenu* makeMenu();
  void showMenu(const QPoint& place, bool onEvent, double seconds);
  void importWithDialog();
  void exportWithDialog();
  void showCopyTargets(QMenu& menu);

  Workshop& m_workshop;
  Playback& m_playback;
  TimelineView* m_view = nullptr;
  QMenu* m_menu = nullptr;
  ElidedLabel* m_fired = nullptr;
  std::deque<QString> m_lastFired;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
