#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "core/bake/baked_animation.h"

namespace texeleton::editor {

/// What makes most of an error.
enum class ErrorCause { Encoding, Interpolation, Influences, Morphs };

/// What could bring clips that are over an error limit below it. A mend is offered where the part of the error that it
/// takes away is over the limit by itself, or else is the largest.
struct Mends {
  ErrorCause cause = ErrorCause::Encoding;  ///< Of the clip that exceeds its limit most, in proportion.
  double worstMillimetres = 0.0;            ///< Its whole error.
  double causeMillimetres = 0.0;            ///< That part of it: never more than the whole.
  bool floats = false;                      ///< 32-bit texels.
  bool vertices = false;                    ///< Vertex mode, which keeps influences and morph targets.
  struct Rate {
    std::size_t clip = 0;  ///< Into BakedAnimation::clips.
    double hertz = 0.0;    ///< A whole multiple of what it is baked at, so that the frames it has stay.
  };
  std::vector<Rate> rates;
};

/// The highest rate that is suggested.
inline constexpr double kMostSuggestedHertz = 240.0;

/// `errors`, `limitsMillimetres`: one a clip of `animation`, in its order. Nothing where no clip is over its limit.
/// What blending of frames is off by falls with the square of the rate, as with every piecewise linear curve.
std::optional<Mends> mendsFor(const bake::BakedAnimation& animation, const std::vector<bake::ClipError>& errors,
                              const std::vector<double>& limitsMillimetres);

/// The rows with these rates. `bakedClips`: bakedClipOfRows().
std::vector<ClipRow> withRates(std::vector<ClipRow> rows, const std::vector<int>& bakedClips,
                               const std::vector<Mends::Rate>& rates);

}  // namespace texeleton::editor
