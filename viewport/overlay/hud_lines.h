#pragma once

#include <cstddef>
#include <vector>

#include "viewport/overlay/panel.h"
#include "viewport/scene/crowd/crowd_events.h"
#include "viewport/scene/frame_statistics.h"

namespace texeleton::viewport {

/// Returns the lines of the HUD for a frame. Unknown values are "n/a", never 0.
std::vector<PanelLine> hudLines(const FrameStatistics& statistics);

/// Returns lines for the last `count` events that fired, oldest first: crowd time, instance, event, clip and clip time.
std::vector<PanelLine> eventLines(const CrowdEvents& events, std::size_t count);

}  // namespace texeleton::viewport
