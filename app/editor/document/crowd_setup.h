#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

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

/// Writes settings that differ from the defaults into the object `notes`; keeps other keys.
void writeCrowd(const CrowdSetup& crowd, nlohmann::ordered_json& notes);

/// Removes the known keys from `notes` and returns the set-up; other keys stay. Invalid values become defaults: notes
/// of an editor must not prevent opening a document.
CrowdSetup takeCrowd(nlohmann::ordered_json& notes);

}  // namespace texeleton::editor
