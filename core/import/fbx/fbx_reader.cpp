#include <assimp/config.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/base/listed_names.h"
#include "core/import/assimp/assimp_parts.h"
#include "core/import/fbx/fbx_nodes.h"

// Reads geometry, weights, materials and textures with Assimp. Nodes, binding matrices and curves come from the file's
// own records (fbx_scene.h): Assimp's versions disagree about offset matrices and the root, its animation channels do
// not match the pivot nodes it creates, and it makes all curves linear.

namespace texeleton::importing {

namespace {

using fbx::Model;
using fbx::Scene;

// An unused name of the same length: its last characters become a base-36 number, counting up from `next`.
std::optional<std::string> otherName(std::string name, std::size_t& next, std::set<std::string>& taken) {
  const std::size_t digits = std::min<std::size_t>(4, name.size());
  for (int tries = 0; tries < 1000; ++tries) {
    std::size_t rest = next++;
    for (std::size_t d = 0; d < digits; ++d, rest /= 36) {
      name[name.size() - 1 - d] = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % 36];
    }
    if (digits > 0 && taken.insert(name).second) {
      return name;
    }
  }
  return std::nullopt;
}

// Pairs of cluster and skin where the skin has another cluster for the same bone; Assimp would free that bone twice.
std::set<std::pair<std::int64_t, std::int64_t>> doubledClusters(const Scene& scene,
                                                                const std::vector<std::string>& names,
                                                                JobContext& job) {
  std::set<std::pair<std::int64_t, std::int64_t>> doubled;
  for (const auto& [id, geometry] : scene.geometries) {
    std::map<std::string, std::int64_t> clusterOf;
    const std::size_t before = doubled.size();
    for (const fbx::Cluster& cluster : geometry.clusters) {
      if (cluster.model && clusterOf.emplace(names[*cluster.model], cluster.id).first->second != cluster.id) {
        doubled.emplace(cluster.id, cluster.skin);
      }
    }
    if (doubled.size() != before) {
      job.warn("bones have more than one set of weights in the mesh; the first of each is kept", geometry.name);
    }
  }
  return doubled;
}

// Changes bytes in place that Assimp cannot handle: a property of a type that it cannot store aborts the process,
// repeated connections and bones with two clusters are freed twice, and two models of one name become one bone. Returns
// the name of each model in Assimp.
std::vector<std::string> prepareForAssimp(const Scene& scene, std::vector<std::byte>& bytes, JobContext& job) {
  const std::vector<std::byte>& original = scene.document->bytes;
  const auto write = [&](std::string_view where, std::size_t at, std::string_view text) {
    const auto offset = where.data() - reinterpret_cast<const char*>(original.data());
    std::memcpy(bytes.data() + offset + at, text.data(), text.size());
  };
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const Model& model : scene.models) {
    taken.insert(model.name);
  }
  std::set<std::string> seen;
  std::size_t next = 0;
  std::size_t clashes = 0;
  std::string firstClash;
  for (const Model& model : scene.models) {
    if (const fbx::Record* table = model.record->find("Properties70")) {
      for (const fbx::Record& property : table->children) {
        const std::string_view type = property.textAt(1);
        if (type == "KTime" || type == "ColorAndAlpha") {
          write(type, 0, "X");
        }
      }
    }
    std::string name = model.name;
    if (!seen.insert(name).second) {
      const std::string_view text = model.record->textAt(1);
      // The name comes first in binary files, last in ASCII files.
      const std::size_t at = scene.document->binary ? 0 : text.size() - name.size();
      const auto other = otherName(name, next, taken);
      if (other) {
        write(text, at, *other);
        name = *other;
      } else {
        firstClash = clashes++ == 0 ? name : firstClash;
      }
    }
    names.push_back(name);
  }
  for (const std::string_view kind : fbx::connectionsToLeaveOut(*scene.document, doubledClusters(scene, names, job))) {
    write(kind, 0, "PP");  // Property to property: Assimp skips these.
  }
  if (clashes != 0) {
    job.warn(message("%1 nodes share a name too short to be told apart; weights may be mixed up", clashes), firstClash);
  }
  return names;
}

