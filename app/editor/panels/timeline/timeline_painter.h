#pragma once

#include <QCoreApplication>
#include <QPainter>
#include <map>
#include <string>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/panels/timeline/shown_events.h"
#include "app/editor/panels/timeline/timeline_drag.h"
#include "app/editor/panels/timeline/timeline_markers.h"
#include "app/editor/panels/timeline/timeline_scale.h"

namespace texeleton::editor {

/// Names and times of events that have just fired.
using EventFlashes = std::map<std::string, double>;

/// Draws the timeline: the ruler of frames, the band of the clip, its events, the play head.
class TimelinePainter {
  Q_DECLARE_TR_FUNCTIONS(TimelinePainter)

 public:
  /// `area`: the widget that the timeline fills.
  TimelinePainter(const Playback& playback, const Selection& selection, const ShownEvents& events,
                  const TimelineScale& scale, const TimelineMarkers& markers, const TimelineDrag& drag,
                  const QWidget& area);

  void paint(QPainter& painter, const EventFlashes& flashes) const;

 private:
  void paintRuler(QPainter& painter) const;
  void paintRange(QPainter& painter) const;
  void paintMarkers(QPainter& painter, const EventFlashes& flashes) const;
  void paintPlayHead(QPainter& painter) const;
  static void paintBox(QPainter& painter, const QRectF& box);

  const Playback& m_playback;
  const Selection& m_selection;
  const ShownEvents& m_events;
  const TimelineScale& m_scale;
  const TimelineMarkers& m_markers;
  const TimelineDrag& m_drag;
  const QWidget& m_area;
};

}  // namespace texeleton::editor
