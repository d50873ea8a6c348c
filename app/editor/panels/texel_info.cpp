#include "app/editor/panels/texel_info.h"

#include <cstring>

namespace texeleton::editor {

std::optional<std::size_t> clipOfFrame(const BakedAnimation& animation, std::uint32_t frame) {
  for (std::size_t i = 0; i < animation.clips.size(); ++i) {
    const BakedClip& clip = animation.clips[i];
    if (frame >= clip.frameBegin && frame - clip.frameBegin < clip.frameCount) {
      return i;
    }
  }
  return std::nullopt;
}

TexelAddress addressOf(const BakedAnimation& animation, std::uint32_t frame, std::uint32_t element) {
  return texelAddress(animation.layout, frame, elementTexel(animation.layout, element, 0));
}

TexelInfo texelInfo(const BakedAnimation& animation, std::uint32_t x, std::uint32_t y) {
  const TextureLayout& layout = animation.layout;
  TexelInfo info;
  info.x = x;
  info.y = y;
  info.value = animation.texels.texel(x, y);
  const std::size_t bytes = texelBytes(animation.pixelFormat) / 4;
  const std::byte* const texel = animation.texels.row(y) + std::size_t{x} * bytes * 4;
  for (std::size_t i = 0; i < 4; ++i) {
    std::memcpy(&info.bits[i], texel + i * bytes, bytes);
  }
  const std::uint32_t frame = y / layout.rowsPerFrame;
  info.clip = clipOfFrame(animation, frame);
  const std::uint32_t t = (y % layout.rowsPerFrame) * layout.width + x;
  if (!info.clip || t >= layout.texelsPerFrame) {
    return info;
  }
  info.frame = frame - animation.clips[*info.clip].frameBegin;
  const std::uint32_t sockets = layout.elementCount * layout.texelsPerElement;
  if (t >= sockets) {
    info.kind = TexelInfo::Socket;
    info.element = (t - sockets) / kTexelsPerSocket;
    info.row = (t - sockets) % kTexelsPerSocket;
    return info;
  }
  info.element = t / layout.texelsPerElement;
  info.row = t % layout.texelsPerElement;
  info.kind = animation.mode == BakeMode::Bone ? TexelInfo::Matrix
              : info.row == 0                  ? TexelInfo::Position
                                               : TexelInfo::Normal;
  return info;
}

}  // namespace texeleton::editor