// The aiNode of each model, found by the names that prepareForAssimp made unique.
std::map<std::size_t, const aiNode*> matchNodes(const aiScene& scene, const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> byName;
  for (std::size_t i = 0; i < names.size(); ++i) {
    byName.emplace(names[i], i);
  }
  std::map<std::size_t, const aiNode*> matched;
  std::vector<const aiNode*> open = {scene.mRootNode};
  while (!open.empty()) {
    const aiNode* node = open.back();
    open.pop_back();
    if (const auto it = byName.find(toText(node->mName)); it != byName.end() && node != scene.mRootNode) {
      matched.emplace(it->second, node);
    }
    for (unsigned c = 0; c < node->mNumChildren; ++c) {
      open.push_back(node->mChildren[c]);
    }
  }
  return matched;
}

// A probable reason for a mesh that Assimp dropped.
Message reasonForLoss(const fbx::Geometry& geometry) {
  const fbx::Value* vertices = geometry.record->valueOf("Vertices");
  const fbx::Value* polygons = geometry.record->valueOf("PolygonVertexIndex");
  if (vertices == nullptr || polygons == nullptr) {
    return message("it has no vertices or polygons");
  }
  const auto positions = fbx::readNumbers(*vertices);
  const auto indices = fbx::readIntegers(*polygons);
  if (!positions || !indices) {
    return positions ? indices.error().message : positions.error().message;
  }
  if (positions->size() % 3 != 0) {
    return message("its vertex array is not a multiple of three");
  }
  for (const std::int64_t stored : *indices) {
    const std::int64_t index = stored < 0 ? ~stored : stored;
    if (static_cast<std::size_t>(index) >= positions->size() / 3) {
      return message("index out of range: polygon index %1 of %2 vertices", index, positions->size() / 3);
    }
  }
  return message("the parser gave no reason");
}

bool hasPolygons(const fbx::Geometry& geometry) {
  const fbx::Value* polygons = geometry.record->valueOf("PolygonVertexIndex");
  return polygons != nullptr && (polygons->kind != fbx::Value::Kind::Array || polygons->length != 0);
}

class FbxReader {
 public:
  FbxReader(const Scene& scene, ModelFiles& files, JobContext& job) : m_scene(scene), m_files(files), m_job(job) {}

  Result<SourceScene> read() {
    m_out.format = "FBX " + std::to_string(m_scene.document->version / 1000) + "." +
                   std::to_string(m_scene.document->version / 100 % 10) +
                   (m_scene.document->binary ? " binary" : " ASCII");
    m_out.generator = m_scene.creator;
    m_out.unitMetres = m_scene.unitMetres;
    m_out.axes = fbx::axesOf(m_scene, m_out.upAxis, m_job);
    m_out.weld = true;
    m_map = fbx::addNodes(m_scene, fbx::findScales(m_scene), m_out);
    fbx::markHidden(m_scene, m_map, m_out, m_job);
    TRY(readGeometry());
    TRY(fbx::addClips(m_scene, m_map, m_morphs, m_out, m_job));
    return std::move(m_out);
  }

