#include "core/bake/texture_layout.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "core/bake/encoding.h"
#include "core/base/result.h"

namespace texeleton {

namespace {

std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace

Result<TextureLayout> layOutTexture(BakeMode mode, std::uint32_t elementCount, std::uint32_t socketCount,
                                    std::uint64_t frameCount, SizeRule size, std::uint32_t maxSize) {
  return layOutTexture(encodingOf(mode), elementCount,
                       mode == BakeMode::Bone ? 0 : std::uint64_t{kTexelsPerSocket} * socketCount, frameCount, size,
                       maxSize);
}

Result<TextureLayout> layOutTexture(const Encoding& encoding, std::uint32_t elementCount, std::uint64_t extraTexels,
                                    std::uint64_t frameCount, SizeRule size, std::uint32_t maxSize) {
  if (maxSize == 0 || maxSize > kMaxTextureSize) {
    return fail(ErrorCode::InvalidArgument, "the largest texture size must lie between 1 and " +
                                                std::to_string(kMaxTextureSize) + " texels, not " +
                                                std::to_string(maxSize));
  }
  if (elementCount == 0 || frameCount == 0) {
    return fail(ErrorCode::InvalidArgument, "nothing to bake: the texture would be empty");
  }
  const std::uint64_t limit = size == SizeRule::PowerOfTwo ? std::bit_floor(maxSize) : maxSize;
  const std::uint64_t texelsPerElement = encoding.texelsPerElement;
  const std::uint64_t texelsPerFrame = elementCount * texelsPerElement + extraTexels;
  // A range needs two texels, however few elements there are.
  const std::uint64_t widest = std::max<std::uint64_t>(texelsPerFrame, encoding.hasConstants ? 2 : 1);
  const std::uint64_t rowsPerFrame = ceilDivide(widest, limit);
  const std::uint64_t constants = constantFrames(encoding);
  const std::uint64_t maxFrames = std::max(limit / rowsPerFrame, constants) - constants;
  if (frameCount > maxFrames) {
    const std::string limits = std::to_string(limit);
    std::string text = "the texture would be too high: " + std::to_string(frameCount) + " frames of " +
                       std::to_string(texelsPerFrame) + " texels (" + std::to_string(rowsPerFrame) +
                       (rowsPerFrame == 1 ? " row" : " rows") + " each) in at most " + limits + " × " + limits;
    text += maxFrames == 0   ? "; not even one frame fits"
            : maxFrames == 1 ? "; one frame fits"
                             : "; " + std::to_string(maxFrames) + " frames fit";
    return fail(ErrorCode::Limit, text);
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

}  // namespace texeleton
