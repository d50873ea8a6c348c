#pragma once

#include <cstddef>
#include <span>

#include "core/model/model.h"

namespace texeleton::animation {

/// A place between two keys.
struct KeySegment {
  std::size_t key = 0;       ///< The last key at or before the time; the first key for earlier times.
  double fraction = 0.0;     ///< From that key to the next, in [0, 1); 0 when clamped.
  double lengthSeconds = 0;  ///< Between the two; 0 when clamped.
};

/// Finds the keys around `seconds`, looking first near `hint` (the key found last time).
KeySegment findSegment(std::span<const double> times, double seconds, std::size_t hint = 0);

/// Samples one track at `seconds` into `out` (componentCount values): step, linear (rotations: slerp along the shorter
/// arc) or glTF's cubic spline. Rotations are normalised; where a spline passes through zero, the previous key is used.
/// Times are clamped to the first and the last key.
void sampleTrack(const model::Track& track, std::span<const double> times, double seconds, std::span<double> out);
/// The same with a known segment.
void sampleTrack(const model::Track& track, const KeySegment& at, std::span<double> out);

}  // namespace texeleton::animation