 private:
  Result<void> readGeometry() {
    const auto hasAny = [&](std::int64_t id) { return hasPolygons(m_scene.geometries.at(id)); };
    const bool anything = std::ranges::any_of(
        m_scene.models, [&](const Model& model) { return std::ranges::any_of(model.meshes, hasAny); });
    if (!anything) {
      return {};  // Without a mesh Assimp is not needed.
    }
    std::vector<std::byte> bytes = m_scene.document->bytes;
    const std::vector<std::string> names = prepareForAssimp(m_scene, bytes, m_job);
    bytes = fbx::withMissingArrays(*m_scene.document, std::move(bytes));
    AssimpRun run(m_files, bytes);
    run.set(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    run.set(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, false);
    run.set(AI_CONFIG_IMPORT_FBX_READ_CAMERAS, false);
    run.set(AI_CONFIG_IMPORT_FBX_READ_LIGHTS, false);
    run.set(AI_CONFIG_IMPORT_REMOVE_EMPTY_BONES, false);
    const auto scene = run.load();
    TRY(scene);
    for (std::size_t i = 0; i < names.size(); ++i) {
      m_modelByName.emplace(names[i], i);
    }
    const auto materials = readMaterials(**scene, m_out.generator, m_files, m_job, m_out);
    const auto nodes = matchNodes(**scene, names);
    return addMeshes(**scene, nodes, materials, names);
  }

  Result<void> addMeshes(const aiScene& scene, const std::map<std::size_t, const aiNode*>& nodes,
                         const std::vector<std::optional<std::size_t>>& materials,
                         const std::vector<std::string>& names) {
    std::size_t lost = 0;
    std::size_t expected = 0;
    Message firstLost;
    for (std::size_t i = 0; i < m_scene.models.size(); ++i) {
      const Model& model = m_scene.models[i];
      const auto node = nodes.find(i);
      const bool arrived = node != nodes.end() && node->second->mNumMeshes != 0;
      for (const std::int64_t id : model.meshes) {
        const fbx::Geometry& geometry = m_scene.geometries.at(id);
        expected += hasPolygons(geometry) ? 1 : 0;
        if (hasPolygons(geometry) && !arrived) {
          const Message reason = reasonForLoss(geometry);
          firstLost = lost++ == 0 ? message("mesh \"%1\" cannot be read: %2", model.name, reason) : firstLost;
          m_job.warn(message("the mesh is lost: %1", reason), model.name);
        }
      }
      std::set<std::string> bones;
      for (unsigned m = 0; arrived && m < node->second->mNumMeshes; ++m) {
        if (node->second->mMeshes[m] < scene.mNumMeshes) {
          const aiMesh& mesh = *scene.mMeshes[node->second->mMeshes[m]];
          for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            bones.insert(toText(mesh.mBones[b]->mName));
          }
          addMesh(mesh, node->second->mMeshes[m], i,
                  mesh.mMaterialIndex < materials.size() ? materials[mesh.mMaterialIndex] : std::nullopt);
        }
      }
      if (arrived) {
        tellLostBones(model, bones, names);
      }
    }
    if (expected != 0 && lost == expected) {
      return fail(ErrorCode::BadFile, firstLost, m_files.modelFile().string());
    }
    return {};
  }

  // Reports bones whose weights Assimp dropped; their vertices stay with the mesh's own node.
  void tellLostBones(const Model& model, const std::set<std::string>& arrived, const std::vector<std::string>& names) {
    std::size_t bones = 0;
    std::size_t lost = 0;
    std::string first;
    bool emptySkin = false;
    for (const std::int64_t id : model.meshes) {
      const fbx::Geometry& geometry = m_scene.geometries.at(id);
      emptySkin = emptySkin || (geometry.skinCount != 0 && geometry.clusters.empty());
      for (const fbx::Cluster& cluster : geometry.clusters) {
        ++bones;
        const std::string name = cluster.model ? names[*cluster.model] : boneName(cluster);
        if (m_scene.objects.at(cluster.id)->find("Indexes") != nullptr && arrived.count(name) == 0) {
          first = lost++ == 0 ? name : first;
        }
      }
    }
    if (lost != 0) {
      m_job.warn(message("the weights of %1 of the mesh's %2 bones cannot be read (first: \"%3\"): their vertices do "
                         "not follow them",
                         lost, bones, first),
                 model.name);
    }
    if (emptySkin) {
      m_job.warn("the mesh has a skin without bones: it is rigid", model.name);
    }
  }

  // Name of a bone that is not a node of the scene.
  std::string boneName(const fbx::Cluster& cluster) const {
    const fbx::Record* first = nullptr;
    m_scene.forSources(cluster.id, "", [&](std::int64_t, std::string_view, const fbx::Record& bone) {
      first = first == nullptr ? &bone : first;
    });
    return first != nullptr ? fbx::objectName(*first) : std::string();
  }

  // World matrix of a mesh or bone at binding time, for skins that do not store it.
  glm::dmat4 boundWorld(std::size_t modelIndex) {
    if (const auto pose = m_scene.bindPose.find(m_scene.models[modelIndex].id); pose != m_scene.bindPose.end()) {
      return pose->second;
    }
    glm::dmat4 world(1.0);
    for (std::optional<std::size_t> node = m_map.node[modelIndex]; node; node = m_out.nodes[*node].parent) {
      world = transform::multiplyAffine(toMatrix(m_out.nodes[*node].rest), world);
    }
    return world;
  }

  struct Added {
    std::size_t mesh = 0;
    std::optional<std::size_t> skin;
    glm::dmat4 geometric{1.0};
    std::int64_t geometry = 0;
    fbx::MorphUse morphs;
  };

