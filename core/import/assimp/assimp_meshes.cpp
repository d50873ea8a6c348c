#include <algorithm>
#include <map>

#include "core/import/assimp/assimp_parts.h"

namespace texeleton::importing {

namespace {

glm::vec3 toVec3(const aiVector3D& v) { return {v.x, v.y, v.z}; }

/// The results of `make(v)` for all vertices.
template <class Make>
auto ofVertices(const aiMesh& mesh, const Make& make) {
  std::vector<decltype(make(0u))> values;
  values.reserve(mesh.mNumVertices);
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    values.push_back(make(v));
  }
  return values;
}

std::vector<glm::vec2> readUv(const aiMesh& mesh, unsigned set) {
  const aiVector3D* const uv = mesh.mTextureCoords[set];
  // Assimp's origin is the lower left corner in every format.
  return uv != nullptr ? ofVertices(mesh, [&](unsigned v) { return glm::vec2(uv[v].x, 1.0f - uv[v].y); })
                       : std::vector<glm::vec2>();
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
      morph.normalDeltas = ofVertices(mesh, [&](unsigned v) {
        return glm::vec3(forNormals * glm::dvec3(toVec3(target.mNormals[v] - mesh.mNormals[v])));
      });
    }
    out.morphWeights.push_back(target.mWeight);
    primitive.morphTargets.push_back(std::move(morph));
  }
}

void readTangents(const aiMesh& mesh, const glm::dmat3& linear, SourcePrimitive& primitive) {
  if (mesh.mTangents == nullptr || mesh.mBitangents == nullptr || mesh.mNormals == nullptr) {
    return;
  }
  primitive.tangents = ofVertices(mesh, [&](unsigned v) {
    const glm::vec3 normal = toVec3(mesh.mNormals[v]);
    const glm::vec3 tangent = toVec3(mesh.mTangents[v]);
    const float sign = glm::dot(glm::cross(normal, tangent), toVec3(mesh.mBitangents[v])) < 0.0f ? -1.0f : 1.0f;
    const glm::vec3 moved = linear * glm::dvec3(tangent);
    const float length = glm::length(moved);
    return glm::vec4(length > 0.0f ? moved / length : tangent, sign);
  });
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
  primitive.positions =
      ofVertices(mesh, [&](unsigned v) { return glm::vec3(geometric * glm::dvec4(toVec3(mesh.mVertices[v]), 1.0)); });
  if (mesh.mNormals != nullptr) {
    primitive.normals = ofVertices(mesh, [&](unsigned v) {
      const glm::dvec3 normal = forNormals * glm::dvec3(toVec3(mesh.mNormals[v]));
      const double length = glm::length(normal);
      return glm::vec3(length > 0.0 ? normal / length : normal);
    });
  }
  readTangents(mesh, linear, primitive);
  primitive.uv0 = readUv(mesh, 0);
  primitive.uv1 = readUv(mesh, 1);
  if (const aiColor4D* const colors = mesh.mColors[0]) {
    primitive.colors =
        ofVertices(mesh, [&](unsigned v) { return glm::vec4(colors[v].r, colors[v].g, colors[v].b, colors[v].a); });
  }
  readMorphTargets(mesh, linear, forNormals, primitive, out, job);
  out.primitives.push_back(std::move(primitive));
  return out;
}

namespace {

using Joints = std::vector<std::optional<std::size_t>>;

// Finds the nodes of bones from the controller instance of a mesh in the COLLADA document.
class ColladaJoints {
 public:
  ColladaJoints(const collada::Document& document, const AssimpNodes& nodes, const SourceScene& scene)
      : m_document(document), m_nodes(nodes), m_scene(scene), m_finder(document) {}

  /// `occurrence`: the number of earlier equal meshes of the node.
  Joints of(const aiMesh& mesh, std::size_t node, std::size_t occurrence) {
    Joints joints(mesh.mNumBones);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const auto name = collada::jointNamed(toText(mesh.mBones[b]->mName), m_document);
      const auto* found = name ? jointsOf(node, name->array, occurrence) : nullptr;
      if (found != nullptr && (*found)[name->place]) {
        joints[b] = nearest(m_nodes.ofDocument[*(*found)[name->place]], node);
      }
    }
    return joints;
  }

