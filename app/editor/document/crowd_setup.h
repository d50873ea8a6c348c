#pragma once

#include <cstdint>
#include <limits>
#include <tuple>

#include "core/settings/setting.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::editor {

/// Variation between the characters of a crowd. 0 means none, except for the seed.
struct CrowdSpread {
  double phase = 1.0;         ///< 0 … 1: maximum phase difference, as a share of their clip.
  double speed = 0.08;        ///< 0 … 1: maximum deviation of the clip's speed.
  double turnDegrees = 12.6;  ///< 0 … 180: maximum rotation, ±.
  double size = 0.05;         ///< 0 … 1: maximum deviation of the size.
  double tint = 0.35;         ///< 0 … 1: deviation of tints from white.
  std::uint32_t seed = 1;     ///< Selects another random distribution.

  friend bool operator==(const CrowdSpread&, const CrowdSpread&) = default;
};

/// The crowd in which a document is previewed. Bakes do not depend on it.
struct CrowdSetup {
  static constexpr std::uint32_t kFewest = 2;
  static constexpr std::uint32_t kMost = 100'000;

  std::uint32_t count = 100;
  viewport::CrowdLayout layout = viewport::CrowdLayout::Grid;
  CrowdSpread spread;

  friend bool operator==(const CrowdSetup&, const CrowdSetup&) = default;
};

constexpr auto settingsOf(Of<CrowdSpread> /*of*/) {
  return std::tuple(setting("phase", &CrowdSpread::phase, {.range = kShareRange}),
                    setting("speed", &CrowdSpread::speed, {.range = kShareRange}),
                    setting("turnDegrees", &CrowdSpread::turnDegrees, {.range = kDegreesRange}),
                    setting("size", &CrowdSpread::size, {.range = kShareRange}),
                    setting("tint", &CrowdSpread::tint, {.range = kShareRange}),
                    setting("seed", &CrowdSpread::seed, {.range = {0, std::numeric_limits<std::uint32_t>::max()}}));
}

constexpr auto settingsOf(Of<CrowdSetup> /*of*/) {
  return std::tuple(setting("count", &CrowdSetup::count, {.range = {CrowdSetup::kFewest, CrowdSetup::kMost}}),
                    setting("layout", &CrowdSetup::layout, {}), setting("spread", &CrowdSetup::spread, {}));
}

}  // namespace texeleton::editor
