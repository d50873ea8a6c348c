#include "core/pipeline/append_model.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/transform/transform.h"

namespace texeleton::pipeline {

namespace {

template <class T>
void appendFilled(std::vector<T>& to, std::size_t before, const std::vector<T>& from, std::size_t count,
                  const T& fill) {
  if (to.empty() && from.empty()) {
    return;
  }
  to.resize(before, fill);
  to.insert(to.end(), from.begin(), from.end());
  to.resize(before + count, fill);
}

}  // namespace

void appendVertices(model::VertexData& to, const model::VertexData& from) {
  const std::size_t before = to.positions.size();
  const std::size_t count = from.positions.size();
  to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
  to.normals.insert(to.normals.end(), from.normals.begin(), from.normals.end());
  appendFilled(to.tangents, before, from.tangents, count, glm::vec4(1.0f, 0.0f, 0.0f, 1.0f));
  appendFilled(to.uv0, before, from.uv0, count, glm::vec2(0.0f));
  appendFilled(to.uv1, before, from.uv1, count, glm::vec2(0.0f));
  appendFilled(to.colors, before, from.colors, count, glm::vec4(1.0f));
  for (const std::uint32_t index : from.indices) {
    to.indices.push_back(index + static_cast<std::uint32_t>(before));
  }
}

void appendMaterials(model::Model& to, const model::Model& from) {
  std::vector<ImageIndex> images;
  images.reserve(from.images.size());
  for (const model::Image& image : from.images) {
    const auto same = std::ranges::find_if(to.images, [&](const model::Image& known) {
      return known.mimeType == image.mimeType && known.bytes == image.bytes;
    });
    images.emplace_back(static_cast<std::size_t>(same - to.images.begin()));
    if (same == to.images.end()) {
      to.images.push_back(image);
    }
  }
  for (model::Material material : from.materials) {
    for (model::TextureSlot* slot : model::slotsOf(material)) {
      if (slot->image.isValid()) {
        slot->image = images[slot->image.value];
      }
    }
    to.materials.push_back(std::move(material));
  }
}

glm::vec3 unitOr(const glm::dvec3& v, const glm::vec3& otherwise) {
  const double length = glm::length(v);
  constexpr double kShortestDirection = 1e-20;
  return length > kShortestDirection ? glm::vec3(v / length) : otherwise;
}

void transformVertices(model::VertexData& vertices, const glm::dmat4& matrix) {
  const glm::dmat3 normals = transform::normalMatrix(matrix);
  const bool mirrors = glm::determinant(glm::dmat3(matrix)) < 0.0;
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    vertices.positions[v] = glm::vec3(matrix * glm::dvec4(vertices.positions[v], 1.0));
    vertices.normals[v] = unitOr(normals * glm::dvec3(vertices.normals[v]), vertices.normals[v]);
  }
  for (glm::vec4& tangent : vertices.tangents) {
    const glm::vec3 along = unitOr(glm::dmat3(matrix) * glm::dvec3(tangent), glm::vec3(tangent));
    tangent = glm::vec4(along, mirrors ? -tangent.w : tangent.w);
  }
  for (std::size_t i = 0; mirrors && i + 2 < vertices.indices.size(); i += 3) {
    std::swap(vertices.indices[i + 1], vertices.indices[i + 2]);
  }
}

void sortPalette(model::Model& model) {
  std::vector<std::uint32_t> order(model.palette.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return model.palette[a].node.value < model.palette[b].node.value;
  });
  std::vector<model::PaletteEntry> sorted;
  sorted.reserve(order.size());
  std::vector<std::uint32_t> place(order.size());
  for (const std::uint32_t old : order) {
    place[old] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(model.palette[old]);
  }
  model.palette = std::move(sorted);
  for (model::Influence& influence : model.vertices.influences) {
    influence.joint = place[influence.joint];
  }
  for (model::PointSet& set : model.pointSets) {
    set.entry = place[set.entry];
  }
}

}  // namespace texeleton::pipeline
