#include <cmath>

#include "core/import/assimp/assimp_parts.h"

namespace texeleton::importing {

namespace {

glm::vec3 toVec3(const aiVector3D& v) { return {v.x, v.y, v.z}; }

std::vector<glm::vec2> readUv(const aiMesh& mesh, unsigned set) {
  std::vector<glm::vec2> uv;
  if (mesh.mTextureCoords[set] != nullptr) {
    uv.reserve(mesh.mNumVertices);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      // Assimp's origin is the lower left corner, in every format.
      uv.emplace_back(mesh.mTextureCoords[set][v].x, 1.0f - mesh.mTextureCoords[set][v].y);
    }
  }
  return uv;
}

void readMorphTargets(const aiMesh& mesh, const glm::dmat3& linear, const glm::dmat3& forNormals,
                      SourcePrimitive& primitive, SourceMesh& out, JobContext& job) {
  for (unsigned t = 0; t < mesh.mNumAnimMeshes; ++t) {
    const aiAnimMesh& target = *mesh.mAnimMeshes[t];
    SourceMorphTarget morph;
    morph.name = toText(target.mName);
    if (target.mNumVertices != mesh.mNumVertices) {
      job.warn("a morph target has another number of vertices than its mesh; it is read as empty", morph.name);
    }
    const bool usable = target.mNumVertices == mesh.mNumVertices && target.mVertices != nullptr;
    morph.positionDeltas.resize(mesh.mNumVertices, glm::vec3(0.0f));
    for (unsigned v = 0; usable && v < mesh.mNumVertices; ++v) {
      morph.positionDeltas[v] = linear * glm::dvec3(toVec3(target.mVertices[v] - mesh.mVertices[v]));
    }
    if (usable && target.mNormals != nullptr && mesh.mNormals != nullptr) {
      morph.normalDeltas.reserve(mesh.mNumVertices);
      for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
        morph.normalDeltas.emplace_back(forNormals * glm::dvec3(toVec3(target.mNormals[v] - mesh.mNormals[v])));
      }
    }
    out.morphWeights.push_back(target.mWeight);
    primitive.morphTargets.push_back(std::move(morph));
  }
}

void readTangents(const aiMesh& mesh, const glm::dmat3& linear, SourcePrimitive& primitive) {
  if (mesh.mTangents == nullptr || mesh.mBitangents == nullptr || mesh.mNormals == nullptr) {
    return;
  }
  primitive.tangents.reserve(mesh.mNumVertices);
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    const glm::vec3 normal = toVec3(mesh.mNormals[v]);
    const glm::vec3 tangent = toVec3(mesh.mTangents[v]);
    const float sign = glm::dot(glm::cross(normal, tangent), toVec3(mesh.mBitangents[v])) < 0.0f ? -1.0f : 1.0f;
    const glm::vec3 moved = linear * glm::dvec3(tangent);
    const float length = glm::length(moved);
    primitive.tangents.emplace_back(length > 0.0f ? moved / length : tangent, sign);
  }
}

}  // namespace

std::optional<SourceMesh> readMesh(const aiMesh& mesh, std::optional<std::size_t> material, const glm::dmat4& geometric,
                                   const std::string& subject, JobContext& job) {
  SourceMesh out;
  out.name = toText(mesh.mName);
  SourcePrimitive primitive;
  primitive.material = material;
  const glm::dmat3 linear(geometric);
  const glm::dmat3 forNormals = transform::normalMatrix(geometric);
  const bool mirrored = glm::determinant(linear) < 0.0;
  std::size_t others = 0;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices != 3) {
      ++others;
      continue;
    }
    primitive.indices.insert(primitive.indices.end(),
                             {face.mIndices[0], face.mIndices[mirrored ? 2 : 1], face.mIndices[mirrored ? 1 : 2]});
  }
  if (primitive.indices.empty()) {
    job.inform("the mesh holds lines or points only, no triangles; it is left out", subject);
    return std::nullopt;
  }
  if (others != 0) {
    job.inform(message(others == 1 ? "%1 line or point of the mesh is left out"
                                   : "%1 lines or points of the mesh are left out",
                       others),
               subject);
  }
  primitive.positions.reserve(mesh.mNumVertices);
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    primitive.positions.emplace_back(geometric * glm::dvec4(toVec3(mesh.mVertices[v]), 1.0));
  }
  if (mesh.mNormals != nullptr) {
    primitive.normals.reserve(mesh.mNumVertices);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const glm::dvec3 normal = forNormals * glm::dvec3(toVec3(mesh.mNormals[v]));
      const double length = glm::length(normal);
      primitive.normals.emplace_back(length > 0.0 ? normal / length : normal);
    }
  }
  readTangents(mesh, linear, primitive);
  primitive.uv0 = readUv(mesh, 0);
  primitive.uv1 = readUv(mesh, 1);
  if (mesh.mColors[0] != nullptr) {
    primitive.colors.reserve(mesh.mNumVertices);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiColor4D& color = mesh.mColors[0][v];
      primitive.colors.emplace_back(color.r, color.g, color.b, color.a);
    }
  }
  readMorphTargets(mesh, linear, forNormals, primitive, out, job);
  out.primitives.push_back(std::move(primitive));
  return out;
}

void readInstances(const aiScene& scene, const AssimpNodes& nodes,
                   const std::vector<std::optional<std::size_t>>& materials, SourceScene& out, JobContext& job) {
  struct Read {
    bool tried = false;
    std::optional<std::size_t> mesh;
    std::optional<std::size_t> skin;
  };
  std::vector<Read> meshes(scene.mNumMeshes);
  const auto bind = [&](const aiBone& bone) -> std::optional<BoneBinding> {
    const auto it = nodes.byName.find(toText(bone.mName));
    return it != nodes.byName.end() ? std::optional(BoneBinding{it->second, toGlm(bone.mOffsetMatrix)}) : std::nullopt;
  };
  const auto readOnce = [&](unsigned index) -> const Read& {
    Read& read = meshes[index];
    if (read.tried) {
      return read;
    }
    read.tried = true;
    const aiMesh& source = *scene.mMeshes[index];
    const auto material = source.mMaterialIndex < materials.size() ? materials[source.mMaterialIndex] : std::nullopt;
    auto mesh = readMesh(source, material, glm::dmat4(1.0), toText(source.mName), job);
    if (!mesh) {
      return read;
    }
    SourceSkin skin;
    skin.name = mesh->name;
    if (source.mNumBones != 0 && readSkin(source, bind, skin, mesh->primitives.front(), job)) {
      read.skin = out.skins.size();
      out.skins.push_back(std::move(skin));
    }
    read.mesh = out.meshes.size();
    out.meshes.push_back(std::move(*mesh));
    return read;
  };
  // Nodes in the order they were read, so that the result does not depend on where they lie in memory.
  std::vector<const aiNode*> order(nodes.index.size(), nullptr);
  for (const auto& [node, index] : nodes.index) {
    order[index] = node;
  }
  for (std::size_t n = 0; n < order.size(); ++n) {
    for (unsigned m = 0; order[n] != nullptr && m < order[n]->mNumMeshes; ++m) {
      const unsigned index = order[n]->mMeshes[m];
      if (index >= scene.mNumMeshes) {
        continue;
      }
      const Read& read = readOnce(index);
      if (read.mesh) {
        out.instances.push_back({*read.mesh, n, read.skin, {}});
      }
    }
  }
}

}  // namespace texeleton::importing
