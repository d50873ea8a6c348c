#include "app/editor/panels/texel_info.h"

#include <algorithm>
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

std::optional<glm::dvec4> sourceOf(const TexelInfo& info, const BakedAnimation& animation, SourceValues& source) {
  if (!info.clip) {
    return std::nullopt;
  }
  const BakedClip& clip = animation.clips[*info.clip];
  const double time = clip.frameRate > 0.0 && clip.lengthSeconds > 0.0 ? info.frame / clip.frameRate : 0.0;
  switch (info.kind) {
    case TexelInfo::Matrix:
      return source.matrixRow(*info.clip, time, info.element, info.row);
    case TexelInfo::Position:
      return source.position(*info.clip, time, info.element);
    case TexelInfo::Normal:
      return source.normal(*info.clip, time, info.element);
    case TexelInfo::Socket:
      return source.socketRow(*info.clip, time, info.element, info.row);
    case TexelInfo::Padding:
      break;
  }
  return std::nullopt;
}

NodeIndex nodeOf(const TexelInfo& info, const BakeSnapshot& bake) {
  if (info.kind == TexelInfo::Socket) {
    return info.element < bake.sockets.size() ? bake.sockets[info.element].node : NodeIndex();
  }
  if (info.kind != TexelInfo::Matrix) {
    return {};
  }
  const std::string& name = bake.animation->bones[info.element].name;
  const std::vector<Node>& nodes = bake.model->nodes;
  const auto node = std::find_if(nodes.begin(), nodes.end(), [&name](const Node& n) { return n.name == name; });
  return node == nodes.end() ? NodeIndex() : NodeIndex(static_cast<std::size_t>(node - nodes.begin()));
}

}  // namespace texeleton::editor
