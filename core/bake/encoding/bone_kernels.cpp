#include "core/bake/encoding/bone_kernels.h"

#include <cmath>
#include <optional>

// AVX-512 too, which has twice as many registers, and masks, for vectors of eight floats (see shape_kernels.cpp).
#if defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__i386__))
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS 0x10FF
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/encoding/bone_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/texel_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

HWY_INLINE void roundMatrix(const animation::LaneMatrix& matrix, Magnitude& magnitude, H8* h,
                            animation::LaneMatrix* decoded) {
  for (std::size_t i = 0; i < 12; ++i) {
    const F8 value = load(matrix.m[i]);
    note(magnitude, value);
    h[i] = toHalf(value);
    if (decoded != nullptr) {
      store(fromHalf(h[i]), decoded->m[i]);
    }
  }
}

float WriteHalfMatrices(const animation::LaneMatrix* matrices, std::size_t count, const FrameRows& rows,
                        animation::LaneMatrix* decoded) {
  Magnitude magnitude = zeroMagnitude();
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {  // Two matrices are three pairs of texels.
    H8 h[24];
    roundMatrix(matrices[i], magnitude, h, decoded != nullptr ? decoded + i : nullptr);
    roundMatrix(matrices[i + 1], magnitude, h + 12, decoded != nullptr ? decoded + i + 1 : nullptr);
    const std::size_t offset = i * 3 * kHalfTexel;
    storeFourTexels(h, h + 8, rows, offset);
    storeTwoTexels(h + 16, rows, offset + 4 * kHalfTexel);
  }
  if (i < count) {
    H8 h[12];
    roundMatrix(matrices[i], magnitude, h, decoded != nullptr ? decoded + i : nullptr);
    storeTwoTexels(h, rows, i * 3 * kHalfTexel);
    storeTexel(h + 8, rows, i * 3 * kHalfTexel + 2 * kHalfTexel);
  }
  return largestOf(magnitude);
}

float WriteFloatMatrices(const animation::LaneMatrix* matrices, std::size_t count, const FrameRows& rows,
                         animation::LaneMatrix* decoded) {
  Magnitude magnitude = zeroMagnitude();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t r = 0; r < 3; ++r) {
      F8 c[4];
      for (std::size_t k = 0; k < 4; ++k) {
        c[k] = load(matrices[i].m[4 * r + k]);
        note(magnitude, c[k]);
        if (decoded != nullptr) {
          store(c[k], decoded[i].m[4 * r + k]);
        }
      }
      storeTexel(c, rows, (i * 3 + r) * kFloatTexel);
    }
  }
  return largestOf(magnitude);
}

