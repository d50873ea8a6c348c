#pragma once

#include <cstddef>

// Vector code works on eight frames at once: lane i of every value belongs to frame i of the block. Which frames share
// a block never depends on the CPU or the number of threads. Targets wider than 256 bits would leave lanes empty, so
// they are not built (cmake/TexeletonTargets.cmake).

namespace texeleton::animation {

/// Frames that are evaluated together.
inline constexpr std::size_t kFrameLanes = 8;

/// A 3×4 matrix in eight frames: element (r, c) of frame i is m[4r + c][i].
struct alignas(32) LaneMatrix {
  float m[12][kFrameLanes];
};

/// A number in eight frames.
struct alignas(32) LaneValue {
  float v[kFrameLanes];
};

}  // namespace texeleton::animation
