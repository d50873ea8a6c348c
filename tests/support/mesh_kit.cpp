#include "tests/support/mesh_kit.h"

#include <algorithm>
#include <cmath>

#include "tests/support/made_models.h"

namespace texeleton::test {

namespace {

NodeIndex addNode(model::Model& model, const std::string& name, NodeIndex parent) {
  model::Node node;
  node.name = name;
  node.parent = parent;
  model.nodes.push_back(node);
  return NodeIndex(model.nodes.size() - 1);
}

NodeIndex nodeNamed(const model::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].name == name) {
      return NodeIndex(i);
    }
  }
  return {};
}

MaterialIndex materialNamed(model::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    if (model.materials[i].name == name) {
      return MaterialIndex(i);
    }
  }
  model::Material material;
  material.name = name;
  model.materials.push_back(material);
  return MaterialIndex(model.materials.size() - 1);
}

void addSquare(const KitMesh& kit, std::uint32_t entry, model::MeshPart& part, model::VertexData& data) {
  const std::uint32_t side = kit.cells + 1;
  part.firstVertex = static_cast<std::uint32_t>(data.positions.size());
  part.firstIndex = static_cast<std::uint32_t>(data.indices.size());
  part.vertexCount = side * side;
  part.indexCount = kit.cells * kit.cells * 6;
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const float x = static_cast<float>(column) / static_cast<float>(kit.cells);
      const float y = static_cast<float>(row) / static_cast<float>(kit.cells);
      data.positions.emplace_back(kit.x + x, y, 0.1f * std::sin(3.0f * x) * std::cos(2.0f * y));
      data.normals.emplace_back(0.0f, 0.0f, 1.0f);
      data.colors.push_back(kit.colors ? glm::vec4(x, y, 0.25f, 0.5f) : glm::vec4(1.0f));
      data.influences.push_back({entry, 1.0f});
      data.influenceBegin.push_back(static_cast<std::uint32_t>(data.influences.size()));
    }
  }
  for (std::uint32_t row = 0; row < kit.cells; ++row) {
    for (std::uint32_t column = 0; column < kit.cells; ++column) {
      const std::uint32_t v = part.firstVertex + row * side + column;
      for (const std::uint32_t corner : {v, v + 1, v + side, v + 1, v + side + 1, v + side}) {
        data.indices.push_back(corner);
      }
    }
  }
}

}  // namespace

model::Model meshKit(const std::vector<KitMesh>& meshes) {
  model::Model model;
  model.format = "made";
  model.generator = "mesh_kit.cpp";
  const NodeIndex root = addNode(model, "Root", {});
  for (const KitMesh& kit : meshes) {
    if (!kit.parent.empty() && !nodeNamed(model, kit.parent)) {
      addNode(model, kit.parent, root);
    }
  }
  model::Clip clip;
  clip.name = clip.sourceName = "Turn";
  clip.lengthSeconds = 1.0;
  model.vertices.influenceBegin.push_back(0);
  const bool colors = std::any_of(meshes.begin(), meshes.end(), [](const KitMesh& kit) { return kit.colors; });
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const KitMesh& kit = meshes[i];
    model::MeshPart part;
    part.name = kit.mesh;
    part.node = addNode(model, kit.node, kit.parent.empty() ? root : nodeNamed(model, kit.parent));
    part.material = materialNamed(model, kit.material);
    part.hasColor = kit.colors;
    model.palette.push_back({part.node, glm::dmat4(1.0)});
    addSquare(kit, static_cast<std::uint32_t>(model.palette.size() - 1), part, model.vertices);
    model.parts.push_back(part);
    const float half = std::sqrt(0.5f);
    const std::vector<float> turn = 2 * i < meshes.size() ? std::vector<float>{0, 0, 0, 1, 0, 0, half, half}
                                                          : std::vector<float>{0, 0, 0, 1, half, 0, 0, half};
    addTrack(clip, model::TrackTarget::Rotation, model::Interpolation::Linear, part.node, {0.0, 1.0}, turn);
  }
  if (!colors) {
    model.vertices.colors.clear();
  }
  for (const glm::vec3& position : model.vertices.positions) {
    model.bindBounds.add(position);
  }
  model.clips.push_back(clip);
  return model;
}

}  // namespace texeleton::test
