#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texeleton::vat {

/// Bones on which players may play a second clip (core/runtime/layers.h).
struct MaskChoice {
  /// The weight of one bone.
  struct Bone {
    std::string bone;
    double weight = 1.0;  ///< 0 … 1.

    friend bool operator==(const Bone&, const Bone&) = default;
  };
  std::string name;               ///< The name used by players: unique, not empty.
  std::vector<std::string> from;  ///< These bones and all below them have a weight of 1.
  std::uint32_t softened = 0;     ///< Number of bones on each path down over which the weight rises to 1.
  std::vector<Bone> bones;        ///< Override weights from `from`.

  friend bool operator==(const vat::MaskChoice&, const vat::MaskChoice&) = default;
};

}  // namespace texeleton::vat
