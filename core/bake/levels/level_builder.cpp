#include "core/bake/levels/level_builder.h"

#include <algorithm>

namespace texeleton::bake {

void LevelBuilder::add(std::uint32_t instance, MaterialIndex material, std::span<const std::uint32_t> indices) {
  if (indices.empty()) {
    return;
  }
  auto primitive = std::ranges::find(m_primitives, material, &Primitive::material);
  if (primitive == m_primitives.end()) {
    m_primitives.push_back({material, {}});
    primitive = m_primitives.end() - 1;
  }
  if (primitive->runs.empty() || primitive->runs.back().instance != instance) {
    primitive->runs.push_back({instance, {}});
  }
  std::vector<std::uint32_t>& run = primitive->runs.back().indices;
  run.insert(run.end(), indices.begin(), indices.end());
  m_indexCount += indices.size();
}

void LevelBuilder::finish(std::uint32_t lod, std::vector<vat::BakedPrimitive>& primitives,
                          std::vector<std::uint32_t>& indices, std::vector<vat::BakedSourceMesh>& meshes) const {
  indices.reserve(m_indexCount);
  for (std::uint32_t p = 0; p < m_primitives.size(); ++p) {
    vat::BakedPrimitive primitive;
    primitive.material = m_primitives[p].material;
    primitive.firstIndex = static_cast<std::uint32_t>(indices.size());
    for (const Run& run : m_primitives[p].runs) {
      const auto first = static_cast<std::uint32_t>(indices.size()) - primitive.firstIndex;
      meshes[run.instance].ranges.push_back({lod, p, first, static_cast<std::uint32_t>(run.indices.size())});
      indices.insert(indices.end(), run.indices.begin(), run.indices.end());
    }
    primitive.indexCount = static_cast<std::uint32_t>(indices.size()) - primitive.firstIndex;
    primitives.push_back(primitive);
  }
}

}  // namespace texeleton::bake
