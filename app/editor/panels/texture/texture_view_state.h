#pragma once

#include <QPointF>

namespace texeleton::editor {

enum class Channels { Rgb, R, G, B, A };

/// Display settings of the texture.
struct TextureViewState {
  Channels channels = Channels::Rgb;
  double from = -1.0;       ///< Shown as black.
  double to = 1.0;          ///< Shown as white.
  double exposure = 0.0;    ///< Stops (EV): values are multiplied by 2^exposure.
  double zoom = 1.0;        ///< Screen pixels a texel, horizontally.
  double zoomDown = 1.0;    ///< Vertically; differs while the whole texture fills the widget.
  bool difference = false;  ///< Shows the deviation of texels from the source instead of their values.
  QPointF corner;           ///< The texel in the upper left.
  bool fits = true;         ///< Zoom and corner follow the widget's size.
};

inline constexpr double kMostExposure = 16.0;  ///< Stops, up and down: halves reach from 2^-14 to 2^16.
inline constexpr double kExposureStep = 0.5;

}  // namespace texeleton::editor
