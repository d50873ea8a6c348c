#pragma once

#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// How a typed or dragged end of a range was applied.
enum class RangeFit {
  AsAsked,
  CutToClip,     ///< It was outside the clip.
  OtherEndMoved  ///< It was beyond the other end, which moved to the clip's own end.
};

/// Start and end of the baked part of a clip, in seconds of the source.
double rangeStart(const recipe::RecipeClip& cut, const model::Clip& clip);
double rangeEnd(const recipe::RecipeClip& cut, const model::Clip& clip);

/// Sets the start or the end of the baked part of `clip`. The result is always a range within the clip.
RangeFit setRangeStart(recipe::RecipeClip& cut, const model::Clip& clip, double seconds);
RangeFit setRangeEnd(recipe::RecipeClip& cut, const model::Clip& clip, double seconds);

}  // namespace texeleton::editor