HWY_INLINE F8 dot3(const F8* a, const F8* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Bones that are processed together in each step, to hide the latency of square roots.
constexpr std::size_t kTogether = 4;

/// Rotation (of unit length, w ≥ 0), then displacement and scale of matrices that are similarities: turnOf() of
/// encoding.cpp. The rotation is computed from the scaled matrix and normalised at the end.
HWY_INLINE void turnsOf(const animation::LaneMatrix* const* matrices, const glm::vec3* pivots, F8 (*out)[8]) {
  const F8 least = splat(1e-30f);
  const F8 one = splat(1.0f);
  F8 mean[kTogether];
  F8 length[kTogether];
  for (std::size_t n = 0; n < kTogether; ++n) {
    F8 m[3][3];
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        m[r][c] = load(matrices[n]->m[4 * r + c]);
      }
    }
    const glm::vec3& pivot = pivots[n];
    const F8 at[3] = {splat(pivot.x), splat(pivot.y), splat(pivot.z)};
    for (std::size_t r = 0; r < 3; ++r) {
      out[n][4 + r] = dot3(m[r], at) + load(matrices[n]->m[4 * r + 3]) - at[r];
    }
    // All three rows have the same length: their mean is the scale, negative if the matrix mirrors.
    mean[n] = (dot3(m[0], m[0]) + dot3(m[1], m[1]) + dot3(m[2], m[2])) * splat(1.0f / 3.0f);
    const F8 cross[3] = {m[1][1] * m[2][2] - m[1][2] * m[2][1], m[1][2] * m[2][0] - m[1][0] * m[2][2],
                         m[1][0] * m[2][1] - m[1][1] * m[2][0]};
    const F8 scale = withSignOf(rootOf(mean[n]), dot3(m[0], cross));
    out[n][7] = scale;
    // Shepperd's four cases; for each value the case with the largest divisor.
    const F8 part[4] = {scale + m[0][0] - m[1][1] - m[2][2], scale + m[1][1] - m[0][0] - m[2][2],
                        scale + m[2][2] - m[0][0] - m[1][1], scale + m[0][0] + m[1][1] + m[2][2]};
    const F8 xy = m[0][1] + m[1][0];
    const F8 xz = m[0][2] + m[2][0];
    const F8 yz = m[1][2] + m[2][1];
    const F8 wx = m[2][1] - m[1][2];
    const F8 wy = m[0][2] - m[2][0];
    const F8 wz = m[1][0] - m[0][1];
    const F8 ways[4][4] = {{part[0], xy, xz, wx}, {xy, part[1], yz, wy}, {xz, yz, part[2], wz}, {wx, wy, wz, part[3]}};
    F8* const q = out[n];
    F8 largest = magnitudeOf(part[3]);
    for (std::size_t i = 0; i < 4; ++i) {
      q[i] = ways[3][i];
    }
    for (std::size_t way = 0; way < 3; ++way) {
      const F8 size = magnitudeOf(part[way]);
      for (std::size_t i = 0; i < 4; ++i) {
        q[i] = whereLess(largest, size, ways[way][i], q[i]);
      }
      largest = larger(largest, size);
    }
    length[n] = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  }
  F8 inverse[kTogether];
  reciprocalRoots<kTogether>(length, inverse);
  for (std::size_t n = 0; n < kTogether; ++n) {
    const F8 factor = withSignOf(inverse[n], out[n][3]);
    for (std::size_t i = 0; i < 4; ++i) {
      out[n][i] = out[n][i] * factor;
    }
  }
  F8 smallest = mean[0];
  for (std::size_t n = 1; n < kTogether; ++n) {
    smallest = smaller(smallest, mean[n]);
  }
  const bool isSmall = anyLess(smallest, least);
  for (std::size_t n = 0; n < kTogether && isSmall; ++n) {  // Without a size there is no rotation.
    for (const std::size_t i : {0u, 1u, 2u, 3u, 7u}) {
      out[n][i] = whereLess(mean[n], least, i == 3 ? one : splat(0.0f), out[n][i]);
    }
  }
}