  std::string nameOf(const aiBone& bone) const {
    const auto name = collada::jointNamed(toText(bone.mName), m_document);
    return name ? m_document.jointArrays[name->array].names[name->place] : toText(bone.mName);
  }

 private:
  // The document's nodes for the joints of a controller instance in a node: of the instances with this joint array the
  // one with the given number, or the last.
  const Joints* jointsOf(std::size_t node, std::size_t array, std::size_t occurrence) {
    const auto inDocument = m_nodes.inDocument[node];
    if (!inDocument) {
      return nullptr;
    }
    const collada::ControllerInstance* found = nullptr;
    for (const collada::ControllerInstance& instance : m_document.nodes[*inDocument].controllers) {
      const auto joints = m_document.jointsOf.find(instance.controller);
      if (joints == m_document.jointsOf.end() || joints->second != array) {
        continue;
      }
      found = &instance;
      if (occurrence-- == 0) {
        break;
      }
    }
    if (found == nullptr) {
      return nullptr;
    }
    const auto [place, isNew] = m_found.try_emplace(std::pair(array, found->skeletons));
    if (isNew) {
      place->second = m_finder.find(*found, m_document.jointArrays[array]);
    }
    return &place->second;
  }

  // The candidate that shares the most ancestors with `node`; all are made from one node of the document.
  std::optional<std::size_t> nearest(const std::vector<std::size_t>& candidates, std::size_t node) const {
    constexpr std::size_t kMostCandidates = 64;
    if (candidates.empty()) {
      return std::nullopt;
    }
    if (candidates.size() == 1 || candidates.size() > kMostCandidates) {
      return candidates.front();
    }
    const auto pathOf = [this](std::optional<std::size_t> n) {
      std::vector<std::size_t> path;
      for (; n; n = m_scene.nodes[*n].parent) {
        path.push_back(*n);
      }
      std::reverse(path.begin(), path.end());
      return path;
    };
    const std::vector<std::size_t> own = pathOf(node);
    std::size_t best = candidates.front();
    std::ptrdiff_t most = -1;
    for (const std::size_t candidate : candidates) {
      const std::vector<std::size_t> path = pathOf(candidate);
      const auto shared = std::mismatch(own.begin(), own.end(), path.begin(), path.end()).first - own.begin();
      if (shared > most) {
        most = shared;
        best = candidate;
      }
    }
    return best;
  }

  const collada::Document& m_document;
  const AssimpNodes& m_nodes;
  const SourceScene& m_scene;
  collada::JointFinder m_finder;
  std::map<std::pair<std::size_t, std::vector<std::string>>, Joints> m_found;
};

// Reads each mesh once, and a skin of it for each set of joints.
class InstanceReader {
 public:
  InstanceReader(const aiScene& scene, const PointOrders& orders,
                 const std::vector<std::optional<std::size_t>>& materials, SourceScene& out, JobContext& job)
      : m_scene(scene), m_orders(orders), m_materials(materials), m_out(out), m_job(job) {}

  void add(unsigned index, std::size_t node, const Joints& joints,
           const std::function<std::string(const aiBone&)>& nameOf) {
    std::vector<bool> isThere;
    for (const auto& joint : joints) {
      isThere.push_back(joint.has_value());
    }
    const auto [place, isNew] = m_meshes.try_emplace(std::pair(index, std::move(isThere)));
    Mesh& mesh = place->second;
    if (isNew) {
      readMeshOnce(*m_scene.mMeshes[index], joints, nameOf, mesh);
    }
    if (!mesh.mesh) {
      return;
    }
    std::optional<std::size_t> skin;
    if (mesh.isSkinned) {
      const auto [made, isNewSkin] = m_skins.try_emplace(std::pair(index, joints), m_out.skins.size());
      if (isNewSkin) {
        m_out.skins.push_back(skinOf(*m_scene.mMeshes[index], joints, m_out.meshes[*mesh.mesh].name));
      }
      skin = made->second;
    }
    m_out.instances.push_back({*mesh.mesh, node, skin, {}});
  }

