#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/result.h"

namespace texeleton::exporting {

/// One `.vat` container: the vertices that one material of PlayCanvas' VatCharacters draws.
struct VatContainer {
  std::string part;          ///< Of the file's name: the material's, made a file name; unique.
  std::size_t material = 0;  ///< The material of its surface: into BakedMesh::materials; SIZE_MAX: none.
  bool hasImage = false;     ///< Its colours are an image's, to be multiplied by the material's factor.
  std::uint32_t vertexCount = 0;
  std::uint32_t triangleCount = 0;
  std::uint32_t width = 0;  ///< Texels.
  std::uint32_t height = 0;
  std::string bytes;
  std::string colors;  ///< Linear RGBA of each vertex, a byte each, for which containers have no room; empty: white.
};

/// The texels that one container has room for: 4,096 × 4,096.
inline constexpr std::uint64_t kVatTexels = std::uint64_t{4096} * 4096;

/// Level 0 of a pack in either mode as containers, every vertex decoded at every frame (at `rateHz`; 0: the frames of
/// the pack). Materials without an image that are otherwise alike share one, with their colours in a small image; what
/// is too large for one container becomes several. Errors: Limit (more frames than a container has room for).
Result<std::vector<VatContainer>> vatContainers(const bake::BakedAnimation& animation, double rateHz);

/// CRC-32 as PNG and zip have it: by it the run-time tells a container that was changed on its way.
std::uint32_t crc32Of(std::string_view bytes);

}  // namespace texeleton::exporting
