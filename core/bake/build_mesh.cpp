#include "core/bake/build_mesh.h"

#include <algorithm>
#include <string>

namespace texeleton::bake {

namespace {

void addInfluences(const model::Model& model, BakedMesh& mesh, JobContext& job) {
  const model::VertexData& vertices = model.vertices;
  const std::size_t vertexCount = model.vertexCount();
  mesh.boneIndices.assign(vertexCount, glm::u16vec4(0));
  mesh.boneWeights.assign(vertexCount, glm::vec4(0.0f));
  std::size_t reduced = 0;
  std::size_t most = 0;
  for (std::size_t v = 0; v < vertexCount; ++v) {
    const model::Influence* const first = vertices.influences.data() + vertices.influenceBegin[v];
    const std::size_t count = vertices.influenceBegin[v + 1] - vertices.influenceBegin[v];
    const std::size_t kept = std::min(count, kInfluencesKept);
    double sum = 0.0;
    for (std::size_t i = 0; i < kept; ++i) {
      sum += static_cast<double>(first[i].weight);
    }
    for (std::size_t i = 0; i < kept; ++i) {
      const auto k = static_cast<glm::length_t>(i);
      mesh.boneIndices[v][k] = static_cast<std::uint16_t>(first[i].joint);
      mesh.boneWeights[v][k] = static_cast<float>(static_cast<double>(first[i].weight) / sum);
    }
    reduced += count > kInfluencesKept ? 1 : 0;
    most = std::max(most, count);
  }
  if (reduced != 0) {
    job.warn(
        message("%1 of %2 vertices have more than four influences (up to %3); bone mode keeps the four largest. Vertex "
                "mode keeps all",
                reduced, vertexCount, most, Remedy{RemedyKind::VertexMode}));
  }
}

}  // namespace

BakedMesh buildMesh(const model::Model& model, BakeMode mode, JobContext& job) {
  BakedMesh mesh;
  mesh.positions = model.vertices.positions;
  mesh.normals = model.vertices.normals;
  mesh.tangents = model.vertices.tangents;
  mesh.uv0 = model.vertices.uv0;
  mesh.uv1 = model.vertices.uv1;
  mesh.colors = model.vertices.colors;
  mesh.materials = model.materials;
  mesh.images = model.images;
  if (mode == BakeMode::Bone) {
    addInfluences(model, mesh, job);
  }
  return mesh;
}

}  // namespace texeleton::bake
