#pragma once

/// Layout of TimelineView, in logical pixels.
namespace texeleton::editor::timeline {

constexpr double kMargin = 20.0;
constexpr double kRuler = 28.0;
constexpr double kBand = 18.0;
constexpr double kHandle = 4.0;
constexpr double kFirstLane = kRuler + kBand + 18.0;
constexpr double kLane = 24.0;
constexpr double kDiamond = 6.0;

}  // namespace texeleton::editor::timeline
