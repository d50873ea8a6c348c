#pragma once

#include <optional>
#include <span>
#include <vector>

namespace texeleton::importing {

/// The key times of a clip, each once, ascending.
using KeyTimes = std::vector<double>;

/// The rate of frames that all keys of some clips lie on, for formats that do not tell one: of the usual rates (24, 25,
/// 30, 50, 60, 48, 100, 120 and those of NTSC) one for which each key is at a whole frame, within what single precision
/// and three digits of milliseconds leave, and some neighbouring keys are only a few frames apart, so that it is no
/// coincidence. Of several that fit 30 is taken, which is the default anyway, else the first in this order. Nothing
/// where clips have fewer than four keys or lie on no such grid.
std::optional<double> keyGridHz(std::span<const KeyTimes> clips);

}  // namespace texeleton::importing
