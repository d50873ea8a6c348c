#include "core/settings/tolerance.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"

namespace texeleton {

namespace {

constexpr double kMostMillimetres = 1e9;
constexpr double kUsualLines = 1080.0;
constexpr double kUsualDegrees = 60.0;

constexpr std::array<TolerancePreset, 3> kTolerancePresets = {{
    {"hero", "0.5px@2m", "half a pixel from 2 m away"},
    {"crowd", "1px@10m", "a pixel from 10 m away"},
    {"far", "1px@40m", "a pixel from 40 m away"},
}};

/// The positive number before the unit; nullopt if it is invalid or another unit follows.
std::optional<double> numberWith(std::string_view text, std::string_view unit) {
  if (!text.ends_with(unit)) {
    return std::nullopt;
  }
  text.remove_suffix(unit.size());
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isNumber = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return isNumber && value >= 0.0 ? std::optional(value) : std::nullopt;
}

/// "1px@20m/1080/60"
std::optional<double> seenFromAfar(std::string_view text) {
  const std::size_t at = text.find('@');
  std::array<std::string_view, 3> parts;  // Distance, lines, degrees.
  std::size_t count = 0;
  for (std::string_view rest = text.substr(at + 1);;) {
    if (count == parts.size()) {
      return std::nullopt;
    }
    const std::size_t slash = rest.find('/');
    parts[count++] = rest.substr(0, slash);
    if (slash == std::string_view::npos) {
      break;
    }
    rest.remove_prefix(slash + 1);
  }
  const auto pixels = numberWith(text.substr(0, at), "px");
  const auto metres = numberWith(parts[0], "m");
  const auto lines = count > 1 ? numberWith(parts[1], "") : std::optional(kUsualLines);
  const auto degrees = count > 2 ? numberWith(parts[2], "") : std::optional(kUsualDegrees);
  if (!pixels || !metres || !lines || !degrees || *lines < 1.0 || *degrees <= 0.0 || *degrees >= 180.0) {
    return std::nullopt;
  }
  return *pixels * 1000.0 * *metres * 2.0 * std::tan(*degrees * std::numbers::pi / 360.0) / *lines;
}

std::optional<double> millimetresOf(std::string_view text) {
  if (text.find('@') != std::string_view::npos) {
    return seenFromAfar(text);
  }
  for (const auto& [unit, millimetres] :
       {std::pair("mm", 1.0), std::pair("cm", 10.0), std::pair("m", 1000.0), std::pair("", 1.0)}) {
    if (const auto number = numberWith(text, unit)) {
      return *number * millimetres;
    }
  }
  return std::nullopt;
}

}  // namespace

std::span<const TolerancePreset> tolerancePresets() { return kTolerancePresets; }

Result<double> parseTolerance(std::string_view text) {
  std::vector<std::string> names;
  for (const TolerancePreset& preset : kTolerancePresets) {
    if (text == preset.name) {
      text = preset.text;
    }
    names.emplace_back(preset.name);
  }
  const std::optional<double> millimetres = millimetresOf(text);
  if (!millimetres || !(*millimetres <= kMostMillimetres)) {
    return fail(ErrorCode::InvalidArgument, message("%1 is no error limit: it is millimetres (5, 0.5mm, 1cm), pixels "
                                                    "from so far away (1px@20m), or one of hero, crowd, far%2",
                                                    inQuotes(text), didYouMean(text, names)));
  }
  return *millimetres;
}

}  // namespace texeleton
