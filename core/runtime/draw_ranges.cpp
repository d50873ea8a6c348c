#include "core/runtime/draw_ranges.h"

#include <algorithm>
#include <tuple>

namespace texeleton::runtime {

std::vector<vat::BakedRange> drawRanges(const vat::BakedAnimation& animation, std::span<const std::uint32_t> meshes,
                                        std::uint32_t lod) {
  std::vector<vat::BakedRange> ranges;
  for (const std::uint32_t mesh : meshes) {
    for (const vat::BakedRange& range : animation.meshes[mesh].ranges) {
      if (range.lod == lod) {
        ranges.push_back(range);
      }
    }
  }
  std::ranges::sort(ranges, [](const vat::BakedRange& a, const vat::BakedRange& b) {
    return std::tie(a.primitive, a.firstIndex) < std::tie(b.primitive, b.firstIndex);
  });
  std::vector<vat::BakedRange> merged;
  for (const vat::BakedRange& range : ranges) {
    if (!merged.empty() && merged.back().primitive == range.primitive &&
        std::uint64_t{merged.back().firstIndex} + merged.back().indexCount == range.firstIndex) {
      merged.back().indexCount += range.indexCount;
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

std::vector<vat::BakedRange> variantRanges(const vat::BakedAnimation& animation, std::size_t variant,
                                           std::uint32_t lod) {
  return drawRanges(animation, animation.variants[variant].meshes, lod);
}

std::optional<std::size_t> variantNamed(const vat::BakedAnimation& animation, std::string_view name) {
  for (std::size_t i = 0; i < animation.variants.size(); ++i) {
    if (animation.variants[i].name == name) {
      return i;
    }
  }
  return std::nullopt;
}

std::uint64_t triangleCount(std::span<const vat::BakedRange> ranges) {
  std::uint64_t count = 0;
  for (const vat::BakedRange& range : ranges) {
    count += range.indexCount / 3;
  }
  return count;
}

}  // namespace texeleton::runtime
