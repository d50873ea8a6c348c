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
  std::ranges::sort(ranges, {}, [](const vat::BakedRange& r) { return std::tie(r.primitive, r.firstIndex); });
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
  const auto found = std::ranges::find(animation.variants, name, &vat::BakedVariant::name);
  if (found == animation.variants.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - animation.variants.begin());
}

std::vector<std::uint32_t> meshOfVertex(const vat::BakedAnimation& animation) {
  if (animation.variants.empty() || animation.meshes.empty()) {
    return {};
  }
  const vat::BakedMesh& mesh = animation.mesh;
  std::vector<std::uint32_t> meshes(mesh.vertexCount(), 0);
  for (std::uint32_t number = 0; number < animation.meshes.size(); ++number) {
    for (const vat::BakedRange& range : animation.meshes[number].ranges) {
      const auto& indices = mesh.indicesOf(range.lod);
      const std::uint32_t first = mesh.primitivesOf(range.lod)[range.primitive].firstIndex + range.firstIndex;
      for (std::uint32_t i = first; i < first + range.indexCount; ++i) {
        meshes[indices[i]] = number;
      }
    }
  }
  return meshes;
}

std::uint64_t triangleCount(std::span<const vat::BakedRange> ranges) {
  std::uint64_t count = 0;
  for (const vat::BakedRange& range : ranges) {
    count += range.indexCount / 3;
  }
  return count;
}

}  // namespace texeleton::runtime