  void addMesh(const aiMesh& source, unsigned index, std::size_t modelIndex, std::optional<std::size_t> material) {
    const Model& model = m_scene.models[modelIndex];
    const std::size_t node = m_map.node[modelIndex];
    auto known = m_added.find(index);
    if (known == m_added.end() || known->second.geometric != model.geometric) {
      auto mesh = readMesh(source, material, model.geometric, model.name, m_job);
      if (!mesh) {
        return;
      }
      if (mesh->name.empty()) {
        mesh->name = model.name;
      }
      Added added;
      added.geometric = model.geometric;
      added.geometry = geometryOf(source, model);
      const auto geometry = m_scene.geometries.find(added.geometry);
      const bool hasDualQuaternions = geometry != m_scene.geometries.end() && geometry->second.hasDualQuaternions;
      if (m_files.wantsPoints() || hasDualQuaternions) {
        ordersOf(added.geometry).apply(source, mesh->primitives.front());
      }
      if (hasDualQuaternions) {
        addDualQuaternions(geometry->second, mesh->primitives.front(), mesh->name);
      }
      added.skin = addSkin(source, added.geometry, modelIndex, mesh->primitives.front(), mesh->name);
      added.mesh = m_out.meshes.size();
      added.morphs.mesh = added.mesh;
      added.morphs.geometry = added.geometry;
      added.morphs.targets = readMorphs(source, added, *mesh);
      m_out.meshes.push_back(std::move(*mesh));
      known = m_added.insert_or_assign(index, added).first;
    }
    m_out.instances.push_back({known->second.mesh, node, known->second.skin, {}});
    if (!known->second.morphs.targets.empty()) {
      m_morphs.push_back(known->second.morphs);
      m_morphs.back().node = node;
    }
  }

  void addDualQuaternions(const fbx::Geometry& geometry, SourcePrimitive& primitive, const std::string& name) {
    if (primitive.points.empty()) {
      m_job.warn("the points of the mesh cannot be told apart; it is skinned linearly instead of by dual quaternions",
                 name);
      return;
    }
    primitive.dualQuaternionShares.assign(primitive.pointCount, geometry.dualQuaternions);
    for (const auto& [point, share] : geometry.dualQuaternionShares) {
      if (point >= 0 && point < static_cast<std::int64_t>(primitive.pointCount)) {
        primitive.dualQuaternionShares[static_cast<std::size_t>(point)] = share;
      }
    }
  }

  // The corners of all polygons and of those of each material; Assimp makes a mesh per material.
  const PointOrders& ordersOf(std::int64_t geometry) {
    const auto [place, isNew] = m_orders.try_emplace(geometry);
    const fbx::Record& record = *m_scene.geometries.at(geometry).record;
    const fbx::Value* vertices = record.valueOf("Vertices");
    const fbx::Value* polygons = record.valueOf("PolygonVertexIndex");
    if (!isNew || vertices == nullptr || polygons == nullptr) {
      return place->second;
    }
    const auto numbers = fbx::readNumbers(*vertices);
    const auto indices = fbx::readIntegers(*polygons);
    std::vector<std::int64_t> materials;
    const fbx::Record* layer = record.find("LayerElementMaterial");
    if (const fbx::Value* table = layer != nullptr ? layer->valueOf("Materials") : nullptr) {
      materials = fbx::readIntegers(*table).value_or(std::vector<std::int64_t>());
    }
    if (!numbers || !indices) {
      return place->second;
    }
    auto positions = std::make_shared<std::vector<glm::vec3>>(numbers->size() / 3);
    for (std::size_t i = 0; i < positions->size(); ++i) {
      (*positions)[i] = glm::dvec3((*numbers)[3 * i], (*numbers)[3 * i + 1], (*numbers)[3 * i + 2]);
    }
    std::vector<std::uint32_t> all;
    std::map<std::int64_t, std::vector<std::uint32_t>> ofMaterial;
    std::size_t polygon = 0;
    for (const std::int64_t stored : *indices) {
      const auto point = static_cast<std::uint32_t>(stored < 0 ? ~stored : stored);
      all.push_back(point);
      if (polygon < materials.size()) {
        ofMaterial[materials[polygon]].push_back(point);
      }
      polygon += stored < 0 ? 1 : 0;
    }
    place->second.add(std::move(all), positions);
    for (auto& [material, corners] : ofMaterial) {
      place->second.add(std::move(corners), positions);
    }
    return place->second;
  }

