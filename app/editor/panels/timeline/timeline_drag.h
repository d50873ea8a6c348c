#pragma once

#include <QMouseEvent>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/panels/timeline/shown_events.h"
#include "app/editor/panels/timeline/timeline_markers.h"
#include "app/editor/panels/timeline/timeline_scale.h"

namespace texeleton::editor {

/// Mouse drags in the timeline: on the ruler they set the time, on an event they move the selected events, on a handle
/// of the band they change the range, elsewhere they draw a selection box, or set the time if it is a click. Alt
/// disables snapping; Ctrl and Shift extend the selection.
class TimelineDrag : public QObject {
  Q_OBJECT

 public:
  TimelineDrag(ShownEvents& events, TimelineMarkers& markers, const TimelineScale& scale, Playback& playback,
               QObject* parent = nullptr);

  /// The left button was pressed. Requires a clip.
  void press(const QMouseEvent& event);
  /// The mouse was moved. Returns false if nothing is dragged.
  bool move(const QMouseEvent& event);
  /// The left button was released.
  void release(const QMouseEvent& event);
  void cancel();
  /// Ends a drag of events that have changed meanwhile.
  void cancelEvents();

  /// The range of the cut, including a dragged handle.
  TimelineScale::Extent range() const;
  /// Position of the handle at the start or the end of the range.
  QPointF handleOf(bool start) const;
  /// Whether a handle is at a position.
  bool isHandle(const QPointF& place) const { return handleAt(place).has_value(); }
  /// The selection box being drawn.
  std::optional<QRectF> box() const;

 signals:
  /// The display changed.
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
  QPointF m_pressed;         ///< Where the drag began.
  QPointF m_reached;         ///< Current position.
  bool m_moved = false;      ///< The drag is more than a click.
  double m_handle = 0.0;     ///< Time of the dragged handle, in seconds of the cut.
  double m_grabbed = 0.0;    ///< Seconds under the pointer when the drag began.
  double m_draggedBy = 0.0;  ///< Offset of dragged events in seconds.
  std::size_t m_grabbedEvent = 0;
};

}  // namespace texeleton::editor
