#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/event_edit.h"

namespace texeleton::editor {

/// The events of the clip that plays, which of them are selected, and what the timeline does to these. A selection
/// outlasts edits and bakes, and is that of the other panels where it is of one event.
class ShownEvents : public QObject {
  Q_OBJECT

 public:
  ShownEvents(Workshop& workshop, const Playback& playback, Selection& selection, QObject* parent = nullptr);

  /// In time order; numbers of events are into this.
  const std::vector<TimelineEvent>& all() const { return m_events; }
  const std::set<std::size_t>& selected() const { return m_selected; }
  bool isSelected(std::size_t event) const { return m_selected.count(event) != 0; }

  /// Selects these events and no others.
  void select(std::set<std::size_t> events);
  void selectAll();
  /// The next event, or the one before; without one that is selected, from the time that is shown.
  void selectNext(int by);
  /// Selects in the other panels what is selected here.
  void tellSelected();

  /// Adds an event and selects it: its number.
  std::optional<std::size_t> add(double seconds);
  void rename(std::size_t event, const std::string& name);
  void removeSelected();
  /// Moves the selected events to the next frames or those before.
  void moveSelectedByFrames(int frames);
  /// Moves the selected events by a time.
  void moveSelected(double seconds);
  /// The selected events, to the clipboard.
  void copySelected();
  /// The events of the clipboard, the first of them at a time of the clip; selects them.
  void pasteAt(double seconds);
  static bool canPaste();

 signals:
  /// The events may be others.
  void reloaded();
  /// Others are selected.
  void selectionChanged();
  /// What was done, in a sentence.
  void told(const QString& text);

 private:
  void reload();
  void forgetSelected();
  /// What was selected of the events before stays so under its new number, with its new name or time.
  void keepSelected(const std::vector<TimelineEvent>& before);
  /// Takes over which event is selected across panels.
  void followSelection();
  void moveTo(const std::vector<TimelineEvent>& events, const std::vector<double>& times);
  std::size_t clipNumber() const { return static_cast<std::size_t>(m_playback.clipNumber()); }

  Workshop& m_workshop;
  const Playback& m_playback;
  Selection& m_selection;
  std::vector<TimelineEvent> m_events;
  std::set<std::size_t> m_selected;
  /// Events that are gone for now: those of an events file that undo brings back are read by the next bake.
  std::vector<TimelineEvent> m_gone;
  std::set<std::size_t> m_goneSelected;
  std::uint64_t m_choice = 0;  ///< Playback::choice() whose events they are.
};

}  // namespace texeleton::editor