  // A model usually has one mesh; if it has several, the name of the aiMesh decides.
  std::int64_t geometryOf(const aiMesh& mesh, const Model& model) const {
    for (const std::int64_t id : model.meshes) {
      if (m_scene.geometries.at(id).name == toText(mesh.mName)) {
        return id;
      }
    }
    return model.meshes.empty() ? 0 : model.meshes.front();
  }

  // The file stores per bone the matrices at binding time: Transform maps the mesh node's space, which readMesh's
  // vertices are in, to the bone's space, and TransformLink is the bone's world matrix. So the inverse bind matrix is
  // Transform, and the placement (bind world · inverse bind) is TransformLink·Transform, in the file's axes and units.
  // A missing matrix is replaced by the bind pose or the nodes' rest pose, as in ufbx.
  std::optional<std::size_t> addSkin(const aiMesh& source, std::int64_t geometryId, std::size_t modelIndex,
                                     SourcePrimitive& primitive, const std::string& name) {
    const auto geometry = m_scene.geometries.find(geometryId);
    if (source.mNumBones == 0 || geometry == m_scene.geometries.end()) {
      return std::nullopt;
    }
    if (geometry->second.skinCount > 1) {
      m_job.warn("the mesh has several skins; only one is read", name);
    }
    std::optional<glm::dmat4> placement;
    const auto bind = [&](const aiBone& bone) -> std::optional<BoneBinding> {
      const auto found = m_modelByName.find(toText(bone.mName));
      if (found == m_modelByName.end()) {
        return std::nullopt;
      }
      BoneBinding binding{m_map.node[found->second], toGlm(bone.mOffsetMatrix)};
      for (const fbx::Cluster& cluster : geometry->second.clusters) {
        if (cluster.model == found->second) {
          const glm::dmat4 link = cluster.transformLink ? *cluster.transformLink : boundWorld(found->second);
          binding.inverseBind = cluster.transform ? *cluster.transform : glm::inverse(link) * boundWorld(modelIndex);
          if (!placement && bone.mNumWeights != 0) {
            placement = link * binding.inverseBind;
          }
          break;
        }
      }
      return binding;
    };
    SourceSkin skin;
    skin.name = name;
    skin.looseFollowNode = true;
    if (!readSkin(source, bind, skin, primitive, m_job)) {
      return std::nullopt;
    }
    skin.bindPlacement = placement;
    m_out.skins.push_back(std::move(skin));
    return m_out.skins.size() - 1;
  }

  using ShapePlace = std::pair<std::size_t, std::size_t>;  // Channel of the geometry and shape of the channel.

