#pragma once

#include <string>

#include "core/bake/bake_settings.h"
#include "core/base/result.h"
#include "core/recipe/recipe.h"

namespace texeleton::cli {

/// BONE:WEIGHT, as in `head:0.5`. Names may hold colons (`rig:head`): the weight stands behind the last one. Errors:
/// InvalidArgument.
Result<bake::MaskChoice::Bone> parseMaskBone(const std::string& text);

/// Parses NAME=PART,…: a part is BONE (with all bones below it), BONE:WEIGHT (only that bone) or soft=BONES. Errors:
/// InvalidArgument, with the reason.
Result<recipe::RecipeMask> parseMask(const std::string& text);

}  // namespace texeleton::cli
