#include "core/export/web/matrix_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/pack/canary.h"
#include "core/runtime/pack_player.h"

namespace texeleton::exporting {

namespace {

constexpr std::uint32_t kTexelsPerMatrix = 4;

class RowWriter {
 public:
  explicit RowWriter(MatrixRows& rows) : m_rows(rows) {
    const std::size_t texel = rows.format == vat::PixelFormat::Rgba16F ? 8 : 16;
    m_rows.bytes.resize(texel * rows.width * rows.height);
  }

  void put(std::uint32_t row, std::uint32_t bone, const glm::mat4& matrix) {
    for (int column = 0; column < 4; ++column) {
      putTexel(bone * kTexelsPerMatrix + static_cast<std::uint32_t>(column), row, matrix[column]);
    }
  }

  void putTexel(std::uint32_t x, std::uint32_t y, const glm::vec4& texel) {
    std::size_t value = (std::size_t{y} * m_rows.width + x) * 4;
    for (int i = 0; i < 4; ++i, ++value) {
      if (m_rows.format == vat::PixelFormat::Rgba16F) {
        const std::uint16_t half = vat::floatToHalf(texel[i]);
        std::memcpy(m_rows.bytes.data() + 2 * value, &half, sizeof half);
      } else {
        std::memcpy(m_rows.bytes.data() + 4 * value, &texel[i], sizeof(float));
      }
    }
  }

  void copyRow(std::uint32_t from, std::uint32_t to) {
    const std::size_t bytes = m_rows.bytes.size() / m_rows.height;
    std::memcpy(m_rows.bytes.data() + bytes * to, m_rows.bytes.data() + bytes * from, bytes);
  }

 private:
  MatrixRows& m_rows;
};

}  // namespace

std::uint32_t framesAt(const vat::BakedClip& clip, double rateHz) {
  if (rateHz <= 0.0 || clip.lengthSeconds <= 0.0) {
    return clip.frameCount;
  }
  const double frames = std::max(1.0, std::floor(clip.lengthSeconds * rateHz + 0.5));
  return static_cast<std::uint32_t>(std::min(frames, double{vat::kMaxFramesPerClip - 1})) + (clip.loop ? 0 : 1);
}

runtime::AnimationTickOutput rowMoment(const vat::BakedClip& clip, const RowClip& rows, std::uint32_t frame) {
  if (rows.frameCount == clip.frameCount) {
    return {clip.frameBegin + frame, clip.frameBegin + frame, 0.0f};
  }
  const std::uint32_t steps = clip.loop ? rows.frameCount : rows.frameCount - 1;
  return runtime::sampleClip(runtime::clipTiming(clip), clip.lengthSeconds * frame / steps);
}

namespace {

/// Rows of the matrices whose texels begin at these places in a frame.
Result<MatrixRows> rowsOf(const vat::BakedAnimation& animation, const std::vector<std::uint32_t>& firstTexels,
                          double rateHz, bool withCanary) {
  MatrixRows rows;
  rows.format = animation.pixelFormat;
  const std::uint64_t width = std::uint64_t{firstTexels.size()} * kTexelsPerMatrix;
  if (width > kLargestWebTexture) {
    return fail(ErrorCode::Limit,
                message("%1 bones are more than the %2 of which a row of the texture has room: bake "
                        "with %3 for a target that plays it",
                        firstTexels.size(), kLargestWebTexture / kTexelsPerMatrix, Remedy{RemedyKind::VertexMode}));
  }
  std::uint64_t height = 1;
  for (const vat::BakedClip& clip : animation.clips) {
    rows.clips.push_back({static_cast<std::uint32_t>(height), framesAt(clip, rateHz)});
    height += std::uint64_t{rows.clips.back().frameCount} + 1;
  }
  if (height > kLargestWebTexture) {
    return fail(ErrorCode::Limit,
                message("a row a frame makes %1 rows, and GPUs take %2: lower the rate, or leave out or shorten clips",
                        height, kLargestWebTexture));
  }
  rows.width = static_cast<std::uint32_t>(width);
  if (withCanary && height + pack::canaryRows(rows.width) <= kLargestWebTexture) {
    rows.canaryRow = static_cast<std::uint32_t>(height);
    height += pack::canaryRows(rows.width);
  }
  rows.height = static_cast<std::uint32_t>(height);
  RowWriter writer(rows);
  for (std::uint32_t column = 0; column < firstTexels.size(); ++column) {
    writer.put(0, column, glm::mat4(1.0f));
  }
  for (std::size_t i = 0; i < animation.clips.size(); ++i) {
    const vat::BakedClip& clip = animation.clips[i];
    const RowClip& at = rows.clips[i];
    for (std::uint32_t frame = 0; frame < at.frameCount; ++frame) {
      const runtime::AnimationTickOutput moment = rowMoment(clip, at, frame);
      for (std::uint32_t column = 0; column < firstTexels.size(); ++column) {
        writer.put(at.firstRow + frame, column, runtime::decodeMatrix(animation, firstTexels[column], moment));
      }
    }
    writer.copyRow(clip.loop ? at.firstRow : at.firstRow + at.frameCount - 1, at.firstRow + at.frameCount);
  }
  for (std::uint32_t i = 0; rows.canaryRow && i < pack::kCanaryTexels; ++i) {
    writer.putTexel(i % rows.width, *rows.canaryRow + i / rows.width, pack::canaryTexel(i, rows.format));
  }
  return rows;
}

}  // namespace

Result<MatrixRows> matrixRows(const vat::BakedAnimation& animation, double rateHz) {
  if (animation.mode != vat::BakeMode::Bone) {
    return fail(ErrorCode::Unsupported,
                message("this target reads skin matrices and cannot play vertex mode: bake with %1",
                        Remedy{RemedyKind::BoneMode}));
  }
  std::vector<std::uint32_t> firstTexels;
  for (std::uint32_t bone = 0; bone < animation.layout.elementCount; ++bone) {
    firstTexels.push_back(vat::elementTexel(animation.layout, bone, 0));
  }
  return rowsOf(animation, firstTexels, rateHz, true);
}

Result<MatrixRows> socketRows(const vat::BakedAnimation& animation, double rateHz) {
  std::vector<std::uint32_t> firstTexels;
  for (std::uint32_t i = 0; i < animation.sockets.size(); ++i) {
    firstTexels.push_back(vat::firstTexelOf(animation, i));
  }
  return rowsOf(animation, firstTexels, rateHz, false);
}

glm::mat4 matrixInRow(const MatrixRows& rows, std::uint32_t row, std::uint32_t bone) {
  glm::mat4 matrix(1.0f);
  std::size_t value = (std::size_t{row} * rows.width + std::size_t{bone} * kTexelsPerMatrix) * 4;
  for (int column = 0; column < 4; ++column) {
    for (int i = 0; i < 4; ++i, ++value) {
      if (rows.format == vat::PixelFormat::Rgba16F) {
        std::uint16_t half = 0;
        std::memcpy(&half, rows.bytes.data() + 2 * value, sizeof half);
        matrix[column][i] = vat::halfToFloat(half);
      } else {
        std::memcpy(&matrix[column][i], rows.bytes.data() + 4 * value, sizeof(float));
      }
    }
  }
  return matrix;
}

}  // namespace texeleton::exporting