  // Returns the place of each of the mesh's morph targets; completes the targets and their rest weights. Assimp 5.4
  // orders shapes by address, so they are found by name where possible.
  std::vector<ShapePlace> readMorphs(const aiMesh& source, const Added& added, SourceMesh& mesh) {
    const auto geometry = m_scene.geometries.find(added.geometry);
    if (geometry == m_scene.geometries.end()) {
      return {};
    }
    const std::vector<fbx::BlendChannel>& channels = geometry->second.channels;
    std::vector<ShapePlace> places;
    std::vector<ShapePlace> free;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      for (std::size_t s = 0; !channels[c].isInMesh && s < channels[c].shapes.size(); ++s) {
        free.emplace_back(c, s);
      }
    }
    std::vector<SourceMorphTarget>& targets = mesh.primitives.front().morphTargets;
    if (targets.size() != free.size() && !targets.empty()) {
      m_job.warn("the morph targets of the mesh do not fit its sliders; they are left out", toText(source.mName));
      targets.clear();
    }
    for (SourceMorphTarget& target : targets) {
      const auto fits = [&](const ShapePlace& candidate) {
        const std::string& channel = channels[candidate.first].name;
        const std::string& shape = channels[candidate.first].shapes[candidate.second].name;
        return target.name == channel || target.name == channel + "." + shape || target.name == shape;
      };
      auto chosen = std::find_if(free.begin(), free.end(), fits);
      chosen = chosen == free.end() ? free.begin() : chosen;
      const fbx::BlendChannel& channel = channels[chosen->first];
      target.name = channel.shapes.size() == 1 ? channel.name : channel.shapes[chosen->second].name;
      places.push_back(*chosen);
      free.erase(chosen);
    }
    completeMorphs(source, added, channels, places, mesh);
    mesh.morphWeights.clear();
    for (const auto& [channel, shape] : places) {
      mesh.morphWeights.push_back(
          static_cast<float>(fbx::shapeWeights(channels[channel], channels[channel].percent)[shape]));
    }
    return places;
  }

  // Adds data that Assimp does not read: vertex groups that limit shapes, and shapes stored in the mesh record.
  void completeMorphs(const aiMesh& source, const Added& added, const std::vector<fbx::BlendChannel>& channels,
                      std::vector<ShapePlace>& places, SourceMesh& mesh) {
    const auto isIncomplete = [](const fbx::BlendChannel& c) { return c.isInMesh || !c.shares.empty(); };
    if (std::ranges::none_of(channels, isIncomplete)) {
      return;
    }
    SourcePrimitive counted;
    ordersOf(added.geometry).apply(source, counted);
    SourcePrimitive& primitive = mesh.primitives.front();
    std::vector<std::string> unlimited;
    std::vector<std::string> lost;
    for (std::size_t t = 0; t < places.size(); ++t) {
      const fbx::BlendChannel& channel = channels[places[t].first];
      if (!channel.shares.empty() && counted.points.empty()) {
        unlimited.push_back(channel.name);
      } else if (!channel.shares.empty()) {
        const std::vector<double> shares = fbx::sharesOfPoints(channel, counted.pointCount);
        SourceMorphTarget& target = primitive.morphTargets[t];
        for (std::size_t v = 0; v < counted.points.size(); ++v) {
          target.positionDeltas[v] *= static_cast<float>(shares[counted.points[v]]);
          if (!target.normalDeltas.empty()) {
            target.normalDeltas[v] *= static_cast<float>(shares[counted.points[v]]);
          }
        }
      }
    }
    const glm::dmat3 linear(added.geometric);
    const glm::dmat3 forNormals = transform::normalMatrix(added.geometric);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (!channels[c].isInMesh) {
        continue;
      }
      SourceMorphTarget target;
      target.name = channels[c].name;
      std::vector<glm::dvec3> offsets(counted.pointCount, glm::dvec3(0.0));
      if (counted.points.empty() || !fbx::addOffsets(channels[c].shapes.front(), "Vertices", offsets)) {
        lost.push_back(target.name);
        continue;
      }
      for (const std::uint32_t point : counted.points) {
        target.positionDeltas.emplace_back(linear * offsets[point]);
      }
      std::vector<glm::dvec3> turns(counted.pointCount, glm::dvec3(0.0));
      if (source.mNormals != nullptr && fbx::addOffsets(channels[c].shapes.front(), "Normals", turns)) {
        for (std::size_t v = 0; v < counted.points.size(); ++v) {
          target.normalDeltas.emplace_back(forNormals * turns[counted.points[v]]);
        }
      }
      primitive.morphTargets.push_back(std::move(target));
      places.emplace_back(c, 0);
    }
    if (!unlimited.empty()) {
      m_job.warn(message("shape keys with a vertex group do not fit the points of the mesh; they are not limited (%1)",
                         listedNames(unlimited)),
                 mesh.name);
    }
    if (!lost.empty()) {
      m_job.warn(message("morph targets do not fit the points of the mesh; they are left out (%1)", listedNames(lost)),
                 mesh.name);
    }
  }

  const Scene& m_scene;
  ModelFiles& m_files;
  JobContext& m_job;
  SourceScene m_out;
  fbx::NodeMap m_map;
  std::vector<fbx::MorphUse> m_morphs;
  std::map<unsigned, Added> m_added;
  std::map<std::int64_t, PointOrders> m_orders;  ///< By geometry.
  std::map<std::string, std::size_t> m_modelByName;
};

}  // namespace

Result<SourceScene> parseFbx(ModelFiles& files, std::vector<std::byte> bytes, JobContext& job) {
  job.progress(0.1, "reading");
  const auto document = fbx::readDocument(std::move(bytes));
  TRY(document);
  const auto scene = fbx::readScene(*document, job);
  TRY(scene);
  return FbxReader(*scene, files, job).read();
}

}  // namespace texeleton::importing
