#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// An event on the timeline of a baked clip.
struct TimelineEvent {
  std::string name;
  std::string parameter;
  double clipSeconds = 0.0;  ///< From the start of the cut.
  enum Origin {
    Recipe,  ///< In the document: `number` is an index into RecipeClip::events.
    File,    ///< In the events file: `number` is an index into its clip's events.
    Model,   ///< In the model file; cannot be edited.
  } origin = Recipe;
  std::size_t number = 0;

  bool isFixed() const { return origin == Model; }
  SelectedEvent mark() const { return {name, clipSeconds}; }
  /// Whether it has this name and time.
  bool isAt(const SelectedEvent& place) const;
};

/// The events of the baked clip `baked`, in time order.
std::vector<TimelineEvent> timelineEvents(const Workshop& workshop, std::size_t baked);

// Edits of the events of a baked clip. Events of an events file are first moved into the document, in the same edit.
// Each function makes one command, named `text`.

void addEvent(Workshop& workshop, std::size_t baked, const std::string& name, double clipSeconds, const QString& text);
void removeEvents(Workshop& workshop, std::size_t baked, const std::vector<TimelineEvent>& events, const QString& text);
/// `times`: within the cut, one for each event.
void moveEvents(Workshop& workshop, std::size_t baked, const std::vector<TimelineEvent>& events,
                const std::vector<double>& times, const QString& text);
/// `member`: its name or parameter.
void setEventText(Workshop& workshop, std::size_t baked, const TimelineEvent& event,
                  std::string recipe::RecipeEvent::*member, const std::string& value, const QString& text);

/// Events of a clip of the model that addSourceEvents() would add, and the number of those that are there already.
struct NewEvents {
  std::vector<model::ClipEvent> events;
  std::size_t known = 0;
};
NewEvents newEvents(const Workshop& workshop, const recipe::ClipEvents& events);

/// Adds events to every cut of the model's clips that contains them, skipping existing ones. Makes one command, or none
/// if no event is new. Returns the number of added events.
std::size_t addSourceEvents(Workshop& workshop, const std::vector<recipe::ClipEvents>& events, const QString& text);
/// The same for a clip of the bake, with times relative to the start of its cut.
std::size_t copyEvents(Workshop& workshop, const std::vector<TimelineEvent>& events, std::size_t baked,
                       const QString& text);

/// All events of the bake's clips except those of the model file, grouped by clip of the model, in time order, each
/// once.
std::vector<recipe::ClipEvents> allEvents(const Workshop& workshop);

}  // namespace texeleton::editor
