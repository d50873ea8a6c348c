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

}  // namespace texeleton::editor
