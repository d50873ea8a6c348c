#pragma once

#include <optional>

#include "core/base/job_context.h"
#include "core/model/model.h"

namespace texeleton::contacts {

/// A part of a clip whose end continues at its start.
struct LoopRange {
  double fromSeconds = 0.0;  ///< In the source clip, like all times here.
  double toSeconds = 0.0;
  double gapMillimetres = 0.0;
  bool inPlace = false;  ///< Closes only without the travel along the ground.
};

/// The fit of a clip's end to its start. A gap is the largest distance of a vertex (of a node's origin if there is no
/// mesh) between the two poses, over all influences and morph targets.
struct LoopReport {
  double gapMillimetres = 0.0;
  double inPlaceGapMillimetres = 0.0;  ///< The same after moving the end along the ground for the best fit.
  double travelMillimetres = 0.0;      ///< Length of that move.
  bool closes = false;                 ///< Its end poses agree by the criteria of `--loop auto`.
  bool closesAfterFrame = false;       ///< It closes one frame after its end by the criteria of `--loop auto`.
  bool closesInPlace = false;
  std::optional<LoopRange> best;  ///< A part that closes at least twice as well, and to 3 % of the size; only if the
                                  ///< clip closes neither way.
};

/// Relative to the diagonal of the bind pose's box: smaller gaps close in place.
inline constexpr double kClosedGap = 2e-3;

/// The gap of any range.
struct RangeGap {
  double gapMillimetres = 0.0;
  double inPlaceGapMillimetres = 0.0;
  double travelMillimetres = 0.0;
};
RangeGap rangeGap(const model::Model& model, ClipIndex clip, double fromSeconds, double toSeconds);

/// Measures the gap and, if the clip does not close, searches for the part that closes best: among all pairs of frames
/// at least `minSeconds` (0: a quarter of the clip) apart between which the body moves as elsewhere in the clip, the
/// least difference of pose and velocity, and of those nearly as good the longest (like transitions of motion graphs:
/// Kovar, Gleicher, Pighin 2002). First with the travel; if that finds nothing and the clip travels, without. Ranges
/// begin and end on source frames if the format has a rate, unless the clip has more than 600 frames. No proposal if
/// cancelled.
LoopReport analyseLoop(const model::Model& model, ClipIndex clip, double minSeconds, JobContext& job);

/// Whether a clip continues at its start: it loops by the criteria of the bake (core/bake), at its end or one frame
/// later, also after removing its travel along a line or an arc; or its end is then at most 2 % of the model's size
/// from its start.
bool continuesAtStart(const model::Model& model, ClipIndex clip);

}  // namespace texeleton::contacts
