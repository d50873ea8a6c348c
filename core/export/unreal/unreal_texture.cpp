#include "core/export/unreal/unreal_texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/pack/canary.h"
#include "core/vat/frame_table.h"
#include "core/vat/masks.h"

namespace texeleton::exporting {

namespace {

float byteOf(std::uint64_t value, int number) { return static_cast<float>((value >> (8 * number)) & 0xff); }

std::vector<glm::vec4> tailTexels(const vat::BakedAnimation& animation) {
  std::vector<glm::vec4> tail;
  for (std::uint32_t i = 0; i < pack::kCanaryTexels; ++i) {
    tail.push_back(pack::canaryTexel(i, animation.pixelFormat));
  }
  const bool isUneven = animation.layout.tableFrames != 0;
  const std::size_t table = tail.size() + kUnrealTexelsPerClip * animation.clips.size();
  for (const vat::BakedClip& clip : animation.clips) {
    const std::uint64_t step = unrealClipStep(clip);
    const std::uint64_t begin = isUneven ? table + clip.frameBegin : clip.frameBegin;
    tail.emplace_back(byteOf(begin, 0), byteOf(begin, 1), byteOf(begin, 2),
                      (clip.loop ? 1.0f : 0.0f) + (isUneven ? 2.0f : 0.0f));
    tail.emplace_back(byteOf(clip.frameCount, 0), byteOf(clip.frameCount, 1), byteOf(step, 0), byteOf(step, 1));
    tail.emplace_back(byteOf(step, 2), byteOf(step, 3), byteOf(step, 4), byteOf(step, 5));
  }
  for (std::uint32_t frame = 0; frame < animation.layout.tableFrames; ++frame) {
    const vat::TexelAddress at = vat::entryAddress(animation, frame);
    tail.push_back(animation.texels.texel(at.x, at.y));
  }
  for (const vat::BakedMask& mask : animation.masks) {
    for (std::size_t bone = 0; bone < mask.weights.size(); ++bone) {
      const auto weight = static_cast<std::uint64_t>(std::lround(65535.0 * static_cast<double>(mask.weights[bone])));
      const std::int32_t anchor = vat::maskAnchor(animation.bones, mask.weights, bone) + 1;
      const std::int32_t column = anchor % 1024;
      const std::int32_t row = anchor / 1024;
      tail.emplace_back(byteOf(weight, 0), byteOf(weight, 1), static_cast<float>(column), static_cast<float>(row));
    }
  }
  return tail;
}

}  // namespace

std::uint64_t unrealClipStep(const vat::BakedClip& clip) {
  constexpr double kWhole = 281474976710656.0;  // 2⁴⁸
  if (clip.lengthSeconds <= 0.0) {
    return 0;
  }
  return static_cast<std::uint64_t>(std::min(std::round(kWhole / (clip.lengthSeconds * 1024.0)), kWhole - 1.0));
}

std::uint64_t unrealMaskTexel(const vat::BakedAnimation& animation, std::size_t mask) {
  return pack::kCanaryTexels + std::uint64_t{kUnrealTexelsPerClip} * animation.clips.size() +
         animation.layout.tableFrames + std::uint64_t{mask} * animation.bones.size();
}

Result<UnrealTexture> unrealTexture(const vat::BakedAnimation& animation) {
  const vat::TextureLayout& layout = animation.layout;
  const std::vector<glm::vec4> tail = tailTexels(animation);
  const std::uint64_t rows = std::uint64_t{layout.frameCount} * layout.rowsPerFrame;
  const std::uint64_t tailRows = (tail.size() + layout.width - 1) / layout.width;
  const std::uint64_t height = rows + tailRows;
  if (layout.width > kUnrealTextureSide || height > kUnrealTextureSide) {
    return fail(ErrorCode::Limit,
                message("The animation texture would have %1 x %2 texels, and Unreal takes 16384 on a side; bake fewer "
                        "frames (a lower rate, fewer clips), or bone mode instead of vertex mode",
                        layout.width, height, Remedy{RemedyKind::LowerRate}, Remedy{RemedyKind::BoneMode}));
  }
  UnrealTexture result;
  result.rowsPerFrame = layout.rowsPerFrame;
  result.tailRow = static_cast<std::uint32_t>(rows);
  result.texels = vat::TexelBuffer(animation.pixelFormat, layout.width, static_cast<std::uint32_t>(height));
  for (std::uint32_t y = 0; y < result.tailRow; ++y) {
    std::memcpy(result.texels.row(y), animation.texels.row(y), result.texels.rowBytes());
  }
  for (std::size_t t = 0; t < std::size_t{layout.width} * tailRows; ++t) {
    const auto number = static_cast<std::uint32_t>(t);
    result.texels.setTexel(number % layout.width, result.tailRow + number / layout.width,
                           t < tail.size() ? tail[t] : glm::vec4(0.0f));
  }
  return result;
}

}  // namespace texeleton::exporting
