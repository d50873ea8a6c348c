#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pack/pack.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pack {

/// The manifest's record of a file of the pack, to detect damage.
struct ManifestFile {
  std::string name;
  std::uint64_t bytes = 0;
  std::string xxh3;  ///< 16 hexadecimal digits; empty: not recorded.
};

/// The contents of manifest.json: the pack without texels and mesh, and the values that these must match.
struct Manifest {
  Pack pack;
  std::vector<ManifestFile> files;
  std::uint32_t vertexCount = 0;
  std::uint32_t triangleCount = 0;
  std::vector<std::uint32_t> lodTriangleCounts;  ///< lod1 …
};

/// Triangles of all primitives.
std::uint32_t triangleCount(const std::vector<vat::BakedPrimitive>& primitives);

/// The text of manifest.json. The pack must have passed checkAnimation and checkMesh, and its texts be valid UTF-8.
std::string manifestText(const Pack& pack, const std::vector<ManifestFile>& files);

/// The 16 digits of the manifest's own checksum; empty when it has none.
std::string checksumIn(const std::string& manifest);

/// Reads and checks the text of a hostile manifest. Errors: BadFile, Unsupported (newer version).
Result<Manifest> readManifest(std::span<const std::byte> text, const std::string& shownPath);

/// The key of the manifest's own checksum, and the checksum itself: that of the text in which its 16 digits are 0.
inline constexpr const char* kManifestChecksumKey = "checksum";
inline constexpr const char* kManifestChecksumPrefix = "\"checksum\": \"xxh3:";
inline constexpr std::size_t kChecksumDigits = 16;

}  // namespace texeleton::pack
