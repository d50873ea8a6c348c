#pragma once

#include <QImage>
#include <QString>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"

namespace texeleton::viewport {

/// Words painted over a picture: the HUD, the legend of the heat map, the log of events. Painted by Qt, so that every
/// script that clip and event names are written in can be read. Needs a QGuiApplication.
///
/// All images are RGBA, premultiplied, with `pixelRatio` pixels a point.

/// A line: what, and how much. Values stand in a column of their own, right-aligned.
struct PanelLine {
  std::string label;
  std::string value;

  friend bool operator==(const PanelLine&, const PanelLine&) = default;
};

/// Lines on a dark, translucent card.
QImage paintLines(const std::vector<PanelLine>& lines, double pixelRatio);

/// Sets the translation of labels for a program with a language of its own; the default is English. Called on the
/// thread that makes frames; set before the first frame.
void setPanelWording(std::function<std::string(const Message&)> wording);
std::string worded(const Message& label);

/// The scale of the heat map from 0 to `limitMillimetres`, with numbers and a title.
QImage paintHeatLegend(double limitMillimetres, double pixelRatio);

/// A number with three digits that count and without an exponent: "0.05", "1.25", "120".
std::string readableNumber(double value);

}  // namespace texeleton::viewport
