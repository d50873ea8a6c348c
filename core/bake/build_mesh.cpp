#include "core/bake/build_mesh.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "core/base/mapped.h"
#include "core/base/similar_names.h"
#include "core/vat/kept_influences.h"
#include "core/vat/masks.h"

namespace texeleton::bake {

namespace {

void addInfluences(const model::Model& model, vat::BakedMesh& mesh, JobContext& job) {
  const model::VertexData& vertices = model.vertices;
  const std::size_t vertexCount = model.vertexCount();
  mesh.boneIndices.reserve(vertexCount);
  mesh.boneWeights.reserve(vertexCount);
  std::size_t reduced = 0;
  std::size_t most = 0;
  for (std::size_t v = 0; v < vertexCount; ++v) {
    const std::size_t begin = vertices.influenceBegin[v];
    const std::size_t count = vertices.influenceBegin[v + 1] - begin;
    const vat::KeptInfluences kept = vat::keptInfluences(std::span(vertices.influences).subspan(begin, count));
    mesh.boneIndices.push_back(kept.bones);
    mesh.boneWeights.push_back(kept.weights);
    reduced += count > vat::kInfluencesKept ? 1 : 0;
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

vat::BakedMesh buildMesh(const model::Model& model, vat::BakeMode mode, JobContext& job) {
  vat::BakedMesh mesh;
  mesh.positions = model.vertices.positions;
  mesh.normals = model.vertices.normals;
  mesh.tangents = model.vertices.tangents;
  mesh.uv0 = model.vertices.uv0;
  mesh.uv1 = model.vertices.uv1;
  mesh.colors = model.vertices.colors;
  mesh.materials = model.materials;
  mesh.images = model.images;
  if (mode == vat::BakeMode::Bone) {
    addInfluences(model, mesh, job);
  }
  return mesh;
}

std::vector<vat::BakedMask> bakeMasks(std::span<const vat::BakedBone> bones, vat::BakeMode mode,
                                      const std::vector<vat::MaskChoice>& masks, JobContext& job) {
  std::vector<vat::BakedMask> baked;
  if (!masks.empty() && mode == vat::BakeMode::Vertex) {
    job.warn("masks of layers are left out: vertex mode has no bones that could play a second clip");
    return baked;
  }
  const std::vector<std::string> names = mapped(bones, &vat::BakedBone::name);
  baked.reserve(masks.size());
  for (const vat::MaskChoice& mask : masks) {
    vat::MaskWeights found = vat::maskWeights(bones, mask);
    for (const std::string& missing : found.notFound) {
      job.warn(message("the mask names the bone \"%1\", which the bake does not have%2", missing,
                       didYouMean(missing, names)),
               mask.name);
    }
    if (found.isEmpty()) {
      job.warn("no bone has a weight in the mask: it is left out", mask.name);
      continue;
    }
    baked.push_back({mask.name, std::move(found.weights)});
  }
  return baked;
}

}  // namespace texeleton::bake
