#include "core/import/assemble/key_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace texeleton::importing {

namespace {

constexpr std::size_t kFewestKeys = 4;
constexpr double kTolerance = 2e-3;         ///< Frames.
constexpr double kRelativeRounding = 2e-7;  ///< Relative to the time in frames: single precision, rounded twice.

/// A rate that may be a grid, and the largest distance of the nearest keys in frames.
struct UsualRate {
  double hz;
  double mostFrames;
};
constexpr UsualRate kUsualRates[] = {{30.0, 6.5},
                                     {24.0, 6.5},
                                     {25.0, 6.5},
                                     {60.0, 6.5},
                                     {50.0, 6.5},
                                     {48.0, 2.5},
                                     {100.0, 2.5},
                                     {120.0, 2.5},
                                     {24000.0 / 1001.0, 2.5},
                                     {30000.0 / 1001.0, 2.5},
                                     {60000.0 / 1001.0, 2.5}};

bool liesOn(const KeyTimes& times, double hz) {
  return std::all_of(times.begin(), times.end(), [hz](double t) {
    const double frames = t * hz;
    return std::abs(frames - std::round(frames)) <= kTolerance + kRelativeRounding * std::abs(frames);
  });
}

}  // namespace

std::optional<double> keyGridHz(std::span<const KeyTimes> clips) {
  std::size_t most = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (const KeyTimes& times : clips) {
    most = std::max(most, times.size());
    for (std::size_t i = 1; i < times.size(); ++i) {
      nearest = std::min(nearest, times[i] - times[i - 1]);
    }
  }
  if (most < kFewestKeys) {
    return std::nullopt;
  }
  for (const UsualRate& rate : kUsualRates) {
    if (nearest * rate.hz <= rate.mostFrames &&
        std::all_of(clips.begin(), clips.end(), [&](const KeyTimes& times) { return liesOn(times, rate.hz); })) {
      return rate.hz;
    }
  }
  return std::nullopt;
}

}  // namespace texeleton::importing
