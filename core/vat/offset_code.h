#pragma once

#include <cstdint>
#include <glm/glm.hpp>

#include "core/vat/encoding.h"

namespace texeleton::vat {

// The numbers of the encoding "offset16", one at a time. offset_lanes-inl.h does the same for eight frames.

inline constexpr double kOffsetSteps = kHalfCodes - 1;
/// Added before rounding down. Slightly more than a half, so that values half-way between steps, like the centre of a
/// range, are rounded up despite errors of the multiplication.
inline constexpr double kOffsetHalf = 0.5 + 0x1p-30;
/// Steps of a normal's two octahedral coordinates: their square is at most the number of codes. Even, so that the axes
/// are exact.
inline constexpr std::uint32_t kNormalSteps = 246;
/// Number of codes in a row (equal second coordinate).
inline constexpr float kNormalRow = kNormalSteps + 1;
/// Steps of a coordinate from 0 to 1, which covers an octant.
inline constexpr float kOctantSteps = static_cast<float>(kNormalSteps) / 2.0f;
/// Lower bound of the sum of a normal's coordinate magnitudes, for normals without direction.
inline constexpr float kLeastNormal = 1e-30f;

/// The steps per metre of a range of this extent; 0 if it is 0.
inline double offsetSteps(float extent) { return extent > 0.0f ? kOffsetSteps / static_cast<double>(extent) : 0.0; }

/// The nearest code of a coordinate in a range.
std::uint32_t codeOfOffset(float value, float lowest, float extent);

/// The nearest of all octahedral codes (Cigolle et al., A Survey of Efficient Representations for Independent Unit
/// Vectors, 2014) of a normal of any length; +Z if it is zero. Either of two that are equally near to some
/// ten-thousandths.
std::uint32_t codeOfNormal(const glm::vec3& normal);
glm::dvec3 normalOfCode(std::uint32_t code);

}  // namespace texeleton::vat
