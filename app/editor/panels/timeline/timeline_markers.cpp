#include "app/editor/panels/timeline/timeline_markers.h"

#include <QFontMetrics>
#include <QRectF>
#include <algorithm>

#include "app/editor/panels/timeline/timeline_metrics.h"

namespace texeleton::editor {

namespace {

constexpr double kGrab = 9.0;  // Grab radius of markers.

}  // namespace

void TimelineMarkers::layOut() {
  const std::vector<TimelineEvent>& events = m_events.all();
  // Each event uses the first lane where the previous name has ended.
  std::vector<double> ends;
  m_lanes.assign(events.size(), 0);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const double x = m_scale.placeOf(events[i].clipSeconds);
    std::size_t lane = 0;
    while (lane < ends.size() && ends[lane] > x - 2 * timeline::kDiamond) {
      ++lane;
    }
    ends.resize(std::max(ends.size(), lane + 1));
    ends[lane] =
        x + timeline::kDiamond + 10 + m_area.fontMetrics().horizontalAdvance(QString::fromStdString(events[i].name));
    m_lanes[i] = static_cast<int>(lane);
  }
}

QPointF TimelineMarkers::placeOf(std::size_t event) const {
  const TimelineEvent& marked = m_events.all()[event];
  double seconds = marked.clipSeconds;
  if (m_shift != 0.0 && m_events.isSelected(event) && !marked.isFixed()) {
    seconds = std::clamp(seconds + m_shift, 0.0, m_scale.cut().end);
  }
  return {m_scale.placeOf(seconds), timeline::kFirstLane + timeline::kLane * m_lanes[event]};
}

int TimelineMarkers::eventAt(const QPointF& place) const {
  const std::vector<TimelineEvent>& events = m_events.all();
  for (std::size_t i = 0; i < events.size(); ++i) {
    const QPointF at = placeOf(i);
    const double text =
        timeline::kDiamond + 6 + m_area.fontMetrics().horizontalAdvance(QString::fromStdString(events[i].name));
    if (QRectF(at.x() - kGrab, at.y() - kGrab, kGrab + text, 2 * kGrab).contains(place)) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

}  // namespace texeleton::editor
