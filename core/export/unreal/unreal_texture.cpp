#include "core/export/unreal/unreal_texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/pack/canary.h"

namespace texeleton {

namespace {

void appendInteger(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    out += static_cast<char>((value >> (8 * i)) & 0xff);
  }
}

void appendAttribute(std::string& out, const char* name, const char* type, const std::string& value) {
  out += name;
  out += '\0';
  out += type;
  out += '\0';
  appendInteger(out, value.size(), 4);
  out += value;
}

std::string boxOf(const TexelBuffer& texels) {
  std::string box;
  appendInteger(box, 0, 8);
  appendInteger(box, texels.width() - 1, 4);
  appendInteger(box, texels.height() - 1, 4);
  return box;
}

float byteOf(std::uint64_t value, int number) { return static_cast<float>((value >> (8 * number)) & 0xff); }

std::vector<glm::vec4> tailTexels(const BakedAnimation& animation) {
  std::vector<glm::vec4> tail;
  for (std::uint32_t i = 0; i < kCanaryTexels; ++i) {
    tail.push_back(canaryTexel(i, animation.pixelFormat));
  }
  for (const BakedClip& clip : animation.clips) {
    const std::uint64_t step = unrealClipStep(clip);
    tail.emplace_back(byteOf(clip.frameBegin, 0), byteOf(clip.frameBegin, 1), byteOf(clip.frameBegin, 2),
                      clip.loop ? 1.0f : 0.0f);
    tail.emplace_back(byteOf(clip.frameCount, 0), byteOf(clip.frameCount, 1), byteOf(step, 0), byteOf(step, 1));
    tail.emplace_back(byteOf(step, 2), byteOf(step, 3), byteOf(step, 4), byteOf(step, 5));
  }
  return tail;
}

}  // namespace

std::uint64_t unrealClipStep(const BakedClip& clip) {
  constexpr double kWhole = 281474976710656.0;  // 2⁴⁸
  if (clip.lengthSeconds <= 0.0) {
    return 0;
  }
  return static_cast<std::uint64_t>(std::min(std::round(kWhole / (clip.lengthSeconds * 1024.0)), kWhole - 1.0));
}

Result<UnrealTexture> unrealTexture(const BakedAnimation& animation) {
  const TextureLayout& layout = animation.layout;
  const std::vector<glm::vec4> tail = tailTexels(animation);
  const std::uint64_t rows = std::uint64_t{layout.frameCount} * layout.rowsPerFrame;
  const std::uint64_t tailRows = (tail.size() + layout.width - 1) / layout.width;
  const std::uint64_t height = rows + tailRows;
  if (layout.width > kUnrealTextureSide || height > kUnrealTextureSide) {
    return fail(ErrorCode::Limit, "The animation texture would have " + std::to_string(layout.width) + " x " +
                                      std::to_string(height) +
                                      " texels, and Unreal takes 16384 on a side; bake fewer frames (a lower rate, "
                                      "fewer clips), or bone mode instead of vertex mode");
  }
  UnrealTexture result;
  result.rowsPerFrame = layout.rowsPerFrame;
  result.tailRow = static_cast<std::uint32_t>(rows);
  result.texels = TexelBuffer(animation.pixelFormat, layout.width, static_cast<std::uint32_t>(height));
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

std::string exrBytes(const TexelBuffer& texels) {
  const bool half = texels.format() == PixelFormat::Rgba16F;
  const std::size_t channelBytes = half ? 2 : 4;
  std::string out;
  appendInteger(out, 20000630, 4);
  appendInteger(out, 2, 4);
  std::string channels;
  for (const char channel : {'A', 'B', 'G', 'R'}) {
    channels += channel;
    channels += '\0';
    appendInteger(channels, half ? 1 : 2, 4);
    appendInteger(channels, 0, 4);
    appendInteger(channels, 1, 4);
    appendInteger(channels, 1, 4);
  }
  channels += '\0';
  std::string one;
  appendInteger(one, 0x3f800000, 4);
  appendAttribute(out, "channels", "chlist", channels);
  appendAttribute(out, "compression", "compression", std::string(1, '\0'));
  appendAttribute(out, "dataWindow", "box2i", boxOf(texels));
  appendAttribute(out, "displayWindow", "box2i", boxOf(texels));
  appendAttribute(out, "lineOrder", "lineOrder", std::string(1, '\0'));
  appendAttribute(out, "pixelAspectRatio", "float", one);
  appendAttribute(out, "screenWindowCenter", "v2f", std::string(8, '\0'));
  appendAttribute(out, "screenWindowWidth", "float", one);
  out += '\0';
  const std::uint64_t lineBytes = texels.rowBytes();
  const std::uint64_t first = out.size() + std::uint64_t{8} * texels.height();
  for (std::uint64_t y = 0; y < texels.height(); ++y) {
    appendInteger(out, first + y * (8 + lineBytes), 8);
  }
  out.reserve(first + texels.height() * (8 + lineBytes));
  for (std::uint32_t y = 0; y < texels.height(); ++y) {
    appendInteger(out, y, 4);
    appendInteger(out, lineBytes, 4);
    const auto* row = reinterpret_cast<const char*>(texels.row(y));
    for (const std::size_t channel : {3, 2, 1, 0}) {
      for (std::size_t x = 0; x < texels.width(); ++x) {
        out.append(row + (4 * x + channel) * channelBytes, channelBytes);
      }
    }
  }
  return out;
}

}  // namespace texeleton