/// The decoded matrix: rowsOf() of encoding.cpp.
HWY_INLINE void matrixOf(const F8* stored, const F8* moved, const glm::vec3& pivot, animation::LaneMatrix& out) {
  const F8 length = stored[0] * stored[0] + stored[1] * stored[1] + stored[2] * stored[2] + stored[3] * stored[3];
  const F8 two = splat(2.0f) / length;
  const F8 x = stored[0];
  const F8 y = stored[1];
  const F8 z = stored[2];
  const F8 w = stored[3];
  const F8 one = splat(1.0f);
  const F8 turn[3][3] = {{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
                         {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
                         {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}};
  const F8 c[3] = {splat(pivot.x), splat(pivot.y), splat(pivot.z)};
  for (std::size_t r = 0; r < 3; ++r) {
    F8 row[3];
    for (std::size_t k = 0; k < 3; ++k) {
      row[k] = moved[3] * turn[r][k];
      store(row[k], out.m[4 * r + k]);
    }
    store(c[r] + moved[r] - dot3(row, c), out.m[4 * r + 3]);
  }
}

/// The largest elements of similarities: if a displacement is larger than every scale, elements of the rotations need
/// not be examined.
struct Similarities {
  Magnitude displacements;
  Magnitude scales;

  /// The largest of the displacements and other values; nothing if they must be examined.
  HWY_INLINE std::optional<float> largest() const {
    constexpr float kMargin = 1.001f;  // More than isSimilarity() tolerates.
    const float displacement = largestOf(displacements);
    // False if one is NaN.
    return displacement > kMargin * largestOf(scales) ? std::optional(displacement) : std::nullopt;
  }
};

/// The stored values of a bone and their magnitudes.
struct Magnitudes {
  Similarities given;
  Magnitude displacements;  ///< Stored ones; scales are the given ones, and components of rotations are at most 1.
  Magnitude kept;           ///< Given and stored.
  Magnitude keptDecoded;    ///< For bones stored as matrices.
  Similarities decoded;
};

/// A bone kept as a matrix: two rows at its own texels, the third elsewhere. `decoded` may be null.
HWY_INLINE void writeKept(const animation::LaneMatrix& matrix, std::size_t first, std::size_t third,
                          vat::PixelFormat format, const FrameRows& rows, Magnitudes& magnitudes,
                          animation::LaneMatrix* decoded) {
  F8 channels[12];
  H8 halves[12];
  for (std::size_t k = 0; k < 12; ++k) {
    channels[k] = load(matrix.m[k]);
    note(magnitudes.kept, channels[k]);
    halves[k] = toHalf(channels[k]);
  }
  if (format == vat::PixelFormat::Rgba16F) {
    storeTwoTexels(halves, rows, first * kHalfTexel);
    storeTexel(halves + 8, rows, third * kHalfTexel);
  } else {
    storeTexel(channels, rows, first * kFloatTexel);
    storeTexel(channels + 4, rows, (first + 1) * kFloatTexel);
    storeTexel(channels + 8, rows, third * kFloatTexel);
  }
  for (std::size_t k = 0; decoded != nullptr && k < 12; ++k) {
    const F8 stored = format == vat::PixelFormat::Rgba16F ? fromHalf(halves[k]) : channels[k];
    store(stored, decoded->m[k]);
    note(magnitudes.keptDecoded, stored);
  }
}

HWY_INLINE void noteDisplacement(Similarities& similarities, const animation::LaneMatrix& matrix) {
  for (std::size_t r = 0; r < 3; ++r) {
    note(similarities.displacements, load(matrix.m[4 * r + 3]));
  }
}

HWY_INLINE void noteTurn(const animation::LaneMatrix& matrix, const F8* channels, Magnitudes& magnitudes) {
  // A rotation is NaN only if the scale is.
  for (std::size_t k = 4; k < 7; ++k) {
    note(magnitudes.displacements, channels[k]);
  }
  noteDisplacement(magnitudes.given, matrix);
  note(magnitudes.given.scales, channels[7]);
}

/// Stores the texels of neighbouring bones. If the decoded bone is needed, its channels are replaced by the stored
/// values.
HWY_INLINE void storeTurns(F8 (*channels)[8], const std::size_t* bones, animation::LaneMatrix* const* seen,
                           std::size_t count, vat::PixelFormat format, const FrameRows& rows) {
  if (format != vat::PixelFormat::Rgba16F) {
    for (std::size_t n = 0; n < count; ++n) {
      storeTexel(channels[n], rows, 2 * bones[n] * kFloatTexel);
      storeTexel(channels[n] + 4, rows, (2 * bones[n] + 1) * kFloatTexel);
    }
    return;
  }
  H8 halves[kTogether][8];
  for (std::size_t n = 0; n < count; ++n) {
    for (std::size_t k = 0; k < 8; ++k) {
      halves[n][k] = toHalf(channels[n][k]);
    }
    for (std::size_t k = 0; seen[n] != nullptr && k < 8; ++k) {
      channels[n][k] = fromHalf(halves[n][k]);
    }
  }
  for (std::size_t n = 0; n < count;) {
    const std::size_t offset = 2 * bones[n] * kHalfTexel;
    if (n + 1 < count && bones[n + 1] == bones[n] + 1) {
      storeFourTexels(halves[n], halves[n + 1], rows, offset);
      n += 2;
    } else {
      storeTwoTexels(halves[n], rows, offset);
      ++n;
    }
  }
}

WrittenBones WriteTurns(const animation::LaneMatrix* matrices, std::size_t count, const BoneConstants& constants,
                        vat::PixelFormat format, const FrameRows& rows, animation::LaneMatrix* decoded) {
  const Magnitude zero = zeroMagnitude();
  Magnitudes magnitudes{{zero, zero}, zero, zero, zero, {zero, zero}};
  const auto seenOf = [&](std::size_t bone)
                          HWY_ATTR { return decoded != nullptr && constants.isSeen[bone] ? decoded + bone : nullptr; };
  std::size_t waiting[kTogether] = {};
  std::size_t waitingCount = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (const std::uint32_t third = constants.thirdRows[i]; third != kNotKept) {
      writeKept(matrices[i], 2 * i, third, format, rows, magnitudes, seenOf(i));
    } else {
      waiting[waitingCount++] = i;
    }
    if (waitingCount == kTogether || (waitingCount != 0 && i + 1 == count)) {
      const animation::LaneMatrix* from[kTogether];
      glm::vec3 pivots[kTogether];
      for (std::size_t n = 0; n < kTogether; ++n) {
        const std::size_t bone = waiting[n < waitingCount ? n : 0];
        from[n] = matrices + bone;
        pivots[n] = constants.pivots[bone];
      }
      F8 channels[kTogether][8];
      turnsOf(from, pivots, channels);
      animation::LaneMatrix* seen[kTogether];
      for (std::size_t n = 0; n < waitingCount; ++n) {
        noteTurn(matrices[waiting[n]], channels[n], magnitudes);
        seen[n] = seenOf(waiting[n]);
      }
      storeTurns(channels, waiting, seen, waitingCount, format, rows);
      for (std::size_t n = 0; n < waitingCount; ++n) {
        if (seen[n] != nullptr) {
          matrixOf(channels[n], channels[n] + 4, pivots[n], *seen[n]);
          noteDisplacement(magnitudes.decoded, *seen[n]);
          note(magnitudes.decoded.scales, channels[n][7]);
        }
      }
      waitingCount = 0;
    }
  }
  const auto largestOfTurns = [&](const Similarities& similarities, const animation::LaneMatrix* of) HWY_ATTR {
    if (const auto largest = similarities.largest()) {
      return *largest;
    }
    Magnitude magnitude = zeroMagnitude();
    for (std::size_t i = 0; i < count; ++i) {
      const bool isTurn = constants.thirdRows[i] == kNotKept && (of == matrices || constants.isSeen[i]);
      for (std::size_t k = 0; isTurn && k < 12; ++k) {
        note(magnitude, load(of[i].m[k]));
      }
    }
    return largestOf(magnitude);
  };
  // A NaN is larger than every number.
  const auto largerOf = [](float a, float b) { return std::isnan(a) || a > b ? a : b; };
  const float kept = largestOf(magnitudes.kept);
  const float stored = largerOf(largestOf(magnitudes.displacements), largestOf(magnitudes.given.scales));
  return {largerOf(largestOfTurns(magnitudes.given, matrices), kept), largerOf(stored, kept),
          decoded == nullptr
              ? 0.0f
              : largerOf(largestOfTurns(magnitudes.decoded, decoded), largestOf(magnitudes.keptDecoded))};
}

void TurnsHalfWay(const BoneConstants& constants, std::size_t count, vat::PixelFormat format, const FrameRows& from,
                  const FrameRows& to, animation::LaneMatrix* decoded) {
  const F8 half = splat(0.5f);
  for (std::size_t i = 0; i < count; ++i) {
    if (!constants.isSeen[i]) {
      continue;
    }
    F8 a[12];
    F8 b[12];
    loadTexels(from, 2 * i, 2, format, a);
    loadTexels(to, 2 * i, 2, format, b);
    if (const std::uint32_t third = constants.thirdRows[i]; third != kNotKept) {
      loadTexels(from, third, 1, format, a + 8);
      loadTexels(to, third, 1, format, b + 8);
      for (std::size_t k = 0; k < 12; ++k) {
        store(half * a[k] + half * b[k], decoded[i].m[k]);
      }
      continue;
    }
    // Half-way between rotations of unit length (except for rounding): blendTurns() of encoding.cpp.
    const F8 along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const F8 signedHalf = whereLess(along, splat(0.0f), splat(-0.5f), half);
    for (std::size_t k = 0; k < 8; ++k) {
      a[k] = half * a[k] + (k < 4 ? signedHalf : half) * b[k];
    }
    matrixOf(a, a + 4, constants.pivots[i], decoded[i]);
  }
}

float LargestElement(const animation::LaneMatrix* matrices, std::size_t count) {
  Magnitude magnitude = zeroMagnitude();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 12; ++k) {
      note(magnitude, load(matrices[i].m[k]));
    }
  }
  return largestOf(magnitude);
}

