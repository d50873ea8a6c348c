#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "viewport/scene/crowd.h"

namespace texeleton::editor {

/// By how much the characters of a crowd differ. All but the seed are 0 where they do not.
struct CrowdSpread {
  double phase = 1.0;         ///< 0 … 1: how much of their clip they may be ahead of one another.
  double speed = 0.08;        ///< 0 … 1: ± this share of the clip's speed.
  double turnDegrees = 12.6;  ///< 0 … 180: turned by up to ± this.
  double size = 0.05;         ///< 0 … 1: ± this share of their size.
  double tint = 0.35;         ///< 0 … 1: how far tints are from white.
  std::uint32_t seed = 1;     ///< Another one deals all of it out anew.

  friend bool operator==(const CrowdSpread&, const CrowdSpread&) = default;
};

/// The crowd that a document is looked at in. Nothing that is baked depends on it.
struct CrowdSetup {
  static constexpr std::uint32_t kFewest = 2;
  static constexpr std::uint32_t kMost = 100'000;

  std::uint32_t count = 1000;
  viewport::CrowdLayout layout = viewport::CrowdLayout::Grid;
  CrowdSpread spread;

  friend bool operator==(const CrowdSetup&, const CrowdSetup&) = default;
};

/// Writes what differs from the usual set-up into the object `notes`; other keys in it stay.
void writeCrowd(const CrowdSetup& crowd, nlohmann::ordered_json& notes);

/// Takes a set-up out of `notes`: keys that are known go, others stay. What cannot be used, or is out of range, is as
/// usual: notes of an editor must not keep a document from opening.
CrowdSetup takeCrowd(nlohmann::ordered_json& notes);

}  // namespace texeleton::editor
