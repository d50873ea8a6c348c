#pragma once

#include <QLineEdit>
#include <QWidget>
#include <set>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/shown_events.h"
#include "app/editor/panels/timeline_drag.h"
#include "app/editor/panels/timeline_markers.h"
#include "app/editor/panels/timeline_painter.h"
#include "app/editor/panels/timeline_scale.h"

namespace texeleton::editor {

/// The clip that plays as a ruler of its baked frames, with its events as markers: drag to move (snapped to frames; Alt
/// without), double click to add or rename, Delete removes, Ctrl, Shift and a box select several, Ctrl+C, X and V copy,
/// cut and paste. By keys: Up and Down select, Alt+Left and Alt+Right move by a frame, F2 renames, Enter goes there.
/// The ends of the band are handles: they change which part of the clip is baked. Where that is not all of it, some of
/// what lies before and behind is shown too. The widget puts ShownEvents, TimelineDrag and TimelinePainter together,
/// and has the keys, the tool tips and the field in which a name is typed.
class TimelineView : public QWidget {
  Q_OBJECT

 public:
  TimelineView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override { return {200, 110}; }
  const std::vector<TimelineEvent>& events() const { return m_events.all(); }
  const std::set<std::size_t>& selected() const { return m_events.selected(); }
  /// Where the diamond of an event is drawn.
  QPointF markerOf(std::size_t event) const { return m_markers.placeOf(event); }
  double placeOf(double seconds) const { return m_scale.placeOf(seconds); }
  /// Within the cut.
  double secondsAt(double x) const { return m_scale.secondsAt(x); }
  /// Where the handle at the start or the end of the range is taken.
  QPointF handleOf(bool start) const { return m_drag.handleOf(start); }

  void addAt(double seconds);
  void removeSelected() { m_events.removeSelected(); }
  void renameSelected();
  void selectAll() { m_events.selectAll(); }
  /// The selected events, to the clipboard.
  void copySelected() { m_events.copySelected(); }
  void cutSelected();
  /// The events of the clipboard, the first of them at a time of the clip; selects them.
  void pasteAt(double seconds) { m_events.pasteAt(seconds); }
  static bool canPaste() { return ShownEvents::canPaste(); }
  /// Begins (or ends) what is baked of the clip at a time of the cut.
  void setRangeEnd(bool start, double seconds);
  /// Bakes all of the clip.
  void setWholeRange();
  /// The next event, or the one before; without one that is selected, from the time that is shown.
  void selectNext(int by) { m_events.selectNext(by); }
  /// To the next frames or those before.
  void moveSelected(int frames) { m_events.moveSelectedByFrames(frames); }

 signals:
  /// A menu is asked for: of the selected events, or where there is none, of a time.
  void menuAsked(const QPoint& place, bool onEvent, double seconds);
  /// What was done, in a sentence.
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
  /// Whether the event whose name is being typed is there as it was.
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
  TimelineEvent m_renamedEvent;
};

}  // namespace texeleton::editor
