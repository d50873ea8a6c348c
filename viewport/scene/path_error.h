#pragma once

#include <cstdint>
#include <optional>

#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// The largest distance in millimetres between the animation texture and its source, over all clips or one (the largest
/// value of the heat map), with the largest residual of a piece. As measured by the bake, else from a sample of clips,
/// times (frames and half-frames, where blending is worst) and vertices, which takes milliseconds.
double largestPathErrorMillimetres(const Skeleton& skeleton, std::optional<std::uint32_t> clip = std::nullopt);

/// The next number above `millimetres` suitable for a scale: 1, 2 or 5 times a power of ten, at least 0.001.
double readableLimit(double millimetres);

}  // namespace texeleton::viewport
