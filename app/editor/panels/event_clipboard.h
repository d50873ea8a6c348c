#pragma once

#include <QString>
#include <vector>

#include "app/editor/panels/event_edit.h"

namespace texeleton::editor {

/// Events as text for the clipboard, so that another editor understands them too: JSON.
QString textOfEvents(const std::vector<TimelineEvent>& events);

/// The events that such a text holds, in time order; none where it is another text.
std::vector<TimelineEvent> eventsOfText(const QString& text);

}  // namespace texeleton::editor
