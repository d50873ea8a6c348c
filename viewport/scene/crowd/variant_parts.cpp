#include "viewport/scene/crowd/variant_parts.h"

#include <algorithm>

#include "core/runtime/draw_ranges.h"

namespace texeleton::viewport {

std::uint32_t shownVariants(const vat::BakedAnimation& animation) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(animation.variants.size(), 1, kMaxVariants));
}

std::vector<VariantPart> variantParts(const vat::BakedAnimation& animation) {
  if (animation.variants.empty()) {
    return {};
  }
  const vat::BakedMesh& mesh = animation.mesh;
  std::vector<std::uint32_t> seen(mesh.vertexCount(), 0);
  for (std::uint32_t variant = 0; variant < shownVariants(animation); ++variant) {
    for (const vat::BakedRange& range : runtime::variantRanges(animation, variant, 0)) {
      const auto first = mesh.indices.begin() + mesh.primitives[range.primitive].firstIndex + range.firstIndex;
      std::for_each(first, first + range.indexCount,
                    [&](std::uint32_t vertex) { seen[vertex] |= std::uint32_t{1} << variant; });
    }
  }
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    if (seen[mesh.indices[i]] != seen[mesh.indices[i + 1]] || seen[mesh.indices[i]] != seen[mesh.indices[i + 2]]) {
      return {};
    }
  }
  std::vector<VariantPart> parts;
  for (std::uint32_t v = 0; v < seen.size(); ++v) {
    if (parts.empty() || parts.back().seen != seen[v]) {
      parts.push_back({v, seen[v]});
    }
    parts.back().end = v + 1;
  }
  return parts.size() <= kMaxVariantParts ? parts : std::vector<VariantPart>();
}

}  // namespace texeleton::viewport
