#include "core/bake/rows/drop_frames.h"

#include <algorithm>
#include <string>

#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"

namespace texeleton::bake {

namespace {

Result<vat::TextureLayout> layOut(const vat::BakedAnimation& dense, std::uint32_t stored, vat::SizeRule size,
                                  std::uint32_t maxSize) {
  const vat::Encoding& encoding = vat::encodingOf(dense);
  const vat::TextureLayout& from = dense.layout;
  if (encoding.hasShapes) {
    return vat::layOutShapes(encoding, from.elementCount, from.shapeCount,
                             std::uint64_t{vat::kTexelsPerSocket} * dense.sockets.size(), stored, size, maxSize);
  }
  return vat::layOutTexture(encoding, from.elementCount,
                            from.texelsPerFrame - from.elementCount * from.texelsPerElement, stored, size, maxSize);
}

/// Copies texels from the start of a frame, across frames.
void copyTexels(const vat::BakedAnimation& dense, std::uint32_t from, std::uint64_t count, std::uint32_t to,
                vat::BakedAnimation& result) {
  const std::size_t bytes = vat::texelBytes(dense.pixelFormat);
  for (std::uint32_t t = 0; t < count; ++t) {
    const vat::TexelAddress source = vat::texelAddress(dense.layout, from, t);
    const vat::TexelAddress target = vat::texelAddress(result.layout, to, t);
    std::copy_n(dense.texels.row(source.y) + source.x * bytes, bytes, result.texels.row(target.y) + target.x * bytes);
  }
}

/// Everything but texels and layout.
vat::BakedAnimation withoutTexels(const vat::BakedAnimation& dense) {
  vat::BakedAnimation result;
  result.mode = dense.mode;
  result.encoding = dense.encoding;
  result.pixelFormat = dense.pixelFormat;
  result.mesh = dense.mesh;
  result.bones = dense.bones;
  result.clips = dense.clips;
  result.sockets = dense.sockets;
  result.meshes = dense.meshes;
  result.variants = dense.variants;
  result.tint = dense.tint;
  result.masks = dense.masks;
  result.bounds = dense.bounds;
  result.sizeMetres = dense.sizeMetres;
  return result;
}

}  // namespace

Result<vat::BakedAnimation> withFramesDropped(const vat::BakedAnimation& dense,
                                              const std::vector<std::vector<std::uint32_t>>& kept, vat::SizeRule size,
                                              std::uint32_t maxSize) {
  std::uint32_t stored = 0;
  for (std::size_t i = 0; i < dense.clips.size(); ++i) {
    stored += static_cast<std::uint32_t>(kept[i].size());
    if (dense.clips[i].loop && kept[i].size() > vat::kMaxStoredOfLoop) {
      return fail(ErrorCode::Limit,
                  message("clip \"%1\" loops and would store %2 frames; with uneven rows a loop may "
                          "store %3: bake it with %4, or cut it",
                          dense.clips[i].name, kept[i].size(), vat::kMaxStoredOfLoop, Remedy{RemedyKind::EvenRows}));
    }
  }
  Result<vat::TextureLayout> layout = layOut(dense, stored, size, maxSize);
  TRY(layout);
  vat::BakedAnimation result = withoutTexels(dense);
  result.layout = *layout;
  TRY(vat::addTableRows(vat::encodingOf(dense), dense.layout.frameCount, size, maxSize, result.layout));
  result.texels = vat::TexelBuffer(dense.pixelFormat, result.layout.width, result.layout.height);
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < dense.clips.size(); ++i) {
    const vat::BakedClip& clip = dense.clips[i];
    const std::vector<std::uint32_t>& frames = kept[i];
    for (std::uint32_t n = 0; n < frames.size(); ++n) {
      copyTexels(dense, clip.frameBegin + frames[n], dense.layout.texelsPerFrame, first + n, result);
      const bool isLast = n + 1 == frames.size();
      const std::uint32_t end = !isLast ? frames[n + 1] : clip.frameCount;
      const std::uint32_t to = !isLast ? first + n + 1 : clip.loop ? first : first + n;
      for (std::uint32_t frame = frames[n]; frame < end; ++frame) {
        const vat::TexelAddress at = vat::entryAddress(result, clip.frameBegin + frame);
        result.texels.setTexel(at.x, at.y, vat::encodeEntry({first + n, to, frame - frames[n], end - frames[n]}));
      }
    }
    first += static_cast<std::uint32_t>(frames.size());
  }
  copyTexels(dense, dense.layout.frameCount, vat::constantTexels(vat::encodingOf(dense), dense.layout),
             result.layout.frameCount, result);
  return result;
}

}  // namespace texeleton::bake
