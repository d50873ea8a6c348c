#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runtime/clip_timing.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// The rows of a clip in MatrixRows, followed by a closing row: a copy of the first row if the clip loops, else of the
/// last.
struct RowClip {
  std::uint32_t firstRow = 0;
  std::uint32_t frameCount = 1;  ///< Without the closing row.

  friend bool operator==(const RowClip&, const RowClip&) = default;
};

/// Skin matrices in the layout of Babylon.js and Babylon Lite: RGBA, a row for each frame, four texels for each bone,
/// the columns of its 4×4 matrix. Row 0 is the bind pose (identities). The canary follows the last clip, as in packs
/// (FORMAT.md).
struct MatrixRows {
  vat::PixelFormat format = vat::PixelFormat::Rgba16F;
  std::uint32_t width = 0;  ///< In texels; four for each bone.
  std::uint32_t height = 0;
  std::optional<std::uint32_t> canaryRow = {};
  std::vector<RowClip> clips;
  std::string bytes;  ///< Little-endian, row 0 first.
};

/// The largest texture side of desktop GPUs. Phones, and WebGPU by default, support half of it.
inline constexpr std::uint32_t kLargestWebTexture = 16384;
inline constexpr std::uint32_t kCommonWebTexture = 8192;

/// The rows of a pack in bone mode, with texels. `rateHz` 0 keeps its frames; other rates blend them as in FORMAT.md.
/// Errors: Unsupported (vertex mode), Limit (too wide, too high).
Result<MatrixRows> matrixRows(const vat::BakedAnimation& animation, double rateHz);

/// The rows of the sockets, in either mode: socket n takes the place of bone n. There is no canary, since no GPU reads
/// them. Errors: Limit.
Result<MatrixRows> socketRows(const vat::BakedAnimation& animation, double rateHz);

/// The number of frames of a clip at another rate, rounded as in bakes; 0: those of the clip.
std::uint32_t framesAt(const vat::BakedClip& clip, double rateHz);

/// Returns the moment shown by frame `frame` of a clip at another rate.
runtime::AnimationTickOutput rowMoment(const vat::BakedClip& clip, const RowClip& rows, std::uint32_t frame);

/// The skin matrix of a bone in a row.
glm::mat4 matrixInRow(const MatrixRows& rows, std::uint32_t row, std::uint32_t bone);

}  // namespace texeleton::exporting
