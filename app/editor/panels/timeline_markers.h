#pragma once

#include <QPointF>
#include <QWidget>
#include <vector>

#include "app/editor/panels/shown_events.h"
#include "app/editor/panels/timeline_scale.h"

namespace texeleton::editor {

/// Where the timeline draws its events: a diamond each, with its name, in lanes so that names do not overlap.
class TimelineMarkers {
 public:
  /// `area`: the widget that the timeline fills, with whose font names are written.
  TimelineMarkers(const ShownEvents& events, const TimelineScale& scale, const QWidget& area)
      : m_events(events), m_scale(scale), m_area(area) {}

  /// Chooses the lanes. After other events or another width.
  void layOut();
  /// While the selected events are dragged they are shown at another time: so many seconds on.
  void shiftSelected(double seconds) { m_shift = seconds; }
  /// Where the diamond of an event is.
  QPointF placeOf(std::size_t event) const;
  /// The event that is taken at a place; −1: none.
  int eventAt(const QPointF& place) const;

 private:
  const ShownEvents& m_events;
  const TimelineScale& m_scale;
  const QWidget& m_area;
  std::vector<int> m_lanes;  ///< Of each event.
  double m_shift = 0.0;
};

}  // namespace texeleton::editor
