#pragma once

#include <QImage>
#include <QString>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "viewport/scene/crowd/crowd_events.h"
#include "viewport/scene/frame_statistics.h"

namespace texeleton::viewport {

/// Text panels painted over a picture: the HUD, the legend of the heat map, the event log. Qt paints them, so that clip
/// and event names may be in any script. Needs a QGuiApplication.
///
/// All images are RGBA, premultiplied, with `pixelRatio` pixels a point.

/// A label and its value. Values form a right-aligned column.
struct PanelLine {
  std::string label;
  std::string value;

  friend bool operator==(const PanelLine&, const PanelLine&) = default;
};

/// Paints lines on a dark, translucent card.
QImage paintLines(const std::vector<PanelLine>& lines, double pixelRatio);

/// Sets the translation of labels for programs with localised text; the default is English. It is called on the thread
/// that renders frames; set it before the first frame.
void setPanelWording(std::function<std::string(const Message&)> wording);
std::string worded(const Message& label);

/// Paints the scale of the heat map from 0 to `limitMillimetres`, with numbers and a title.
QImage paintHeatLegend(double limitMillimetres, double pixelRatio);

/// Formats a number with three significant digits and no exponent: "0.05", "1.25", "120".
std::string readableNumber(double value);

/// Returns the lines of the HUD for a frame. Unknown values are "n/a", never 0.
std::vector<PanelLine> hudLines(const FrameStatistics& statistics);

/// Returns lines for the last `count` events that fired, oldest first: crowd time, instance, event, clip and clip time.
std::vector<PanelLine> eventLines(const CrowdEvents& events, std::size_t count);

}  // namespace texeleton::viewport
