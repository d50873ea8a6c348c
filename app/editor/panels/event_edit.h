#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// An event on the timeline of a baked clip.
struct TimelineEvent {
  std::string name;
  std::string parameter;
  double clipSeconds = 0.0;  ///< From the start of the cut.
  enum Origin {
    Recipe,  ///< Of the document: `number` into RecipeClip::events.
    File,    ///< Of the events file: `number` into its clip's events.
    Model,   ///< Of the model file; cannot be changed here.
  } origin = Recipe;
  std::size_t number = 0;

  bool isFixed() const { return origin == Model; }
};

/// The events of the baked clip `baked`, in time order.
std::vector<TimelineEvent> timelineEvents(const Workshop& workshop, std::size_t baked);

// Edits of the events of a baked clip. Where the events of the clip come from a file, they are all taken over into the
// document first, in the same edit. Each is one command, called `text`.

void addEvent(Workshop& workshop, std::size_t baked, const std::string& name, double clipSeconds, const QString& text);
void removeEvents(Workshop& workshop, std::size_t baked, const std::vector<TimelineEvent>& events, const QString& text);
/// `times`: of the cut, one an event.
void moveEvents(Workshop& workshop, std::size_t baked, const std::vector<TimelineEvent>& events,
                const std::vector<double>& times, const QString& text);
void renameEvent(Workshop& workshop, std::size_t baked, const TimelineEvent& event, const std::string& name,
                 const QString& text);
void setEventParameter(Workshop& workshop, std::size_t baked, const TimelineEvent& event, const std::string& parameter,
                       const QString& text);

/// Gives events to clips of the model, in every cut of them that they lie in; what is there already is left out. One
/// command, or none where nothing is new. Returns how many were added.
std::size_t addSourceEvents(Workshop& workshop, const std::vector<recipe::ClipEvents>& events, const QString& text);
/// The same for clips of the bake, from the start of their cuts.
std::size_t copyEvents(Workshop& workshop, const std::vector<TimelineEvent>& events,
                       const std::vector<std::size_t>& bakedClips, const QString& text);

/// All events of the clips of the bake but those of the model file, by clips of the model, in time order, each once.
std::vector<recipe::ClipEvents> allEvents(const Workshop& workshop);

}  // namespace texeleton::editor
