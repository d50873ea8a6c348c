#pragma once

#include <cstdio>
#include <string>

namespace texeleton {

/// A number with at most so many significant digits: "0.0254", "1.2e+06".
inline std::string roundedText(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace texeleton
