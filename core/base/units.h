#pragma once

#include <cstdint>
#include <numbers>

namespace texeleton {

inline constexpr double kTwoPi = 2.0 * std::numbers::pi;
inline constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;
inline constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
inline constexpr double kMillimetresPerMetre = 1000.0;
inline constexpr std::uint64_t kKibibyte = 1024;
inline constexpr std::uint64_t kMebibyte = 1024 * kKibibyte;
inline constexpr std::uint64_t kGibibyte = 1024 * kMebibyte;

}  // namespace texeleton
