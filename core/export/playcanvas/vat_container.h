#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// One `.vat` container: the vertices that one material of PlayCanvas' VatCharacters draws.
struct VatContainer {
  std::string part;          ///< The material's name as part of the file name; unique.
  std::size_t material = 0;  ///< The material of its surface: into BakedMesh::materials; SIZE_MAX: none.
  bool hasImage = false;     ///< Its colours come from an image, times the material's factor.
  std::uint32_t vertexCount = 0;
  std::uint32_t triangleCount = 0;
  std::uint32_t width = 0;  ///< In texels.
  std::uint32_t height = 0;
  std::string bytes;
  std::string colors;  ///< Linear RGBA of each vertex in bytes, for which containers have no field; empty: white.
};

/// The most texels of a container: 4,096 × 4,096.
inline constexpr std::uint64_t kVatTexels = std::uint64_t{4096} * 4096;

/// Level 0 of a pack in either mode as containers, with every vertex decoded at every frame (at `rateHz`; 0: the frames
/// of the pack). Materials without an image that are otherwise alike share a container, with their colours in a small
/// image; a part that is too large becomes several containers. Errors: Limit (more frames than a container can hold).
Result<std::vector<VatContainer>> vatContainers(const vat::BakedAnimation& animation, double rateHz);

/// CRC-32 as in PNG and zip, by which the run-time detects a changed container.
std::uint32_t crc32Of(std::string_view bytes);

}  // namespace texeleton::exporting
