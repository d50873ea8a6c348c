#pragma once

#include <cstddef>
#include <cstdint>

namespace texeleton::vat {

enum class BakeMode : std::uint8_t { Bone, Vertex };
enum class PixelFormat : std::uint8_t { Rgba16F, Rgba32F };
enum class SizeRule : std::uint8_t { PowerOfTwo, Exact };
/// Treatment of the travel of a clip. Remove: the clip plays in place. Extract: likewise, and the travel is stored as a
/// track beside the clip.
enum class RootMotionMode : std::uint8_t { Keep, Remove, Extract };
enum class ColorChannel : std::uint8_t { R, G, B, A };

/// Bytes of one texel.
constexpr std::size_t texelBytes(PixelFormat format) { return format == PixelFormat::Rgba16F ? 8 : 16; }

/// Largest side, in texels, of textures that every engine supports.
inline constexpr std::uint32_t kCommonTextureSide = 8192;

inline constexpr std::uint32_t kMaxBones = 65536;        ///< Bone indices are unsigned shorts.
inline constexpr std::uint32_t kMaxElements = 1u << 24;  ///< `_VERTEX_INDEX` is a float.

}  // namespace texeleton::vat
