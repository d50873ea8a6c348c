#pragma once

#include <string>

#include "core/base/result.h"
#include "core/recipe/recipe.h"
#include "core/vat/mask_choice.h"
#include "core/vat/texture_settings.h"

namespace texeleton::cli {

/// BONE:WEIGHT, as in `head:0.5`. Names may hold colons (`rig:head`): the weight follows the last one. Errors:
/// InvalidArgument.
Result<vat::MaskChoice::Bone> parseMaskBone(const std::string& text);

/// Parses NAME=PART,…: a part is BONE (with all bones below it), BONE:WEIGHT (only that bone) or soft=BONES. Errors:
/// InvalidArgument, with the reason.
Result<recipe::RecipeMask> parseMask(const std::string& text);

}  // namespace texeleton::cli
