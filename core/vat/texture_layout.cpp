#include "core/vat/texture_layout.h"

#include <algorithm>
#include <bit>
#include <string>

#include "core/base/result.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"

namespace texeleton::vat {

namespace {

constexpr std::uint64_t kNarrowestWidth = 16;  ///< For textures with shapes: a vertex reads neighbouring texels.

std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

Result<void> checkSizes(std::uint32_t elementCount, std::uint64_t frameCount, std::uint32_t maxSize) {
  if (maxSize == 0 || maxSize > kMaxTextureSize) {
    return fail(ErrorCode::InvalidArgument,
                message("the largest texture size must lie between 1 and %1 texels, not %2", kMaxTextureSize, maxSize));
  }
  if (elementCount == 0 || frameCount == 0) {
    return fail(ErrorCode::InvalidArgument, "nothing to bake: the texture would be empty");
  }
  return {};
}

}  // namespace

std::uint64_t constantTexels(const Encoding& encoding, const TextureLayout& layout) {
  if (encoding.hasShapes) {
    return shapeTexels(layout.elementCount, layout.shapeCount);
  }
  if (!encoding.hasConstants) {
    return 0;
  }
  return encoding.mode == BakeMode::Bone ? std::uint64_t{layout.elementCount} * layout.texelsPerElement : 2;
}

std::uint64_t usedRows(const Encoding& encoding, const TextureLayout& layout) {
  return tableRow(encoding, layout) +
         (layout.tableFrames != 0 ? ceilDivide(layout.tableFrames, std::max(layout.width, 1u)) : 0);
}

Result<void> addTableRows(const Encoding& encoding, std::uint32_t frames, SizeRule size, std::uint32_t maxSize,
                          TextureLayout& layout) {
  layout.tableFrames = frames;
  const std::uint64_t used = usedRows(encoding, layout);
  const std::uint64_t height = size == SizeRule::PowerOfTwo ? std::bit_ceil(used) : used;
  const std::uint64_t limit = size == SizeRule::PowerOfTwo ? std::bit_floor(maxSize) : maxSize;
  if (height > limit) {
    return fail(ErrorCode::Limit,
                message("the texture would be too high: %1 stored frames and a table of %2 frames in at most %3 rows",
                        layout.frameCount, frames, limit));
  }
  layout.height = static_cast<std::uint32_t>(height);
  return {};
}

std::uint64_t tableRow(const Encoding& encoding, const TextureLayout& layout) {
  const std::uint64_t frames = std::uint64_t{layout.frameCount} * layout.rowsPerFrame;
  if (encoding.hasShapes) {
    return frames + ceilDivide(constantTexels(encoding, layout), layout.width);
  }
  return frames + (encoding.hasConstants ? layout.rowsPerFrame : 0);
}

Result<TextureLayout> layOutShapes(const Encoding& encoding, std::uint32_t elementCount, std::uint32_t shapeCount,
                                   std::uint64_t extraTexels, std::uint64_t frameCount, SizeRule size,
                                   std::uint32_t maxSize) {
  TRY(checkSizes(elementCount, frameCount, maxSize));
  const bool isPower = size == SizeRule::PowerOfTwo;
  const std::uint64_t limit = isPower ? std::bit_floor(maxSize) : maxSize;
  const std::uint64_t texelsPerFrame = extraTexels + weightTexels(shapeCount);
  const std::uint64_t constants = shapeTexels(elementCount, shapeCount);
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t rowsPerFrame = 1;
  for (std::uint64_t w = std::min(kNarrowestWidth, limit); w <= limit; w = isPower ? 2 * w : w + 1) {
    const std::uint64_t rows = ceilDivide(texelsPerFrame, w);
    if (rows > 1 && w < limit) {
      continue;
    }
    std::uint64_t h = frameCount * rows + ceilDivide(constants, w);
    h = isPower ? std::bit_ceil(h) : h;
    // Prefers the most square of equally small textures, which suits GPUs best.
    const bool isBetter =
        width == 0 || w * h < width * height || (w * h == width * height && std::max(w, h) < std::max(width, height));
    if (h <= limit && isBetter) {
      width = w;
      height = h;
      rowsPerFrame = rows;
    }
  }
  if (width == 0) {
    const std::string limits = std::to_string(limit);
    return fail(
        ErrorCode::Limit,
        message("the texture would be too high: %1 frames of %2 texels and shapes of %3 texels in at most %4 × %5",
                frameCount, texelsPerFrame, constants, limits, limits));
  }
  TextureLayout layout;
  layout.width = static_cast<std::uint32_t>(width);
  layout.height = static_cast<std::uint32_t>(height);
  layout.texelsPerElement = encoding.texelsPerElement;
  layout.elementCount = elementCount;
  layout.texelsPerFrame = static_cast<std::uint32_t>(texelsPerFrame);
  layout.rowsPerFrame = static_cast<std::uint32_t>(rowsPerFrame);
  layout.frameCount = static_cast<std::uint32_t>(frameCount);
  layout.shapeCount = shapeCount;
  return layout;
}

Result<TextureLayout> layOutTexture(BakeMode mode, std::uint32_t elementCount, std::uint32_t socketCount,
                                    std::uint64_t frameCount, SizeRule size, std::uint32_t maxSize) {
  return layOutTexture(encodingOf(mode), elementCount,
                       mode == BakeMode::Bone ? 0 : std::uint64_t{kTexelsPerSocket} * socketCount, frameCount, size,
                       maxSize);
}

Result<TextureLayout> layOutTexture(const Encoding& encoding, std::uint32_t elementCount, std::uint64_t extraTexels,
                                    std::uint64_t frameCount, SizeRule size, std::uint32_t maxSize) {
  TRY(checkSizes(elementCount, frameCount, maxSize));
  const std::uint64_t limit = size == SizeRule::PowerOfTwo ? std::bit_floor(maxSize) : maxSize;
  const std::uint64_t texelsPerElement = encoding.texelsPerElement;
  const std::uint64_t texelsPerFrame = elementCount * texelsPerElement + extraTexels;
  // A range needs two texels, even with a single element.
  const std::uint64_t widest = std::max<std::uint64_t>(texelsPerFrame, encoding.hasConstants ? 2 : 1);
  const std::uint64_t rowsPerFrame = ceilDivide(widest, limit);
  const std::uint64_t constants = encoding.hasConstants ? 1 : 0;
  const std::uint64_t maxFrames = std::max(limit / rowsPerFrame, constants) - constants;
  if (frameCount > maxFrames) {
    const Message fit = maxFrames == 0   ? message("; not even one frame fits")
                        : maxFrames == 1 ? message("; one frame fits")
                                         : message("; %1 frames fit", maxFrames);
    return fail(
        ErrorCode::Limit,
        message(rowsPerFrame == 1
                    ? "the texture would be too high: %1 frames of %2 texels (%3 row each) in at most %4 × %4%5"
                    : "the texture would be too high: %1 frames of %2 texels (%3 rows each) in at most %4 × %4%5",
                frameCount, texelsPerFrame, rowsPerFrame, limit, fit));
  }
  std::uint64_t width = ceilDivide(widest, rowsPerFrame);
  std::uint64_t height = (frameCount + constants) * rowsPerFrame;
  if (size == SizeRule::PowerOfTwo) {
    width = std::bit_ceil(width);
    height = std::bit_ceil(height);
  }
  TextureLayout layout;
  layout.width = static_cast<std::uint32_t>(width);
  layout.height = static_cast<std::uint32_t>(height);
  layout.texelsPerElement = static_cast<std::uint32_t>(texelsPerElement);
  layout.elementCount = elementCount;
  layout.texelsPerFrame = static_cast<std::uint32_t>(texelsPerFrame);
  layout.rowsPerFrame = static_cast<std::uint32_t>(rowsPerFrame);
  layout.frameCount = static_cast<std::uint32_t>(frameCount);
  return layout;
}

}  // namespace texeleton::vat