bool IsClearlySimilarity(const animation::LaneMatrix& matrix) {
  F8 squared[3];
  F8 along[3];
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t d = (c + 1) % 3;
    squared[c] = along[c] = splat(0.0f);
    for (std::size_t r = 0; r < 3; ++r) {
      squared[c] = squared[c] + load(matrix.m[4 * r + c]) * load(matrix.m[4 * r + c]);
      along[c] = along[c] + load(matrix.m[4 * r + c]) * load(matrix.m[4 * r + d]);
    }
  }
  // Half of the tolerance of isSimilarity(), which checks squares of very small scales.
  constexpr float kSimilarityShare = 0.5e-4f;
  const F8 largest = larger(larger(squared[0], squared[1]), squared[2]);
  const F8 least = smaller(smaller(squared[0], squared[1]), squared[2]);
  const F8 leaning = larger(larger(magnitudeOf(along[0]), magnitudeOf(along[1])), magnitudeOf(along[2]));
  const F8 allowed = splat(kSimilarityShare) * largest;
  return !anyLess(largest, splat(1e-20f)) && !anyLess(allowed, leaning) && !anyLess(allowed, largest - least);
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(WriteHalfMatrices);
HWY_EXPORT(WriteFloatMatrices);
HWY_EXPORT(LargestElement);
HWY_EXPORT(WriteTurns);
HWY_EXPORT(TurnsHalfWay);
HWY_EXPORT(IsClearlySimilarity);

