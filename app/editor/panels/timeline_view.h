#pragma once

#include <QLineEdit>
#include <QWidget>
#include <map>
#include <set>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/event_edit.h"

namespace texeleton::editor {

/// The clip that plays as a ruler of its baked frames, with its events as markers: drag to move (snapped to frames; Alt
/// without), double click to add or rename, Delete removes, Ctrl, Shift and a box select several, Ctrl+C, X and V copy,
/// cut and paste. By keys: Up and Down select, Alt+Left and Alt+Right move by a frame, F2 renames, Enter goes there.
/// The ends of the band are handles: they change which part of the clip is baked. Where that is not all of it, some of
/// what lies before and behind is shown too.
class TimelineView : public QWidget {
  Q_OBJECT

 public:
  TimelineView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override { return {200, 110}; }
  const std::vector<TimelineEvent>& events() const { return m_events; }
  const std::set<std::size_t>& selected() const { return m_selected; }
  /// Where the diamond of an event is drawn.
  QPointF markerOf(std::size_t event) const;
  double placeOf(double seconds) const;
  /// Within the cut.
  double secondsAt(double x) const;
  /// Where the handle at the start or the end of the range is taken.
  QPointF handleOf(bool start) const;

  void addAt(double seconds);
  void removeSelected();
  void renameSelected();
  void selectAll();
  /// The selected events, to the clipboard.
  void copySelected();
  void cutSelected();
  /// The events of the clipboard, the first of them at a time of the clip; selects them.
  void pasteAt(double seconds);
  static bool canPaste();
  /// Begins (or ends) what is baked of the clip at a time of the cut.
  void setRangeEnd(bool start, double seconds);
  /// Bakes all of the clip.
  void setWholeRange();
  /// The next event, or the one before; without one that is selected, from the time that is shown.
  void selectNext(int by);
  /// To the next frames or those before.
  void moveSelected(int frames);

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
  void reload();
  void selectNone();
  void layOut();
  int markerAt(const QPointF& place) const;
  double snapped(double seconds, bool freely) const;
  /// What is shown, in seconds of the cut.
  struct Extent {
    double begin = 0.0;
    double end = 0.0;
  };
  Extent shownExtent() const;
  /// All of the clip that the cut is of.
  Extent clipExtent() const;
  /// The range, with a handle that is being dragged where the pointer is.
  Extent range() const;
  /// 0 at the start, 1 at the end; −1: there is none.
  int handleAt(const QPointF& place) const;
  void dragHandle(const QMouseEvent& event);
  double snappedToSource(double seconds) const;
  QRectF box() const;
  void selectInBox(bool add);
  std::vector<TimelineEvent> selectedEvents() const;
  void paintRuler(QPainter& painter) const;
  void paintRange(QPainter& painter) const;
  void paintBox(QPainter& painter) const;
  void paintMarkers(QPainter& painter) const;
  void paintPlayHead(QPainter& painter) const;
  void startRename(std::size_t event);
  void finishRename(bool keep);
  void tellSelected();
  /// What was selected of the events before stays so under its new number, with its new name or time.
  void keepSelected(const std::vector<TimelineEvent>& before);
  /// Takes over which event is selected across panels.
  void followSelection();
  void moveTo(const std::vector<TimelineEvent>& events, const std::vector<double>& times);

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  std::vector<TimelineEvent> m_events;
  std::vector<int> m_lanes;  ///< Of each event, so that names do not overlap.
  std::set<std::size_t> m_selected;
  /// Events that are gone for now: those of an events file that undo brings back are read by the next bake.
  std::vector<TimelineEvent> m_gone;
  std::set<std::size_t> m_goneSelected;
  std::uint64_t m_choice = 0;               ///< Playback::choice() whose events they are.
  std::map<std::string, double> m_flashes;  ///< Name and time of events that fired just now.
  enum class Drag { None, Seek, Events, RangeStart, RangeEnd, Box } m_drag = Drag::None;
  QPointF m_pressed;      ///< Where the drag began,
  QPointF m_reached;      ///< and where it is.
  double m_handle = 0.0;  ///< Seconds of the cut, of the handle that is dragged.
  bool m_moved = false;
  double m_grabbed = 0.0;    ///< Seconds under the pointer when the drag began.
  double m_draggedBy = 0.0;  ///< Seconds.
  std::size_t m_grabbedEvent = 0;
  QLineEdit* m_rename = nullptr;
  std::size_t m_renamed = 0;
};

}  // namespace texeleton::editor
