#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// Distance of each vertex, in millimetres, between the animation texture as core decodes it and single-precision
/// skinning of the full skeleton at the same place of a clip, and what its piece leaves the rigid motion (an upper end
/// of the distance from the point cache): the heat map on the CPU.
std::vector<float> pathErrors(const Skeleton& skeleton, std::uint32_t clip, const runtime::AnimationTickOutput& frames);

/// The largest distance over the clips, or over one of them: as measured by the bake, else from a sample of clips,
/// times (frames and half-frames, where blending is worst) and vertices, which takes milliseconds; with the largest
/// residual of a piece.
double largestPathErrorMillimetres(const Skeleton& skeleton, std::optional<std::uint32_t> clip = std::nullopt);

/// The next number above `millimetres` suitable for a scale: 1, 2 or 5 times a power of ten, at least 0.001.
double readableLimit(double millimetres);

}  // namespace texeleton::viewport
