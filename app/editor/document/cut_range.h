#pragma once

#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// What became of an end of a range that somebody typed or dragged.
enum class RangeFit {
  AsAsked,
  CutToClip,     ///< It lay outside the clip.
  OtherEndMoved  ///< It lay beyond the range's other end, which goes to the clip's own.
};

/// Where the part of a clip that is baked begins and ends, in seconds of the source.
double rangeStart(const recipe::RecipeClip& cut, const model::Clip& clip);
double rangeEnd(const recipe::RecipeClip& cut, const model::Clip& clip);

/// Sets the start or the end of the part of `clip` that is baked. Always leaves a range that lies in the clip.
RangeFit setRangeStart(recipe::RecipeClip& cut, const model::Clip& clip, double seconds);
RangeFit setRangeEnd(recipe::RecipeClip& cut, const model::Clip& clip, double seconds);

}  // namespace texeleton::editor
