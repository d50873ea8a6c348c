#pragma once

#include <QLineEdit>
#include <QWidget>
#include <set>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/timeline/shown_events.h"
#include "app/editor/panels/timeline/timeline_drag.h"
#include "app/editor/panels/timeline/timeline_markers.h"
#include "app/editor/panels/timeline/timeline_painter.h"
#include "app/editor/panels/timeline/timeline_scale.h"

namespace texeleton::editor {

/// The current clip as a ruler of its baked frames, with its events as markers: drag to move (snapped to frames; Alt
/// without), double click to add or rename, Delete removes, Ctrl, Shift and a box select several, Ctrl+C, X and V copy,
/// cut and paste. Keys: Up and Down select, Alt+Left and Alt+Right move by a frame, F2 renames, Enter goes to the
/// event. The handles at the ends of the band change the baked range of the clip; if it is not the whole clip, some of
/// the rest is shown on both sides. The widget combines ShownEvents, TimelineDrag and TimelinePainter, and handles the
/// keys, the tool tips and the name editor.
class TimelineView : public QWidget {
  Q_OBJECT

 public:
  TimelineView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override { return {200, 110}; }
  const std::vector<TimelineEvent>& events() const { return m_events.all(); }
  const std::set<std::size_t>& selected() const { return m_events.selected(); }
  std::vector<TimelineEvent> selectedEvents() const { return m_events.selectedEvents(); }
  /// Position of an event's diamond.
  QPointF markerOf(std::size_t event) const { return m_markers.placeOf(event); }
  double placeOf(double seconds) const { return m_scale.placeOf(seconds); }
  /// Clamped to the cut.
  double secondsAt(double x) const { return m_scale.secondsAt(x); }
  /// Position of the handle at the start or the end of the range.
  QPointF handleOf(bool start) const { return m_drag.handleOf(start); }

  void addAt(double seconds);
  void removeSelected() { m_events.removeSelected(); }
  void renameSelected();
  void selectAll() { m_events.selectAll(); }
  /// Copies the selected events to the clipboard.
  void copySelected() { m_events.copySelected(); }
  void cutSelected();
  /// Pastes the clipboard's events, the first of them at `seconds` of the clip, and selects them.
  void pasteAt(double seconds) { m_events.pasteAt(seconds); }
  static bool canPaste() { return ShownEvents::canPaste(); }
  /// Sets the start (or end) of the baked range to a time of the cut.
  void setRangeEnd(bool start, double seconds);
  /// Bakes the whole clip.
  void setWholeRange();
  /// Selects the next or previous event; without a selected one, relative to the current time.
  void selectNext(int by) { m_events.selectNext(by); }
  /// Moves the selected events to following (or preceding) frames.
  void moveSelected(int frames) { m_events.moveSelectedByFrames(frames); }

 signals:
  /// The user requested a menu: for the selected events, or else for a time.
  void menuAsked(const QPoint& place, bool onEvent, double seconds);
  /// A sentence about what was done.
  void told(const QString& text);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void takeEvents();
  void flash(const std::string& name, double seconds);
  void startRename(std::size_t event);
  void finishRename(bool keep);
  /// Whether the event being renamed still exists unchanged.
  bool isRenamedThere() const;

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  ShownEvents m_events;
  TimelineScale m_scale;
  TimelineMarkers m_markers;
  TimelineDrag m_drag;
  TimelinePainter m_painter;
  EventFlashes m_flashes;
  QLineEdit* m_rename = nullptr;
  std::size_t m_renamed = 0;
  SelectedEvent m_renamedEvent;
};

}  // namespace texeleton::editor
