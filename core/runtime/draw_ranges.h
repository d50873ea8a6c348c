#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/vat/baked_animation.h"

namespace texeleton::runtime {

/// The index ranges of these meshes (indices into BakedAnimation::meshes, any order) at a level of detail: ascending,
/// neighbours merged, for the fewest draws. Works without the pack's mesh, from the manifest alone.
std::vector<vat::BakedRange> drawRanges(const vat::BakedAnimation& animation, std::span<const std::uint32_t> meshes,
                                        std::uint32_t lod);

/// The same for a variant (index into BakedAnimation::variants).
std::vector<vat::BakedRange> variantRanges(const vat::BakedAnimation& animation, std::size_t variant,
                                           std::uint32_t lod);

/// The index of the variant of that name.
std::optional<std::size_t> variantNamed(const vat::BakedAnimation& animation, std::string_view name);

/// The index into BakedAnimation::meshes of each vertex; empty if no variant needs it.
std::vector<std::uint32_t> meshOfVertex(const vat::BakedAnimation& animation);

/// Triangles in some ranges.
std::uint64_t triangleCount(std::span<const vat::BakedRange> ranges);

}  // namespace texeleton::runtime
