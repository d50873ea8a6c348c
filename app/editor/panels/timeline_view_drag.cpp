// What the mouse does in the timeline: events, the range's handles, a box around events; and which part of the clip is
// shown for that.

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/editor/panels/range_edit.h"
#include "app/editor/panels/timeline_metrics.h"
#include "app/editor/panels/timeline_view.h"

namespace texeleton::editor {

namespace {

constexpr double kShownBeside = 0.25;  // Of the cut's length, at each side.
constexpr double kMoved = 3.0;         // Pixels, before a press becomes a drag.
constexpr double kHandleGrab = 6.0;
constexpr double kRateDragged = 30.0;

}  // namespace

using namespace timeline;

TimelineView::Extent TimelineView::clipExtent() const {
  const bake::BakedClip* clip = m_playback.clip();
  const auto& bake = m_workshop.bake();
  if (clip == nullptr || !bake || clip->source.clip.value >= bake->model->clips.size()) {
    return {0.0, clip == nullptr ? 0.0 : clip->lengthSeconds};
  }
  const model::Clip& source = bake->model->clips[clip->source.clip.value];
  const double begin = source.startSeconds - clip->source.fromSeconds;
  // A loop may last longer than its keys.
  return {std::min(begin, 0.0), std::max(begin + source.lengthSeconds, clip->lengthSeconds)};
}

TimelineView::Extent TimelineView::shownExtent() const {
  const bake::BakedClip* clip = m_playback.clip();
  if (clip == nullptr) {
    return {};
  }
  const Extent all = clipExtent();
  const double beside = kShownBeside * clip->lengthSeconds;
  return {std::max(all.begin, -beside), std::min(all.end, clip->lengthSeconds + beside)};
}

TimelineView::Extent TimelineView::range() const {
  const bake::BakedClip* clip = m_playback.clip();
  Extent range{0.0, clip == nullptr ? 0.0 : clip->lengthSeconds};
  if (m_drag == Drag::RangeStart) {
    range.begin = m_handle;
  } else if (m_drag == Drag::RangeEnd) {
    range.end = m_handle;
  }
  return range;
}

QPointF TimelineView::handleOf(bool start) const {
  const Extent now = range();
  return {placeOf(start ? now.begin : now.end), kRuler + kBand / 2};
}

int TimelineView::handleAt(const QPointF& place) const {
  if (m_playback.clip() == nullptr || place.y() < kRuler || place.y() >= kRuler + kBand) {
    return -1;
  }
  // Of a very short range the nearer one.
  const double start = std::abs(place.x() - handleOf(true).x());
  const double end = std::abs(place.x() - handleOf(false).x());
  return std::min(start, end) > kHandleGrab ? -1 : start < end ? 0 : 1;
}

double TimelineView::snappedToSource(double seconds) const {
  const bake::BakedClip& clip = *m_playback.clip();
  const model::Clip& source = m_workshop.bake()->model->clips[clip.source.clip.value];
  const double rate = source.sourceRateHz > 0.0 ? source.sourceRateHz : kRateDragged;
  const double at = clip.source.fromSeconds + seconds;
  const Extent all = clipExtent();
  return std::clamp(std::floor(at * rate + 0.5) / rate - clip.source.fromSeconds, all.begin, all.end);
}

void TimelineView::dragHandle(const QMouseEvent& event) {
  const Extent extent = shownExtent();
  const double at = extent.begin + (event.position().x() - kMargin) / std::max(width() - 2 * kMargin, 1.0) *
                                       (extent.end - extent.begin);
  const double free = std::clamp(at, extent.begin, extent.end);
  double to = event.modifiers().testFlag(Qt::AltModifier) ? free : snappedToSource(free);
  const bake::BakedClip& clip = *m_playback.clip();
  const double least = clip.frameRate > 0.0 ? 1.0 / clip.frameRate : 0.0;  // A frame stays.
  to = m_drag == Drag::RangeStart ? std::min(to, clip.lengthSeconds - least) : std::max(to, least);
  m_handle = to;
  m_playback.seek(std::clamp(to, 0.0, clip.lengthSeconds));
  update();
}

void TimelineView::setRangeEnd(bool start, double seconds) {
  const bake::BakedClip* clip = m_playback.clip();
  if (clip == nullptr) {
    return;
  }
  RangeChange change{static_cast<std::size_t>(m_playback.clipNumber()), clip->source.fromSeconds,
                     clip->source.toSeconds};
  (start ? change.fromSeconds : change.toSeconds) = clip->source.fromSeconds + seconds;
  setClipRanges(m_workshop, {change}, tr("Change clip range"));
}

void TimelineView::setWholeRange() {
  const bake::BakedClip* clip = m_playback.clip();
  if (clip != nullptr) {
    const Extent all = clipExtent();
    const double from = clip->source.fromSeconds;
    setClipRanges(m_workshop, {{static_cast<std::size_t>(m_playback.clipNumber()), from + all.begin, from + all.end}},
                  tr("Change clip range"));
  }
}

QRectF TimelineView::box() const { return QRectF(m_pressed, m_reached).normalized(); }

void TimelineView::selectInBox(bool add) {
  if (!add) {
    m_selected.clear();
  }
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    if (box().contains(markerOf(i))) {
      m_selected.insert(i);
    }
  }
  tellSelected();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_playback.clip() == nullptr) {
    return;
  }
  finishRename(true);
  m_pressed = m_reached = event->position();
  m_moved = false;
  const int handle = handleAt(event->position());
  if (handle >= 0) {
    m_handle = handle == 0 ? 0.0 : m_playback.clip()->lengthSeconds;
    m_drag = handle == 0 ? Drag::RangeStart : Drag::RangeEnd;
    m_playback.setPlaying(false);
    update();
    return;
  }
  const int hit = markerAt(event->position());
  m_grabbed = secondsAt(event->position().x());
  m_draggedBy = 0.0;
  const bool add = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
  if (hit >= 0) {
    const auto number = static_cast<std::size_t>(hit);
    if (add && m_selected.count(number) != 0) {
      m_selected.erase(number);
    } else {
      if (!add && m_selected.count(number) == 0) {
        m_selected.clear();
      }
      m_selected.insert(number);
      m_grabbedEvent = number;
      m_drag = Drag::Events;
    }
  } else if (event->position().y() >= kRuler + kBand) {
    m_drag = Drag::Box;  // Or a click that goes to a time.
  } else {
    m_selected.clear();
    m_drag = Drag::Seek;
    m_playback.setPlaying(false);
    m_playback.seek(m_grabbed);
  }
  tellSelected();
  update();
}

