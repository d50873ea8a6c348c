#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// The main cause of an error.
enum class ErrorCause { Encoding, Interpolation, Jump, Influences, Morphs };

/// Remedies for clips that exceed an error limit. A remedy is offered if the part of the error that it removes exceeds
/// the limit by itself, or is the largest part.
struct Mends {
  ErrorCause cause = ErrorCause::Encoding;  ///< For the clip that exceeds its limit most, in proportion.
  double worstMillimetres = 0.0;            ///< Its whole error.
  double causeMillimetres = 0.0;            ///< The cause's part of it; never more than the whole.
  bool floats = false;                      ///< 32-bit texels.
  bool vertices = false;                    ///< Vertex mode, which keeps influences and morph targets.
  struct Rate {
    std::size_t clip = 0;  ///< Index into BakedAnimation::clips.
    double hertz = 0.0;    ///< A multiple of the current rate, so that existing frames are kept.
  };
  std::vector<Rate> rates;
};

/// The highest suggested rate.
inline constexpr double kMostSuggestedHertz = 240.0;

/// `errors`, `limitsMillimetres`: one a clip of `animation`, in its order. Nothing if no clip exceeds its limit.
/// Interpolation errors fall with the square of the rate, as for every piecewise linear curve, except where the source
/// jumps: there no rate is suggested.
std::optional<Mends> mendsFor(const vat::BakedAnimation& animation, const std::vector<vat::ClipError>& errors,
                              const std::vector<double>& limitsMillimetres);

/// The rows with these rates. `bakedClips`: from bakedClipOfRows().
std::vector<ClipRow> withRates(std::vector<ClipRow> rows, const std::vector<int>& bakedClips,
                               const std::vector<Mends::Rate>& rates);

}  // namespace texeleton::editor
