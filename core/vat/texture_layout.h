#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/result.h"
#include "core/vat/texture_settings.h"

namespace texeleton::vat {

/// Position of a texel. x to the right, y down; row 0 is the first row of the image.
struct TexelAddress {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  friend bool operator==(TexelAddress, TexelAddress) = default;
};

inline constexpr std::uint32_t kTexelsPerBone = 3;    ///< Rows of the 3×4 skin matrix.
inline constexpr std::uint32_t kTexelsPerVertex = 2;  ///< Position, normal.
inline constexpr std::uint32_t kTexelsPerSocket = 3;  ///< Rows of the 3×4 socket matrix (vertex mode).
inline constexpr std::uint32_t kMaxFramesPerClip = 65535;
inline constexpr std::uint32_t kMaxTextureSize = 32768;  ///< No GPU supports larger sides.

/// The animation texture's layout: frames stack along Y, each takes `rowsPerFrame` rows; a frame has the texels of the
/// elements one after another, then (vertex mode) those of the sockets.
struct TextureLayout {
  std::uint32_t width = 0;  ///< Texels.
  std::uint32_t height = 0;
  std::uint32_t texelsPerElement = kTexelsPerBone;
  std::uint32_t elementCount = 0;
  std::uint32_t texelsPerFrame = 0;
  std::uint32_t rowsPerFrame = 1;
  std::uint32_t frameCount = 0;
  /// With a table (core/vat/frame_table.h): frames of all clips, stored or not; `frameCount` counts the stored ones. 0:
  /// every frame is stored.
  std::uint32_t tableFrames = 0;
  std::uint32_t shapeCount = 0;                 ///< Encodings that have shapes (see core/vat/basis.h); else 0.
  std::optional<std::uint32_t> canaryRow = {};  ///< First row of the canary, if there is one (core/pack/canary.h).

  friend bool operator==(const TextureLayout&, const TextureLayout&) = default;
};

/// The only addressing function of core (the same in shaders/): texel `t` of frame `frame`, x = t mod width, y =
/// frame·rowsPerFrame + t div width. No checks: `t < texelsPerFrame`, `frame < frameCount`.
constexpr TexelAddress texelAddress(const TextureLayout& layout, std::uint32_t frame, std::uint32_t t) {
  return {t % layout.width, frame * layout.rowsPerFrame + t / layout.width};
}

/// Index within the frame of texel `k` of element `element`.
constexpr std::uint32_t elementTexel(const TextureLayout& layout, std::uint32_t element, std::uint32_t k) {
  return element * layout.texelsPerElement + k;
}

/// Index within the frame of row `row` of socket `socket` (vertex mode).
constexpr std::uint32_t socketTexel(const TextureLayout& layout, std::uint32_t socket, std::uint32_t row) {
  return layout.elementCount * layout.texelsPerElement + kTexelsPerSocket * socket + row;
}

struct Encoding;

/// The number of texels after the frames for constant data, from the start of frame `frameCount` on; 0 if an encoding
/// has none. Meaningless for a layout with unchecked sizes.
std::uint64_t constantTexels(const Encoding& encoding, const TextureLayout& layout);
/// Rows of frames, constants and frame table.
std::uint64_t usedRows(const Encoding& encoding, const TextureLayout& layout);
/// The first row of the frame table, after frames and constants.
std::uint64_t tableRow(const Encoding& encoding, const TextureLayout& layout);
/// Frames of all clips, stored or not.
constexpr std::uint32_t clipFrames(const TextureLayout& layout) {
  return layout.tableFrames != 0 ? layout.tableFrames : layout.frameCount;
}
/// Adds room for a table of `frames` below everything else. Errors: Limit (too high).
Result<void> addTableRows(const Encoding& encoding, std::uint32_t frames, SizeRule size, std::uint32_t maxSize,
                          TextureLayout& layout);

/// Lays out a texture for an encoding. `extraTexels`: texels of a frame after those of the elements. Splits frames into
/// several rows if they are wider than `maxSize`; the constants' frame is included in the height. Nothing is allocated.
/// Errors: InvalidArgument (maxSize, nothing to lay out), Limit (too high; says how many frames fit).
Result<TextureLayout> layOutTexture(const Encoding& encoding, std::uint32_t elementCount, std::uint64_t extraTexels,
                                    std::uint64_t frameCount, SizeRule size, std::uint32_t maxSize);

/// The same for an encoding that has shapes: the sides with the fewest texels, at least 16 wide. `extraTexels`: texels
/// of a frame before its weights.
Result<TextureLayout> layOutShapes(const Encoding& encoding, std::uint32_t elementCount, std::uint32_t shapeCount,
                                   std::uint64_t extraTexels, std::uint64_t frameCount, SizeRule size,
                                   std::uint32_t maxSize);

/// The same for the first encoding of a mode. `socketCount` is 0 in bone mode, where sockets need no texels.
Result<TextureLayout> layOutTexture(BakeMode mode, std::uint32_t elementCount, std::uint32_t socketCount,
                                    std::uint64_t frameCount, SizeRule size, std::uint32_t maxSize);

}  // namespace texeleton::vat