float writeMatrices(std::span<const animation::LaneMatrix> matrices, vat::PixelFormat format, const FrameRows& rows,
                    animation::LaneMatrix* decoded) {
  return format == vat::PixelFormat::Rgba16F
             ? HWY_DYNAMIC_DISPATCH(WriteHalfMatrices)(matrices.data(), matrices.size(), rows, decoded)
             : HWY_DYNAMIC_DISPATCH(WriteFloatMatrices)(matrices.data(), matrices.size(), rows, decoded);
}

WrittenBones writeTurns(std::span<const animation::LaneMatrix> matrices, const BoneConstants& constants,
                        vat::PixelFormat format, const FrameRows& rows, animation::LaneMatrix* decoded) {
  return HWY_DYNAMIC_DISPATCH(WriteTurns)(matrices.data(), matrices.size(), constants, format, rows, decoded);
}

void turnsHalfWay(const BoneConstants& constants, vat::PixelFormat format, const FrameRows& from, const FrameRows& to,
                  animation::LaneMatrix* decoded) {
  HWY_DYNAMIC_DISPATCH(TurnsHalfWay)(constants, constants.pivots.size(), format, from, to, decoded);
}

float largestElement(std::span<const animation::LaneMatrix> matrices) {
  return HWY_DYNAMIC_DISPATCH(LargestElement)(matrices.data(), matrices.size());
}

bool isClearlySimilarity(const animation::LaneMatrix& matrix) {
  return HWY_DYNAMIC_DISPATCH(IsClearlySimilarity)(matrix);
}

}  // namespace texeleton::bake
#endif  // HWY_ONCE
