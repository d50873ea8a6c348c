#pragma once

#include <optional>
#include <span>
#include <vector>

namespace texeleton::importing {

/// The key times of a clip, unique and ascending.
using KeyTimes = std::vector<double>;

/// The frame rate on whose grid all keys of some clips lie, for formats without a rate. Considers the usual rates (24,
/// 25, 30, 50, 60, 48, 100, 120 and those of NTSC). A rate fits if each key is at a whole frame, within single
/// precision and three digits of milliseconds, and some neighbouring keys are only a few frames apart, so that it is no
/// coincidence. If several fit, 30 (the default) is preferred, else the first in this order. Returns nothing if clips
/// have fewer than four keys or no rate fits.
std::optional<double> keyGridHz(std::span<const KeyTimes> clips);

}  // namespace texeleton::importing
