#pragma once

#include <span>
#include <string_view>

#include "core/base/result.h"

namespace texeleton {

/// A named error limit.
struct TolerancePreset {
  const char* name = "";
  const char* text = "";  ///< Its value, for parseTolerance().
  const char* summary = "";
};

/// From near to far: "hero", "crowd", "far".
std::span<const TolerancePreset> tolerancePresets();

/// Parses an error limit to millimetres. Forms: a preset's name; a length ("5" in millimetres, "0.5mm", "1cm",
/// "0.01m"); pixels at a distance ("1px@20m", for an image of 1,080 lines and a vertical field of view of 60 degrees;
/// "1px@20m/2160" and "1px@20m/2160/40" give lines and degrees). Errors: InvalidArgument (names the valid forms).
Result<double> parseTolerance(std::string_view text);

}  // namespace texeleton
