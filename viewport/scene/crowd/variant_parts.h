#pragma once

#include <cstdint>
#include <vector>

#include "core/vat/baked_animation.h"

namespace texeleton::viewport {

/// A run of vertices that the same variants show. Twin of the parts in shaders/crowd_block.glsl.
struct VariantPart {
  std::uint32_t end = 0;   ///< One past its last vertex; the first part begins at 0.
  std::uint32_t seen = 0;  ///< Bit n: variant n shows it.

  friend bool operator==(const VariantPart&, const VariantPart&) = default;
};
static_assert(sizeof(VariantPart) == 8);

inline constexpr std::size_t kMaxVariantParts = 64;
inline constexpr std::size_t kMaxVariants = 32;  ///< Maximum number of variants; further ones are not offered.

/// Vertices of a pack by the variants that show them. Empty: there are no variants, the vertices need more than
/// kMaxVariantParts runs, or triangles of different variants share vertices; then every variant shows everything.
std::vector<VariantPart> variantParts(const vat::BakedAnimation& animation);

/// The number of variants that instances can have: at least 1.
std::uint32_t shownVariants(const vat::BakedAnimation& animation);

}  // namespace texeleton::viewport
