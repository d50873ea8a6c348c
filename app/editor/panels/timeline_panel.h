#pragma once

#include <QLabel>
#include <QPushButton>
#include <deque>

#include "app/editor/panels/panel.h"
#include "app/editor/panels/timeline_view.h"

namespace texeleton::editor {

/// The events of the clip that plays.
class TimelinePanel : public Panel {
  Q_OBJECT

 public:
  TimelinePanel(Workshop& workshop, Playback& playback, QWidget* parent = nullptr);
  TimelineView& view() const { return *m_view; }

 private:
  TimelineView* m_view = nullptr;
  QLabel* m_fired = nullptr;
  std::deque<QString> m_lastFired;
};

}  // namespace texeleton::editor
