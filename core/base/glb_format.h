#pragma once

#include <cstdint>
#include <string_view>

namespace texeleton {

/// Numbers of glTF 2.0: the first word of a GLB file, the kinds of its chunks, and the component types of accessors.
inline constexpr std::uint32_t kGlbMagic = 0x46546c67;
inline constexpr std::uint32_t kGlbJsonChunk = 0x4e4f534a;
inline constexpr std::uint32_t kGlbBinaryChunk = 0x004e4942;

inline constexpr std::uint32_t kGltfByte = 5120;
inline constexpr std::uint32_t kGltfUnsignedByte = 5121;
inline constexpr std::uint32_t kGltfShort = 5122;
inline constexpr std::uint32_t kGltfUnsignedShort = 5123;
inline constexpr std::uint32_t kGltfUnsignedInt = 5125;
inline constexpr std::uint32_t kGltfFloat = 5126;

/// The `asset.generator` of the program's recordings: displayed poses of one model, with constraints applied.
inline constexpr std::string_view kRecordingGenerator = "Texeleton recording";

}  // namespace texeleton
