#include "tests/viewport/material_model.h"

#include <QBuffer>
#include <QImage>
#include <cmath>
#include <cstring>

#include "tests/support/made_models.h"

namespace texeleton::test {

namespace {

constexpr int kImageSide = 64;

template <class Color>
model::Image makeImage(const char* name, Color&& colorAt) {
  QImage image(kImageSide, kImageSide, QImage::Format_RGBA8888);
  for (int y = 0; y < kImageSide; ++y) {
    for (int x = 0; x < kImageSide; ++x) {
      image.setPixelColor(x, y, colorAt((x + 0.5) / kImageSide * 2.0 - 1.0, (y + 0.5) / kImageSide * 2.0 - 1.0));
    }
  }
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "png");
  model::Image made;
  made.name = name;
  made.mimeType = "image/png";
  made.width = made.height = kImageSide;
  made.bytes.resize(static_cast<std::size_t>(buffer.data().size()));
  std::memcpy(made.bytes.data(), buffer.data().constData(), made.bytes.size());
  return made;
}

model::Material plain(const char* name, const glm::vec4& color) {
  model::Material material;
  material.name = name;
  material.baseColorFactor = color;
  material.metallicFactor = 0.0f;
  material.roughnessFactor = 0.6f;
  return material;
}

void addSquare(model::Model& model, const glm::vec3& middle, bool turnedAway) {
  model::VertexData& vertices = model.vertices;
  const auto first = static_cast<std::uint32_t>(vertices.positions.size());
  const float side = turnedAway ? -1.0f : 1.0f;
  const glm::vec2 corners[] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
  for (const glm::vec2& corner : corners) {
    vertices.positions.push_back(middle + glm::vec3(corner, 0.0f));
    vertices.normals.emplace_back(0.0f, 0.0f, side);
    vertices.uv0.emplace_back(corner.x + 0.5f, 0.5f - corner.y);
    vertices.colors.emplace_back(1.0f);
    vertices.influences.push_back({0, 1.0f});
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
  }
  const std::uint32_t front[] = {0, 1, 2, 0, 2, 3};
  const std::uint32_t back[] = {0, 2, 1, 0, 3, 2};
  const auto firstIndex = static_cast<std::uint32_t>(vertices.indices.size());
  for (const std::uint32_t index : turnedAway ? back : front) {
    vertices.indices.push_back(first + index);
  }
  model::MeshPart part;
  part.name = "Square " + std::to_string(model.parts.size());
  part.node = NodeIndex(0);
  part.material = MaterialIndex(static_cast<std::uint32_t>(model.parts.size()));
  part.firstVertex = first;
  part.vertexCount = 4;
  part.firstIndex = firstIndex;
  part.indexCount = 6;
  part.hasUv0 = true;
  part.hasColor = true;
  model.parts.push_back(part);
  model.bindBounds.add(middle - 0.5f);
  model.bindBounds.add(middle + 0.5f);
}

}  // namespace

model::Model materialModel() {
  model::Model model;
  model.format = "made";
  model::Node node;
  node.name = "Root";
  model.nodes = {node};
  model.palette = {{NodeIndex(0), glm::dmat4(1.0)}};
  model.boneCount = 1;
  model.vertices.influenceBegin = {0};
  for (int i = 0; i < 8; ++i) {
    const bool behind = i == 3;
    const int place = i > 2 ? i - 1 : i;  // 3 is behind 2.
    const float x = -3.6f + 1.2f * static_cast<float>(place);
    addSquare(model, {behind ? x + 0.3f : x, behind ? 0.8f : 0.6f, behind ? -0.3f : 0.0f}, i == 4 || i == 5);
  }
  const glm::vec4 corners[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}};
  for (std::size_t i = 0; i < 4; ++i) {
    model.vertices.colors[i] = corners[i];
  }
  model.images.push_back(makeImage(
      "disc", [](double x, double y) { return x * x + y * y < 0.7 ? QColor(220, 140, 40) : QColor(220, 140, 40, 0); }));
  model.images.push_back(makeImage("bumps", [](double x, double y) {
    const double sx = std::sin(x * 6.2832);
    const double sy = std::sin(y * 6.2832);
    const double length = std::sqrt(1.0 + 0.5 * (sx * sx + sy * sy));
    return QColor::fromRgbF(static_cast<float>(0.5 + 0.3535 * sx / length),
                            static_cast<float>(0.5 + 0.3535 * sy / length), static_cast<float>(0.5 + 0.5 / length));
  }));
  model.materials = {plain("Colours", glm::vec4(1.0f)),         plain("Cut", glm::vec4(1.0f)),
                     plain("Glass", {0.2f, 0.5f, 0.9f, 0.45f}), plain("Wall", {0.8f, 0.75f, 0.7f, 1.0f}),
                     plain("Both", {0.3f, 0.65f, 0.3f, 1.0f}),  plain("Away", {0.9f, 0.1f, 0.1f, 1.0f}),
                     plain("Bumps", {0.7f, 0.7f, 0.72f, 1.0f}), plain("Glow", {0.05f, 0.05f, 0.05f, 1.0f})};
  model.materials[1].alphaMode = model::AlphaMode::Mask;
  model.materials[1].baseColorTexture.image = ImageIndex(0);
  model.materials[2].alphaMode = model::AlphaMode::Blend;
  model.materials[4].doubleSided = true;
  model.materials[6].normalTexture.image = ImageIndex(1);
  model.materials[6].roughnessFactor = 0.35f;
  model.materials[7].emissiveFactor = {0.9f, 0.35f, 0.1f};
  model::Clip clip;
  clip.name = "Still";
  addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0},
           {0.0f, 0.0f, 0.0f});
  model.clips.push_back(std::move(clip));
  return model;
}

model::Model mirroredMaterialModel() {
  model::Model model = materialModel();
  model::VertexData& vertices = model.vertices;
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    vertices.positions[v].x = -vertices.positions[v].x;
    // For the final orientation: u to the right and v down, also on squares that face away.
    vertices.tangents.emplace_back(-1.0f, 0.0f, 0.0f, vertices.normals[v].z > 0.0f ? -1.0f : 1.0f);
  }
  for (std::size_t i = 0; i < vertices.indices.size(); i += 3) {
    std::swap(vertices.indices[i + 1], vertices.indices[i + 2]);
  }
  for (model::MeshPart& part : model.parts) {
    part.hasTangents = true;
  }
  model.bindBounds = {};
  for (const glm::vec3& p : vertices.positions) {
    model.bindBounds.add(p);
  }
  addTrack(model.clips.front(), model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(0), {0.0},
           {-1.0f, 1.0f, 1.0f});
  return model;
}

}  // namespace texeleton::test
