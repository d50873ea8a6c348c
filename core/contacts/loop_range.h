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
  bool inPlace = false;  ///< Closes only once the travel along the ground is taken out.
};

/// The fit of a clip's end to its start. A gap is the largest distance of a vertex (of a node's origin where there is
/// no mesh) between the two poses, over all influences and morph targets.
struct LoopReport {
  double gapMillimetres = 0.0;
  double inPlaceGapMillimetres = 0.0;  ///< The same after moving the end along the ground to fit best.
  double travelMillimetres = 0.0;      ///< Length of that move.
  bool closes = false;                 ///< Its ends agree, as where `--loop auto` finds a loop by the poses.
  bool closesAfterFrame = false;       ///< It closes one frame after its end, as `--loop auto` finds too.
  bool closesInPlace = false;
  std::optional<LoopRange> best;  ///< A part that closes at least twice as well, and to 3 % of the size; only where the
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

/// Measures the gap and, where the clip does not close, looks for the part that closes best: among all pairs of frames
/// at least `minSeconds` (0: a quarter of the clip) apart between which the body moves as it does elsewhere in the
/// clip, the least difference of pose and velocity, and of those nearly as good the longest (as motion graphs find
/// their transitions: Kovar, Gleicher, Pighin 2002). First with the travel, then, if that finds nothing and the clip
/// travels, without. Ranges begin and end on source frames where the format has a rate, unless the clip has more than
/// 600 frames. A cancelled job gets no proposal.
LoopReport analyseLoop(const model::Model& model, ClipIndex clip, double minSeconds, JobContext& job);

/// Whether a clip goes on at its start: it loops as the bake decides (core/bake), at its end or one frame later, or
/// would but for its travel, straight or round an arc; or its end is then no further from its start than 2 % of the
/// model's size.
bool continuesAtStart(const model::Model& model, ClipIndex clip);

}  // namespace texeleton::contacts
