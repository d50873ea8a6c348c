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
/// without), double click to add or rename, Delete removes, Ctrl and Shift select several. By keys: Up and Down select,
/// Alt+Left and Alt+Right move by a frame, F2 renames, Enter goes there.
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
  double secondsAt(double x) const;

  void addAt(double seconds);
  void removeSelected();
  void renameSelected();
  /// The next event, or the one before; without one that is selected, from the time that is shown.
  void selectNext(int by);
  /// To the next frames or those before.
  void moveSelected(int frames);

 signals:
  /// A menu is asked for: of the selected events, or where there is none, of a time.
  void menuAsked(const QPoint& place, bool onEvent, double seconds);

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
  void paintRuler(QPainter& painter) const;
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
  std::string m_clipName;                   ///< Whose events they are: another bake has the same clip under its name.
  std::map<std::string, double> m_flashes;  ///< Name and time of events that fired just now.
  enum class Drag { None, Seek, Events } m_drag = Drag::None;
  bool m_moved = false;
  double m_grabbed = 0.0;    ///< Seconds under the pointer when the drag began.
  double m_draggedBy = 0.0;  ///< Seconds.
  std::size_t m_grabbedEvent = 0;
  QLineEdit* m_rename = nullptr;
  std::size_t m_renamed = 0;
};

}  // namespace texeleton::editor
