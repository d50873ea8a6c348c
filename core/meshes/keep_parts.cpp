#include "core/meshes/keep_parts.h"

#include <utility>

namespace texeleton::meshes {

namespace {

/// Renumbers the elements that are kept: same order, no gaps.
class Renumbering {
 public:
  explicit Renumbering(std::size_t count) : m_numbers(count, kGone) {}

  void use(std::uint32_t thing) { m_numbers[thing] = 0; }
  /// After the last use(): the elements that are kept.
  template <class T>
  std::vector<T> kept(const std::vector<T>& things) {
    std::vector<T> result;
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (m_numbers[i] != kGone) {
        m_numbers[i] = static_cast<std::uint32_t>(result.size());
        result.push_back(things[i]);
      }
    }
    return result;
  }
  std::uint32_t operator[](std::uint32_t thing) const { return m_numbers[thing]; }

 private:
  static constexpr std::uint32_t kGone = 0xffffffffu;
  std::vector<std::uint32_t> m_numbers;
};

template <class T>
void appendRun(const std::vector<T>& from, const model::MeshPart& part, bool wanted, std::vector<T>& to) {
  if (wanted && !from.empty()) {
    to.insert(to.end(), from.begin() + part.firstVertex, from.begin() + part.firstVertex + part.vertexCount);
  }
}

void keepVertices(const model::Model& model, const std::vector<bool>& keep, model::Model& result) {
  bool hasTangents = false;
  bool hasUv0 = false;
  bool hasUv1 = false;
  bool hasColor = false;
  Renumbering entries(model.palette.size());
  const model::VertexData& from = model.vertices;
  const auto influencesOf = [&](const model::MeshPart& part) {
    return std::pair(from.influenceBegin[part.firstVertex], from.influenceBegin[part.firstVertex + part.vertexCount]);
  };
  for (std::size_t p = 0; p < keep.size(); ++p) {
    const model::MeshPart& part = model.parts[p];
    if (keep[p]) {
      hasTangents = hasTangents || part.hasTangents;
      hasUv0 = hasUv0 || part.hasUv0;
      hasUv1 = hasUv1 || part.hasUv1;
      hasColor = hasColor || part.hasColor;
      const auto [begin, end] = influencesOf(part);
      for (std::uint32_t i = begin; i < end; ++i) {
        entries.use(from.influences[i].joint);
      }
      if (part.pointSet) {
        entries.use(model.pointSets[part.pointSet.value].entry);
      }
    }
  }
  result.palette = entries.kept(model.palette);
  for (model::PointSet& set : result.pointSets) {
    set.entry = entries[set.entry];
  }

  model::VertexData& to = result.vertices;
  to.influenceBegin.push_back(0);
  for (std::size_t p = 0; p < keep.size(); ++p) {
    const model::MeshPart& old = model.parts[p];
    if (!keep[p]) {
      continue;
    }
    model::MeshPart part = old;
    part.firstVertex = static_cast<std::uint32_t>(to.positions.size());
    part.firstIndex = static_cast<std::uint32_t>(to.indices.size());
    appendRun(from.positions, old, true, to.positions);
    appendRun(from.normals, old, true, to.normals);
    appendRun(from.tangents, old, hasTangents, to.tangents);
    appendRun(from.uv0, old, hasUv0, to.uv0);
    appendRun(from.uv1, old, hasUv1, to.uv1);
    appendRun(from.colors, old, hasColor, to.colors);
    for (std::uint32_t i = 0; i < old.indexCount; ++i) {
      to.indices.push_back(from.indices[old.firstIndex + i] - old.firstVertex + part.firstVertex);
    }
    for (std::uint32_t v = 0; v < old.vertexCount; ++v) {
      for (std::uint32_t i = from.influenceBegin[old.firstVertex + v]; i < from.influenceBegin[old.firstVertex + v + 1];
           ++i) {
        to.influences.push_back({entries[from.influences[i].joint], from.influences[i].weight});
      }
      to.influenceBegin.push_back(static_cast<std::uint32_t>(to.influences.size()));
    }
    result.parts.push_back(std::move(part));
  }
  for (const glm::vec3& position : to.positions) {
    result.bindBounds.add(position);
  }
}

void keepMaterials(const model::Model& model, model::Model& result) {
  Renumbering materials(model.materials.size());
  for (const model::MeshPart& part : result.parts) {
    if (part.material) {
      materials.use(part.material.value);
    }
  }
  result.materials = materials.kept(model.materials);
  Renumbering images(model.images.size());
  for (const model::Material& material : result.materials) {
    for (const model::TextureSlot* slot : model::slotsOf(material)) {
      if (slot->image) {
        images.use(slot->image.value);
      }
    }
  }
  result.images = images.kept(model.images);
  for (model::MeshPart& part : result.parts) {
    if (part.material) {
      part.material.value = materials[part.material.value];
    }
  }
  for (model::Material& material : result.materials) {
    for (model::TextureSlot* slot : model::slotsOf(material)) {
      if (slot->image) {
        slot->image.value = images[slot->image.value];
      }
    }
  }
}

}  // namespace

model::Model keepParts(const model::Model& model, const std::vector<bool>& keep) {
  // Names all members, so that an added member does not compile until it is handled here too.
  const auto& [format, generator, unitMetres, upAxis, nodes, palette, boneCount, parts, morphSets, pointSets, pieces,
               vertices, materials, images, clips, issues, bindBounds] = model;
  model::Model result;
  result.format = format;
  result.generator = generator;
  result.unitMetres = unitMetres;
  result.upAxis = upAxis;
  result.nodes = nodes;
  result.boneCount = boneCount;
  result.morphSets = morphSets;
  result.pointSets = pointSets;
  result.pieces = pieces;
  result.clips = clips;
  result.issues = issues;
  keepVertices(model, keep, result);
  keepMaterials(model, result);
  return result;
}

}  // namespace texeleton::meshes
