#pragma once

#include <QObject>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/timeline/event_edit.h"

namespace texeleton::editor {

/// The events of the current clip, their selection, and the timeline's edits of them. The selection survives edits and
/// bakes, and is shared with other panels if it is a single event.
class ShownEvents : public QObject {
  Q_OBJECT

 public:
  ShownEvents(Workshop& workshop, const Playback& playback, Selection& selection, QObject* parent = nullptr);

  /// In time order; event numbers are indices into this.
  const std::vector<TimelineEvent>& all() const { return m_events; }
  const std::set<std::size_t>& selected() const { return m_selected; }
  std::vector<TimelineEvent> selectedEvents() const;
  bool isSelected(std::size_t event) const { return m_selected.count(event) != 0; }

  /// Selects exactly these events.
  void select(std::set<std::size_t> events);
  void selectAll();
  /// Selects the next or previous event; without a selected one, relative to the current time.
  void selectNext(int by);
  /// Selects the selected event in other panels.
  void tellSelected();

  /// Adds an event and selects it. Returns its number.
  std::optional<std::size_t> add(double seconds);
  void rename(std::size_t event, const std::string& name);
  void removeSelected();
  /// Moves the selected events to following (or preceding) frames.
  void moveSelectedByFrames(int frames);
  /// Moves the selected events by a time.
  void moveSelected(double seconds);
  /// Copies the selected events to the clipboard.
  void copySelected();
  /// Pastes the clipboard's events, the first of them at `seconds` of the clip, and selects them.
  void pasteAt(double seconds);
  static bool canPaste();

 signals:
  /// The events may have changed.
  void reloaded();
  /// The selection changed.
  void selectionChanged();
  /// A sentence about what was done.
  void told(const QString& text);

 private:
  void reload();
  void forgetSelected();
  /// Keeps the selection of the previous events under their new numbers, also for renamed or moved ones.
  void keepSelected(const std::vector<TimelineEvent>& before);
  /// Takes over the event selection of other panels.
  void followSelection();
  /// `placeOf`: from a time to the new one.
  void moveSelectedTo(const std::function<double(double)>& placeOf);
  std::set<std::size_t> numbersOf(const std::vector<SelectedEvent>& places) const;
  std::size_t clipNumber() const { return static_cast<std::size_t>(m_playback.clipNumber()); }

  Workshop& m_workshop;
  const Playback& m_playback;
  Selection& m_selection;
  std::vector<TimelineEvent> m_events;
  std::set<std::size_t> m_selected;
  /// Events that are temporarily gone: if undo restores those of an events file, the next bake reads them.
  std::vector<TimelineEvent> m_gone;
  std::set<std::size_t> m_goneSelected;
  std::uint64_t m_choice = 0;  ///< Playback::choice() to which the events belong.
};

}  // namespace texeleton::editor
