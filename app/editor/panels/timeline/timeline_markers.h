#pragma once

#include <QPointF>
#include <QWidget>
#include <vector>

#include "app/editor/panels/timeline/shown_events.h"
#include "app/editor/panels/timeline/timeline_scale.h"

namespace texeleton::editor {

/// Positions of events in the timeline: a diamond each, with its name, in lanes so that names do not overlap.
class TimelineMarkers {
 public:
  /// `area`: the widget that the timeline fills, whose font is used for names.
  TimelineMarkers(const ShownEvents& events, const TimelineScale& scale, const QWidget& area)
      : m_events(events), m_scale(scale), m_area(area) {}

  /// Assigns lanes. Call after events or the width changed.
  void layOut();
  /// Offset in seconds of the selected events while they are dragged.
  void shiftSelected(double seconds) { m_shift = seconds; }
  /// Position of an event's diamond.
  QPointF placeOf(std::size_t event) const;
  /// The event at a position; −1: none.
  int eventAt(const QPointF& place) const;

 private:
  const ShownEvents& m_events;
  const TimelineScale& m_scale;
  const QWidget& m_area;
  std::vector<int> m_lanes;  ///< For each event.
  double m_shift = 0.0;
};

}  // namespace texeleton::editor
