#include "app/editor/panels/texture/texel_info.h"

#include <algorithm>
#include <cstring>

#include "core/model/nodes.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"

namespace texeleton::editor {

vat::TexelAddress addressOf(const vat::BakedAnimation& animation, std::uint32_t frame, std::uint32_t element) {
  if (vat::encodingOf(animation).hasShapes) {  // It has no texel in a frame: the place where its shapes begin.
    return vat::texelAddress(animation.layout, animation.layout.frameCount,
                             vat::shapeTexel(animation.layout.shapeCount, element, 0));
  }
  return vat::texelAddress(animation.layout, frame, vat::elementTexel(animation.layout, element, 0));
}

namespace {

/// The third matrix row that is texel `number` behind those of the bones.
TexelInfo thirdRow(const vat::BakedAnimation& animation, std::uint32_t number, TexelInfo info) {
  for (std::uint32_t bone = 0; bone < animation.bones.size(); ++bone) {
    if (animation.bones[bone].isMatrix && number-- == 0) {
      info.kind = TexelInfo::Matrix;
      info.element = bone;
      info.row = 2;
      break;
    }
  }
  return info;
}

glm::vec4 constantAt(const vat::BakedAnimation& animation, std::uint32_t t) {
  const vat::TexelAddress at = vat::texelAddress(animation.layout, animation.layout.frameCount, t);
  return animation.texels.texel(at.x, at.y);
}

/// Constant texel `t`.
TexelInfo constantInfo(const vat::BakedAnimation& animation, std::uint32_t t, TexelInfo info) {
  const std::uint32_t shapes = animation.layout.shapeCount;
  const std::uint32_t first = vat::shapeTexel(shapes, 0, 0);
  if (!vat::encodingOf(animation).hasShapes || t < first ||
      t >= vat::shapeTexels(animation.layout.elementCount, shapes)) {
    return info;
  }
  info.element = (t - first) / (shapes + 1);
  const std::uint32_t k = (t - first) % (shapes + 1);
  if (k == 0) {
    const glm::vec4 range[2] = {constantAt(animation, 0), constantAt(animation, 1)};
    info.kind = TexelInfo::Base;
    info.value = glm::vec4(glm::vec3(vat::findEncoding("offset16")->decodeElement(&info.value, range).position), 1.0f);
    return info;
  }
  const glm::vec4 range = constantAt(animation, 2 + k - 1);
  info.kind = TexelInfo::Shape;
  info.row = k - 1;
  info.value =
      glm::vec4(glm::vec3(vat::decodeShapeOffset(info.value, {range.x, range.y, range.z, range.w}).position), 0.0f);
  return info;
}

/// A texel of the frame table.
TexelInfo entryInfo(const vat::BakedAnimation& animation, TexelInfo info) {
  const vat::TextureLayout& layout = animation.layout;
  const std::uint64_t row = info.y - vat::tableRow(vat::encodingOf(animation), layout);
  const std::uint64_t number = row * layout.width + info.x;
  for (std::size_t i = 0; number < layout.tableFrames && i < animation.clips.size(); ++i) {
    const vat::BakedClip& clip = animation.clips[i];
    if (number >= clip.frameBegin && number - clip.frameBegin < clip.frameCount) {
      info.kind = TexelInfo::Entry;
      info.clip = i;
      info.frame = static_cast<std::uint32_t>(number) - clip.frameBegin;
    }
  }
  return info;
}

/// Texel `number` of a frame's weights.
TexelInfo weightsInfo(const vat::BakedAnimation& animation, std::uint32_t frame, std::uint32_t number, TexelInfo info) {
  info.kind = TexelInfo::Weights;
  info.row = 4 * number;
  float weights[vat::kMaxShapes + 3] = {};
  vat::storedWeights(animation, frame, weights);
  info.value = {weights[info.row], weights[info.row + 1], weights[info.row + 2], weights[info.row + 3]};
  return info;
}

/// The source's matrix of a bone, encoded like the texel.
std::optional<glm::dvec4> encodedSource(const TexelInfo& info, double time, const vat::BakedAnimation& animation,
                                        SourceValues& source) {
  vat::BoneMatrix rows;
  for (std::uint32_t r = 0; r < 3; ++r) {
    const auto row = source.matrixRow(*info.clip, time, info.element, r);
    if (!row) {
      return std::nullopt;
    }
    rows.row[r] = *row;
  }
  glm::vec4 texels[3];
  vat::encodingOf(animation).encodeBone(rows, vat::storedPivot(animation, info.element), texels);
  return glm::dvec4(texels[info.row]);
}

}  // namespace

TexelInfo texelInfo(const vat::BakedAnimation& animation, std::uint32_t x, std::uint32_t y) {
  const vat::TextureLayout& layout = animation.layout;
  TexelInfo info;
  info.x = x;
  info.y = y;
  info.value = animation.texels.texel(x, y);
  const std::size_t bytes = vat::texelBytes(animation.pixelFormat) / 4;
  const std::byte* const texel = animation.texels.row(y) + std::size_t{x} * bytes * 4;
  for (std::size_t i = 0; i < 4; ++i) {
    std::memcpy(&info.bits[i], texel + i * bytes, bytes);
  }
  const std::uint32_t frame = y / layout.rowsPerFrame;
  if (y >= vat::tableRow(vat::encodingOf(animation), layout)) {
    return entryInfo(animation, info);
  }
  if (frame >= layout.frameCount) {
    return constantInfo(animation, (y - layout.frameCount * layout.rowsPerFrame) * layout.width + x, info);
  }
  const std::uint32_t t = (y % layout.rowsPerFrame) * layout.width + x;
  const std::optional<vat::ClipFrame> shown = vat::clipFrameOf(animation, frame);
  if (shown) {
    info.clip = shown->clip;
    info.frame = shown->frame;
  }
  if (!shown || t >= layout.texelsPerFrame) {
    return info;
  }
  const std::uint32_t sockets = layout.elementCount * layout.texelsPerElement;
  if (t >= sockets && animation.mode == vat::BakeMode::Bone) {
    return thirdRow(animation, t - sockets, info);
  }
  const std::uint32_t weights = layout.texelsPerFrame - vat::weightTexels(layout.shapeCount);
  if (t >= weights) {
    return weightsInfo(animation, frame, t - weights, info);
  }
  if (t >= sockets) {
    info.kind = TexelInfo::Socket;
    info.element = (t - sockets) / vat::kTexelsPerSocket;
    info.row = (t - sockets) % vat::kTexelsPerSocket;
    return info;
  }
  info.element = t / layout.texelsPerElement;
  info.row = t % layout.texelsPerElement;
  if (animation.mode == vat::BakeMode::Bone) {
    info.kind = vat::isStoredAsMatrix(animation, info.element) ? TexelInfo::Matrix
                : info.row == 0                                ? TexelInfo::Rotation
                                                               : TexelInfo::Displacement;
    return info;
  }
  info.kind = info.row == 0 ? TexelInfo::Position : TexelInfo::Normal;
  if (layout.texelsPerElement == 1) {  // Position and normal share a texel, which is decoded.
    info.value = glm::vec4(glm::vec3(vat::storedElement(animation, frame, info.element).position), 1.0f);
  }
  return info;
}

std::optional<glm::dvec4> sourceOf(const TexelInfo& info, const vat::BakedAnimation& animation, SourceValues& source) {
  if (!info.clip) {
    return std::nullopt;
  }
  const vat::BakedClip& clip = animation.clips[*info.clip];
  const double time = clip.frameRate > 0.0 && clip.lengthSeconds > 0.0 ? info.frame / clip.frameRate : 0.0;
  switch (info.kind) {
    case TexelInfo::Matrix:
      return source.matrixRow(*info.clip, time, info.element, info.row);
    case TexelInfo::Rotation:
    case TexelInfo::Displacement:
      return encodedSource(info, time, animation, source);
    case TexelInfo::Position:
      return source.position(*info.clip, time, info.element);
    case TexelInfo::Normal:
      return source.normal(*info.clip, time, info.element);
    case TexelInfo::Socket:
      return source.socketRow(*info.clip, time, info.element, info.row);
    case TexelInfo::Weights:  // The source has no shapes.
    case TexelInfo::Base:
    case TexelInfo::Shape:
    case TexelInfo::Entry:
    case TexelInfo::Padding:
      break;
  }
  return std::nullopt;
}

NodeIndex nodeOf(const TexelInfo& info, const BakeSnapshot& bake) {
  if (info.kind == TexelInfo::Socket) {
    return info.element < bake.sockets.size() ? bake.sockets[info.element].node : NodeIndex();
  }
  if (info.kind != TexelInfo::Matrix && info.kind != TexelInfo::Rotation && info.kind != TexelInfo::Displacement) {
    return {};
  }
  return model::nodeCalled(*bake.model, bake.animation->bones[info.element].name);
}

}  // namespace texeleton::editor
