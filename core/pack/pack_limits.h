#pragma once

#include <cstddef>
#include <cstdint>

namespace texeleton::pack {

/// Names and limits of the pack's files, as in FORMAT.md. Readers refuse larger ones.
inline constexpr const char* kPackFormatName = "texeleton-pack";
inline constexpr const char* kManifestFile = "manifest.json";
inline constexpr const char* kTextureFile = "animation.exr";
inline constexpr const char* kMeshFile = "mesh.glb";
inline constexpr const char* kInputsFile = "inputs.json";

inline constexpr std::size_t kMaxManifestBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxGlbBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxGlbJsonBytes = std::size_t{16} << 20;
inline constexpr std::uint32_t kMaxTextureSide = 1u << 18;
inline constexpr std::uint64_t kMaxTextureBytes = std::uint64_t{1} << 38;
/// Larger textures must not be compressed by more than 1 : kMaxLargeTextureRatio: a small file must not expand to
/// gigabytes.
inline constexpr std::uint64_t kLargeTextureBytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kMaxLargeTextureRatio = 64;
inline constexpr std::size_t kMaxMaterials = 65536;     ///< Images too.
inline constexpr std::size_t kMaxSourceMeshes = 65536;  ///< Variants too.
inline constexpr std::size_t kMaxGlbItems = 65536;      ///< For an array in the JSON of a GLB file.
inline constexpr std::size_t kMaxMasks = 256;           ///< Layer masks.
inline constexpr std::uint32_t kMaxPackVertices = 1u << 26;
inline constexpr std::size_t kMaxPackNameBytes = 1024;
inline constexpr double kMaxClipSeconds = 1e9;
inline constexpr double kMaxRateHz = 1e9;
inline constexpr double kMaxRootMetres = 1e9;  ///< For a root track; also for radians.

}  // namespace texeleton::pack
