#include "app/editor/document/cut_range.h"

#include <algorithm>
#include <cmath>

namespace texeleton::editor {

namespace {

constexpr double kSameBound = 0.0005;  // Below the precision of the fields.

double clipEnd(const model::Clip& clip) { return clip.startSeconds + clip.lengthSeconds; }

std::optional<double> unlessPlain(double seconds, double plain) {
  return std::abs(seconds - plain) < kSameBound ? std::nullopt : std::optional(seconds);
}

RangeFit setEnd(double seconds, const model::Clip& clip, double other, bool isBeyond, std::optional<double>& end,
                double plain, std::optional<double>& otherEnd) {
  const double fitted = std::clamp(seconds, clip.startSeconds, clipEnd(clip));
  end = unlessPlain(fitted, plain);
  if (isBeyond && std::abs(fitted - other) > kSameBound) {
    otherEnd.reset();
  }
  return std::abs(fitted - seconds) > kSameBound             ? RangeFit::CutToClip
         : isBeyond && std::abs(fitted - other) > kSameBound ? RangeFit::OtherEndMoved
                                                             : RangeFit::AsAsked;
}

}  // namespace

double rangeStart(const recipe::RecipeClip& cut, const model::Clip& clip) {
  return cut.from.value_or(clip.startSeconds);
}

double rangeEnd(const recipe::RecipeClip& cut, const model::Clip& clip) { return cut.to.value_or(clipEnd(clip)); }

RangeFit setRangeStart(recipe::RecipeClip& cut, const model::Clip& clip, double seconds) {
  const double other = rangeEnd(cut, clip);
  return setEnd(seconds, clip, other, seconds > other, cut.from, clip.startSeconds, cut.to);
}

RangeFit setRangeEnd(recipe::RecipeClip& cut, const model::Clip& clip, double seconds) {
  const double other = rangeStart(cut, clip);
  return setEnd(seconds, clip, other, seconds < other, cut.to, clipEnd(clip), cut.from);
}

}  // namespace texeleton::editor
