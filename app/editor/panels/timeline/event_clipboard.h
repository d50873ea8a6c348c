#pragma once

#include <QString>
#include <vector>

#include "app/editor/panels/timeline/event_edit.h"

namespace texeleton::editor {

/// Events as JSON for the clipboard, so that another editor can paste them.
QString textOfEvents(const std::vector<TimelineEvent>& events);

/// The events in such a text, in time order; none if it is another text.
std::vector<TimelineEvent> eventsOfText(const QString& text);

}  // namespace texeleton::editor
