#pragma once

#include <span>
#include <string_view>

#include "core/base/result.h"

namespace texeleton::recipe {

/// An error limit that has a name.
struct TolerancePreset {
  const char* name = "";
  const char* text = "";  ///< Its meaning, in the form that parseTolerance() takes.
  const char* summary = "";
};

/// From near to far: "hero", "crowd", "far".
std::span<const TolerancePreset> tolerancePresets();

/// An error limit in millimetres: a preset's name; a number of millimetres ("5", "0.5mm", "1cm", "0.01m"); or so many
/// pixels seen from so far away ("1px@20m", in a picture of 1,080 lines that shows 60 degrees from top to bottom;
/// "1px@20m/2160" and "1px@20m/2160/40": of 2,160 lines, and of 40 degrees). Errors: InvalidArgument (says what there
/// is).
Result<double> parseTolerance(std::string_view text);

}  // namespace texeleton::recipe
