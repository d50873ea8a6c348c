#include "app/editor/panels/timeline/timeline_drag.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/editor/panels/timeline/timeline_metrics.h"

namespace texeleton::editor {

namespace {

constexpr double kMoved = 3.0;  // Pixels that turn a press into a drag.
constexpr double kHandleGrab = 6.0;

bool adds(const QMouseEvent& event) { return event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier); }

bool isFree(const QMouseEvent& event) { return event.modifiers().testFlag(Qt::AltModifier); }

}  // namespace

TimelineDrag::TimelineDrag(ShownEvents& events, TimelineMarkers& markers, const TimelineScale& scale,
                           Playback& playback, QObject* parent)
    : QObject(parent), m_events(events), m_markers(markers), m_scale(scale), m_playback(playback) {}

void TimelineDrag::begin(What what) {
  m_what = what;
  m_draggedBy = 0.0;
  m_markers.shiftSelected(0.0);
}

void TimelineDrag::cancel() { begin(What::Nothing); }

void TimelineDrag::cancelEvents() {
  if (m_what == What::Events) {
    cancel();
  }
}

TimelineScale::Extent TimelineDrag::range() const {
  TimelineScale::Extent range = m_scale.cut();
  if (m_what == What::RangeStart) {
    range.begin = m_handle;
  } else if (m_what == What::RangeEnd) {
    range.end = m_handle;
  }
  return range;
}

QPointF TimelineDrag::handleOf(bool start) const {
  const TimelineScale::Extent now = range();
  return {m_scale.placeOf(start ? now.begin : now.end), timeline::kRuler + timeline::kBand / 2};
}

std::optional<TimelineDrag::What> TimelineDrag::handleAt(const QPointF& place) const {
  if (m_playback.clip() == nullptr || place.y() < timeline::kRuler || place.y() >= timeline::kRuler + timeline::kBand) {
    return std::nullopt;
  }
  // For a very short range, the nearer handle.
  const double start = std::abs(place.x() - handleOf(true).x());
  const double end = std::abs(place.x() - handleOf(false).x());
  return std::min(start, end) > kHandleGrab ? std::nullopt
                                            : std::optional(start < end ? What::RangeStart : What::RangeEnd);
}

std::optional<QRectF> TimelineDrag::box() const {
  return m_what == What::Box && m_moved ? std::optional(QRectF(m_pressed, m_reached).normalized()) : std::nullopt;
}

void TimelineDrag::press(const QMouseEvent& event) {
  m_pressed = m_reached = event.position();
  m_moved = false;
  if (const std::optional<What> handle = handleAt(event.position())) {
    m_handle = *handle == What::RangeStart ? 0.0 : m_playback.clip()->lengthSeconds;
    begin(*handle);
    m_playback.setPlaying(false);
    emit changed();
    return;
  }
  m_grabbed = m_scale.secondsAt(event.position().x());
  const int hit = m_markers.eventAt(event.position());
  if (hit >= 0) {
    pressEvent(static_cast<std::size_t>(hit), adds(event));
  } else if (event.position().y() >= timeline::kRuler + timeline::kBand) {
    begin(What::Box);  // Or a click that sets the time.
    m_events.tellSelected();
  } else {
    begin(What::Time);
    m_playback.setPlaying(false);
    m_playback.seek(m_grabbed);
    m_events.select({});
  }
  emit changed();
}

void TimelineDrag::pressEvent(std::size_t event, bool add) {
  std::set<std::size_t> selected = m_events.selected();
  if (add && selected.count(event) != 0) {
    selected.erase(event);
  } else {
    if (!add && selected.count(event) == 0) {
      selected.clear();
    }
    selected.insert(event);
    m_grabbedEvent = event;
    begin(What::Events);
  }
  m_events.select(std::move(selected));
}

bool TimelineDrag::move(const QMouseEvent& event) {
  m_reached = event.position();
  const bool isFar = (m_reached - m_pressed).manhattanLength() > kMoved;
  switch (m_what) {
    case What::Time:
      m_playback.seek(m_scale.secondsAt(event.position().x()));
      return true;
    case What::Events:
      dragEvents(event);
      return true;
    case What::RangeStart:
    case What::RangeEnd:
      m_moved = m_moved || isFar;
      if (m_moved) {
        dragHandle(event);
      }
      return true;
    case What::Box:
      m_moved = m_moved || isFar;
      emit changed();
      return true;
    case What::Nothing:
      break;
  }
  return false;
}

void TimelineDrag::dragEvents(const QMouseEvent& event) {
  const double by = m_scale.secondsAt(event.position().x()) - m_grabbed;
  m_moved = m_moved || std::abs(m_scale.placeOf(std::abs(by)) - m_scale.placeOf(0.0)) > kMoved;
  const double from = m_events.all()[m_grabbedEvent].clipSeconds;
  m_draggedBy = m_moved ? m_scale.snapped(from + by, isFree(event)) - from : 0.0;
  m_markers.shiftSelected(m_draggedBy);
  emit changed();
}

void TimelineDrag::dragHandle(const QMouseEvent& event) {
  const double at = m_scale.freeSecondsAt(event.position().x());
  const double to = isFree(event) ? at : m_scale.snappedToSource(at);
  const vat::BakedClip& clip = *m_playback.clip();
  const double least = clip.frameRate > 0.0 ? 1.0 / clip.frameRate : 0.0;  // At least one frame remains.
  m_handle = m_what == What::RangeStart ? std::min(to, clip.lengthSeconds - least) : std::max(to, least);
  m_playback.seek(std::clamp(m_handle, 0.0, clip.lengthSeconds));
  emit changed();
}

void TimelineDrag::release(const QMouseEvent& event) {
  const What what = m_what;
  if (what == What::Events && m_moved && m_draggedBy != 0.0) {
    const double by = m_draggedBy;
    cancel();
    m_events.moveSelected(by);
  } else if ((what == What::RangeStart || what == What::RangeEnd) && m_moved) {
    cancel();
    emit rangeDragged(what == What::RangeStart, m_handle);
  } else if (what == What::Box && m_moved) {
    selectInBox(adds(event));
  } else if (what == What::Box) {
    if (!adds(event)) {
      m_events.select({});
    }
    m_playback.setPlaying(false);
    m_playback.seek(m_grabbed);
  }
  cancel();
  emit changed();
}

void TimelineDrag::selectInBox(bool add) {
  std::set<std::size_t> selected = add ? m_events.selected() : std::set<std::size_t>();
  for (std::size_t i = 0; i < m_events.all().size(); ++i) {
    if (box()->contains(m_markers.placeOf(i))) {
      selected.insert(i);
    }
  }
  m_events.select(std::move(selected));
}

}  // namespace texeleton::editor
