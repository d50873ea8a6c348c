#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/vat/texture_settings.h"

namespace texeleton::bake {

/// Bone mode: writes the rows of `matrices` as texels from the start of each row on. `decoded`, if given, receives the
/// matrices as decoded from the texels. Returns the largest magnitude of an element before rounding; NaN if one is NaN.
float writeMatrices(std::span<const animation::LaneMatrix> matrices, vat::PixelFormat format, const FrameRows& rows,
                    animation::LaneMatrix* decoded);

inline constexpr std::uint32_t kNotKept = 0xffffffffu;

/// The constants of each bone in an encoding that has constants.
struct BoneConstants {
  std::vector<glm::vec3> pivots;         ///< As stored.
  std::vector<std::uint32_t> thirdRows;  ///< Texel of the third row for bones stored as matrices; else kNotKept.
  std::unique_ptr<bool[]> isSeen;        ///< Whether it moves a vertex; others are not decoded.
};

/// The largest magnitudes of the written values; NaN if one is NaN.
struct WrittenBones {
  float given = 0.0f;    ///< Largest value of the given matrices.
  float stored = 0.0f;   ///< Largest value of the texels, before rounding.
  float decoded = 0.0f;  ///< Largest value of the decoded matrices.
};

/// Bone mode, encoding "quaternion": two texels per bone, or three if it is kept as a matrix. `decoded`, if given,
/// receives the decoded matrices of bones that move vertices.
WrittenBones writeTurns(std::span<const animation::LaneMatrix> matrices, const BoneConstants& constants,
                        vat::PixelFormat format, const FrameRows& rows, animation::LaneMatrix* decoded);

/// Interpolates the selected bones half-way between each frame of `from` and that of `to`.
void turnsHalfWay(const BoneConstants& constants, vat::PixelFormat format, const FrameRows& from, const FrameRows& to,
                  animation::LaneMatrix* decoded);

/// The largest magnitude of an element; NaN if one is NaN.
float largestElement(std::span<const animation::LaneMatrix> matrices);

/// Whether a matrix is clearly a similarity (isSimilarity of encoding.h) in all frames.
bool isClearlySimilarity(const animation::LaneMatrix& matrix);

}  // namespace texeleton::bake
