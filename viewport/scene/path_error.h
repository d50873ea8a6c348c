#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// Millimetres between the animation texture as core decodes it and skinning in single precision from the full skeleton
/// at the same place of a clip, for each vertex: what the heat map shows, on the CPU.
std::vector<float> pathErrors(const Skeleton& skeleton, std::uint32_t clip, const runtime::AnimationTickOutput& frames);

/// The largest of these over the clips, or over one of them: what was measured when the pack was baked where it was,
/// else from a sample of clips, times (at half-frames, where blending is worst, and on frames) and vertices, which
/// takes milliseconds.
double largestPathErrorMillimetres(const Skeleton& skeleton, std::optional<std::uint32_t> clip = std::nullopt);

/// The next number above `millimetres` that reads well on a scale: 1, 2 or 5 times a power of ten, at least 0.001.
double readableLimit(double millimetres);

}  // namespace texeleton::viewport
