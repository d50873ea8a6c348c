#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/bake/baked_animation.h"

namespace texeleton::runtime {

/// The index ranges to draw so that these meshes (numbers in BakedAnimation::meshes, any order) are seen at a level of
/// detail: ascending, neighbours merged, so as few draws as there can be. Works with a pack of which only the manifest
/// was read.
std::vector<bake::BakedRange> drawRanges(const bake::BakedAnimation& animation, std::span<const std::uint32_t> meshes,
                                         std::uint32_t lod);

/// The same for a variant (number in BakedAnimation::variants).
std::vector<bake::BakedRange> variantRanges(const bake::BakedAnimation& animation, std::size_t variant,
                                            std::uint32_t lod);

/// The number of the variant of that name.
std::optional<std::size_t> variantNamed(const bake::BakedAnimation& animation, std::string_view name);

/// Triangles in some ranges.
std::uint64_t triangleCount(std::span<const bake::BakedRange> ranges);

}  // namespace texeleton::runtime
