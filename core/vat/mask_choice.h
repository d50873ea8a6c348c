#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texeleton::vat {

/// Bones on which players may put a second clip (core/runtime/layers.h).
struct MaskChoice {
  /// A weight that was chosen for one bone.
  struct Bone {
    std::string bone;
    double weight = 1.0;  ///< 0 … 1.

    friend bool operator==(const Bone&, const Bone&) = default;
  };
  std::string name;               ///< The name used by players: unique, not empty.
  std::vector<std::string> from;  ///< These bones and all below them have a weight of 1.
  std::uint32_t softened = 0;     ///< Bones on the way down over which it rises to 1.
  std::vector<Bone> bones;        ///< Overrule what follows from `from`.

  friend bool operator==(const vat::MaskChoice&, const vat::MaskChoice&) = default;
};

}  // namespace texeleton::vat