void TimelineView::leaveEvent(QEvent* /*event*/) { m_selection.pointAtClip(-1); }

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  m_reached = event->position();
  const bool isFar = (m_reached - m_pressed).manhattanLength() > kMoved;
  switch (m_drag) {
    case Drag::Seek:
      m_playback.seek(secondsAt(event->position().x()));
      return;
    case Drag::Events: {
      const double by = secondsAt(event->position().x()) - m_grabbed;
      m_moved = m_moved || std::abs(placeOf(std::abs(by)) - placeOf(0.0)) > kMoved;
      const double from = m_events[m_grabbedEvent].clipSeconds;
      m_draggedBy = m_moved ? snapped(from + by, event->modifiers().testFlag(Qt::AltModifier)) - from : 0.0;
      update();
      return;
    }
    case Drag::RangeStart:
    case Drag::RangeEnd:
      m_moved = m_moved || isFar;
      if (m_moved) {
        dragHandle(*event);
      }
      return;
    case Drag::Box:
      m_moved = m_moved || isFar;
      update();
      return;
    case Drag::None:
      break;
  }
  const bool onBand = event->position().y() >= kRuler && event->position().y() < kRuler + kBand;
  m_selection.pointAtClip(onBand ? m_playback.clipNumber() : -1);
  const bool canDrag = markerAt(event->position()) >= 0 || handleAt(event->position()) >= 0;
  setCursor(canDrag ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    return;
  }
  const Drag drag = m_drag;
  const bool add = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
  if (drag == Drag::Events && m_moved && m_draggedBy != 0.0) {
    std::vector<TimelineEvent> events;
    std::vector<double> times;
    for (const std::size_t number : m_selected) {
      events.push_back(m_events[number]);
      times.push_back(std::clamp(m_events[number].clipSeconds + m_draggedBy, 0.0, m_playback.clip()->lengthSeconds));
    }
    m_drag = Drag::None;
    moveTo(events, times);
  } else if ((drag == Drag::RangeStart || drag == Drag::RangeEnd) && m_moved) {
    m_drag = Drag::None;
    setRangeEnd(drag == Drag::RangeStart, m_handle);
  } else if (drag == Drag::Box && m_moved) {
    selectInBox(add);
  } else if (drag == Drag::Box) {
    if (!add) {
      m_selected.clear();
      tellSelected();
    }
    m_playback.setPlaying(false);
    m_playback.seek(m_grabbed);
  }
  m_drag = Drag::None;
  update();
}

}  // namespace texeleton::editor