 private:
  struct Mesh {
    std::optional<std::size_t> mesh;
    bool isSkinned = false;
  };

  void readMeshOnce(const aiMesh& source, const Joints& joints, const std::function<std::string(const aiBone&)>& nameOf,
                    Mesh& read) {
    const auto material =
        source.mMaterialIndex < m_materials.size() ? m_materials[source.mMaterialIndex] : std::nullopt;
    auto mesh = readMesh(source, material, glm::dmat4(1.0), toText(source.mName), m_job);
    if (!mesh) {
      return;
    }
    m_orders.apply(source, mesh->primitives.front());
    std::size_t next = 0;  // readSkin() requests the bones in their order.
    const auto bind = [&](const aiBone& bone) -> std::optional<BoneBinding> {
      const auto joint = joints[next++];
      return joint ? std::optional(BoneBinding{*joint, toGlm(bone.mOffsetMatrix)}) : std::nullopt;
    };
    SourceSkin skin;
    read.isSkinned = source.mNumBones != 0 && readSkin(source, bind, skin, mesh->primitives.front(), m_job, nameOf);
    read.mesh = m_out.meshes.size();
    m_out.meshes.push_back(std::move(*mesh));
  }

  static SourceSkin skinOf(const aiMesh& source, const Joints& joints, const std::string& name) {
    SourceSkin skin;
    skin.name = name;
    for (std::size_t b = 0; b < joints.size(); ++b) {
      if (joints[b]) {
        skin.joints.push_back(*joints[b]);
        skin.inverseBinds.push_back(toGlm(source.mBones[b]->mOffsetMatrix));
      }
    }
    return skin;
  }

  const aiScene& m_scene;
  const PointOrders& m_orders;
  const std::vector<std::optional<std::size_t>>& m_materials;
  SourceScene& m_out;
  JobContext& m_job;
  std::map<std::pair<unsigned, std::vector<bool>>, Mesh> m_meshes;
  std::map<std::pair<unsigned, Joints>, std::size_t> m_skins;
};

}  // namespace

void readInstances(const aiScene& scene, const AssimpNodes& nodes, const collada::Document* document,
                   const PointOrders& orders, const std::vector<std::optional<std::size_t>>& materials,
                   SourceScene& out, JobContext& job) {
  std::optional<ColladaJoints> collada;
  std::function<std::string(const aiBone&)> nameOf;
  if (document != nullptr) {
    collada.emplace(*document, nodes, out);
    nameOf = [&](const aiBone& bone) { return collada->nameOf(bone); };
  }
  InstanceReader reader(scene, orders, materials, out, job);
  // Nodes in the order they were read, so that the result does not depend on their addresses.
  std::vector<const aiNode*> order(nodes.index.size(), nullptr);
  for (const auto& [node, index] : nodes.index) {
    order[index] = node;
  }
  for (std::size_t n = 0; n < order.size(); ++n) {
    std::map<unsigned, std::size_t> occurrences;
    for (unsigned m = 0; order[n] != nullptr && m < order[n]->mNumMeshes; ++m) {
      const unsigned index = order[n]->mMeshes[m];
      if (index >= scene.mNumMeshes) {
        continue;
      }
      const aiMesh& mesh = *scene.mMeshes[index];
      Joints joints(mesh.mNumBones);
      if (collada) {
        joints = collada->of(mesh, n, occurrences[index]++);
      } else {
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
          const auto found = nodes.byName.find(toText(mesh.mBones[b]->mName));
          joints[b] = found != nodes.byName.end() ? std::optional(found->second) : std::nullopt;
        }
      }
      reader.add(index, n, joints, nameOf);
    }
  }
}

}  // namespace texeleton::importing
