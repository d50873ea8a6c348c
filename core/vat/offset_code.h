#pragma once

#include <cstdint>
#include <glm/glm.hpp>

#include "core/vat/encoding.h"

namespace texeleton::vat {

// The numbers of the encoding "offset16", one at a time. offset_lanes-inl.h does the same for eight frames.

inline constexpr double kOffsetSteps = kHalfCodes - 1;
/// Added before rounding down. A hair more than a half: a step that is met half-way, as the centre of a range is, is
/// rounded up whatever the multiplication before lost.
inline constexpr double kOffsetHalf = 0.5 + 0x1p-30;
/// Steps of a normal's two octahedral coordinates: their square is no more than there are codes. Even, so that the axes
/// are met exactly.
inline constexpr std::uint32_t kNormalSteps = 246;
/// Normals whose codes differ in the first coordinate alone.
inline constexpr float kNormalRow = kNormalSteps + 1;
/// Steps of a coordinate from 0 to 1, which covers an octant.
inline constexpr float kOctantSteps = static_cast<float>(kNormalSteps) / 2.0f;
/// Lower bound of the sum of a normal's coordinate magnitudes, for normals without direction.
inline constexpr float kLeastNormal = 1e-30f;

/// The steps in a metre of a range of this extent; none where it has none.
inline double offsetSteps(float extent) { return extent > 0.0f ? kOffsetSteps / static_cast<double>(extent) : 0.0; }

/// The nearest code of a coordinate in a range.
std::uint32_t codeOfOffset(float value, float lowest, float extent);

/// The nearest of all octahedral codes (Cigolle et al., A Survey of Efficient Representations for Independent Unit
/// Vectors, 2014) of a normal of any length; +Z where it has none. Of two that are as near to some ten-thousandths,
/// either.
std::uint32_t codeOfNormal(const glm::vec3& normal);
glm::dvec3 normalOfCode(std::uint32_t code);

}  // namespace texeleton::vat
