#pragma once

#include <QMouseEvent>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/panels/shown_events.h"
#include "app/editor/panels/timeline_markers.h"
#include "app/editor/panels/timeline_scale.h"

namespace texeleton::editor {

/// What a pressed mouse does in the timeline: on the ruler it goes to a time, on an event it moves those that are
/// selected, on a handle of the band it changes the range, elsewhere it draws a box that selects, or goes to a time
/// where it was a click. Alt: without snapping; Ctrl and Shift: adds to what is selected.
class TimelineDrag : public QObject {
  Q_OBJECT

 public:
  TimelineDrag(ShownEvents& events, TimelineMarkers& markers, const TimelineScale& scale, Playback& playback,
               QObject* parent = nullptr);

  /// The left button was pressed. There is a clip.
  void press(const QMouseEvent& event);
  /// The mouse was moved. False: nothing is being dragged.
  bool move(const QMouseEvent& event);
  /// The left button was released.
  void release(const QMouseEvent& event);
  void cancel();
  /// The events are others by now: they are dragged no longer.
  void cancelEvents();

  /// The range of the cut, with a handle that is being dragged where the pointer is.
  TimelineScale::Extent range() const;
  /// Where the handle at the start or the end of the range is taken.
  QPointF handleOf(bool start) const;
  /// Whether a handle is at a place.
  bool isHandle(const QPointF& place) const { return handleAt(place).has_value(); }
  /// The box that is being drawn.
  std::optional<QRectF> box() const;

 signals:
  /// Something is to be drawn otherwise.
  void changed();
  /// The start or the end of the range was dragged to a time of the cut.
  void rangeDragged(bool start, double seconds);

 private:
  enum class What : std::uint8_t { Nothing, Time, Events, RangeStart, RangeEnd, Box };

  void begin(What what);
  void pressEvent(std::size_t event, bool add);
  std::optional<What> handleAt(const QPointF& place) const;
  void dragEvents(const QMouseEvent& event);
  void dragHandle(const QMouseEvent& event);
  void selectInBox(bool add);

  ShownEvents& m_events;
  TimelineMarkers& m_markers;
  const TimelineScale& m_scale;
  Playback& m_playback;
  What m_what = What::Nothing;
  QPointF m_pressed;         ///< Where the drag began,
  QPointF m_reached;         ///< and where it is.
  bool m_moved = false;      ///< It is more than a click.
  double m_handle = 0.0;     ///< Seconds of the cut, of the handle that is dragged.
  double m_grabbed = 0.0;    ///< Seconds under the pointer when the drag began.
  double m_draggedBy = 0.0;  ///< Seconds, of events.
  std::size_t m_grabbedEvent = 0;
};

}  // namespace texeleton::editor
