#include <algorithm>
#include <optional>
#include <utility>

#include "core/import/gltf/gltf_parts.h"
#include "core/meshes/lod_name.h"

namespace texeleton::importing {

namespace {

Message countOf(std::size_t count, const char* what) { return message(what, count); }

/// A node's property is absent or has exactly `count` numbers.
bool hasCount(const std::vector<double>& numbers, std::size_t count) {
  return numbers.empty() || numbers.size() == count;
}

Result<SourceNode> readNode(const tinygltf::Node& source, std::size_t index) {
  if (!hasCount(source.matrix, 16) || !hasCount(source.translation, 3) || !hasCount(source.rotation, 4) ||
      !hasCount(source.scale, 3)) {
    return fail(ErrorCode::BadFile, message("%1 has a matrix, translation, rotation or scale of the wrong length",
                                            shownGltfName(said("node"), source.name, index)));
  }
  SourceNode node;
  node.name = source.name;
  if (!source.matrix.empty()) {
    glm::dmat4 matrix(1.0);
    for (int i = 0; i < 16; ++i) {
      matrix[i / 4][i % 4] = source.matrix[static_cast<std::size_t>(i)];
    }
    node.restMatrix = matrix;
    return node;
  }
  if (const auto& t = source.translation; !t.empty()) {
    node.rest.translation = {t[0], t[1], t[2]};
  }
  if (const auto& r = source.rotation; !r.empty()) {
    node.rest.rotation = glm::dquat(r[3], r[0], r[1], r[2]);
  }
  if (const auto& s = source.scale; !s.empty()) {
    node.rest.scale = {s[0], s[1], s[2]};
  }
  return node;
}

Result<void> readNodes(const GltfContext& context, SourceScene& scene) {
  const auto& sources = context.document.structure.nodes;
  scene.nodes.reserve(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    auto node = readNode(sources[i], i);
    TRY(node);
    scene.nodes.push_back(std::move(*node));
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (const int child : sources[i].children) {
      if (child < 0 || static_cast<std::size_t>(child) >= scene.nodes.size()) {
        return fail(ErrorCode::BadFile,
                    message("%1 has the child %2, but the file has %3", shownGltfName(said("node"), sources[i].name, i),
                            child, countOf(scene.nodes.size(), said("%1 nodes"))));
      }
      auto& parent = scene.nodes[static_cast<std::size_t>(child)].parent;
      if (parent && *parent != i) {
        const auto at = static_cast<std::size_t>(child);
        return fail(ErrorCode::BadFile, message("%1 has two parents: %2 and %3; a node tree needs one parent each",
                                                shownGltfName(said("node"), sources[at].name, at),
                                                shownGltfName(said("node"), sources[*parent].name, *parent),
                                                shownGltfName(said("node"), sources[i].name, i)));
      }
      parent = i;
    }
  }
  return {};
}

Result<void> readSkins(const GltfContext& context, SourceScene& scene) {
  const auto& sources = context.document.structure.skins;
  scene.skins.reserve(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Message what = shownGltfName(said("skin"), sources[i].name, i);
    SourceSkin skin;
    skin.name = sources[i].name;
    skin.joints.reserve(sources[i].joints.size());
    for (const int joint : sources[i].joints) {
      if (joint < 0 || static_cast<std::size_t>(joint) >= scene.nodes.size()) {
        return fail(ErrorCode::BadFile, message("%1 names node %2 as a joint, but the file has %3", what, joint,
                                                countOf(scene.nodes.size(), said("%1 nodes"))));
      }
      skin.joints.push_back(static_cast<std::size_t>(joint));
    }
    skin.inverseBinds.assign(skin.joints.size(), glm::dmat4(1.0));
    if (const int accessor = sources[i].inverseBindMatrices; accessor >= 0 && !skin.joints.empty()) {
      const auto numbers = context.accessors.floats(static_cast<GltfIndex>(accessor), 16);
      if (!numbers) {
        return fail(numbers.error().code, message("%1: %2", what, numbers.error().message));
      }
      if (numbers->size() / 16 < skin.joints.size()) {
        return fail(ErrorCode::BadFile, message("%1 has too few inverse bind matrices: %2 for %3", what,
                                                numbers->size() / 16, countOf(skin.joints.size(), said("%1 joints"))));
      }
      for (std::size_t k = 0; k < skin.joints.size() * 16; ++k) {
        const auto column = static_cast<glm::length_t>(k / 4 % 4);
        skin.inverseBinds[k / 16][column][static_cast<glm::length_t>(k % 4)] = (*numbers)[k];
      }
    }
    scene.skins.push_back(std::move(skin));
  }
  return {};
}

/// The nodes of the scene to read: the default one, else the only one, else all nodes.
Result<std::vector<bool>> nodesInScene(const GltfContext& context, const SourceScene& scene) {
  const tinygltf::Model& structure = context.document.structure;
  int chosen = structure.defaultScene;
  if (chosen < 0 && structure.scenes.size() == 1) {
    chosen = 0;
  }
  if (chosen < 0) {
    return std::vector<bool>(scene.nodes.size(), true);
  }
  if (static_cast<std::size_t>(chosen) >= structure.scenes.size()) {
    return fail(ErrorCode::BadFile, message("the file shows scene %1, but has %2", chosen,
                                            countOf(structure.scenes.size(), said("%1 scenes"))));
  }
  std::vector<bool> shown(scene.nodes.size(), false);
  std::vector<std::size_t> open;
  const auto visit = [&](int node) {
    const auto index = static_cast<std::size_t>(node);
    if (!shown[index]) {
      shown[index] = true;
      open.push_back(index);
    }
  };
  for (const int root : structure.scenes[static_cast<std::size_t>(chosen)].nodes) {
    if (root < 0 || static_cast<std::size_t>(root) >= scene.nodes.size()) {
      return fail(ErrorCode::BadFile, message("scene %1 names node %2, but the file has %3", chosen, root,
                                              countOf(scene.nodes.size(), said("%1 nodes"))));
    }
    visit(root);
  }
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    for (const int child : structure.nodes[node].children) {
      visit(child);
    }
  }
  return shown;
}

Result<void> addInstance(const GltfContext& context, std::size_t index, SourceScene& scene) {
  const tinygltf::Node& node = context.document.structure.nodes[index];
  const Message what = shownGltfName(said("node"), node.name, index);
  SourceInstance instance;
  instance.node = index;
  instance.mesh = static_cast<std::size_t>(node.mesh);
  if (instance.mesh >= context.document.meshes.size()) {
    return fail(ErrorCode::BadFile, message("%1 shows mesh %2, but the file has %3", what, node.mesh,
                                            countOf(context.document.meshes.size(), said("%1 meshes"))));
  }
  if (node.skin >= 0) {
    const auto skin = static_cast<std::size_t>(node.skin);
    if (skin >= scene.skins.size()) {
      return fail(ErrorCode::BadFile, message("%1 uses skin %2, but the file has %3", what, node.skin,
                                              countOf(scene.skins.size(), said("%1 skins"))));
    }
    if (scene.skins[skin].joints.empty()) {
      context.job.warn("its skin has no joints: the mesh moves rigidly with its node", node.name);
    } else {
      instance.skin = skin;
    }
  }
  for (const double weight : node.weights) {
    instance.morphWeights.push_back(static_cast<float>(weight));
  }
  if (node.extensions.count("EXT_mesh_gpu_instancing") != 0) {
    context.job.warn("EXT_mesh_gpu_instancing is not supported: the mesh is there once, at its node", node.name);
  }
  scene.instances.push_back(std::move(instance));
  return {};
}

/// KHR_node_visibility: an invisible node hides its descendants. The tree must have no cycles.
void markHidden(const GltfContext& context, SourceScene& scene) {
  std::vector<std::size_t> way;
  std::vector<bool> known(scene.nodes.size(), false);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    std::optional<std::size_t> at = i;
    for (way.clear(); at && !known[*at] && way.size() <= scene.nodes.size(); at = scene.nodes[*at].parent) {
      way.push_back(*at);
    }
    for (std::size_t k = way.size(); k-- > 0;) {
      SourceNode& node = scene.nodes[way[k]];
      const auto& extensions = context.document.structure.nodes[way[k]].extensions;
      const auto found = extensions.find("KHR_node_visibility");
      const bool off = found != extensions.end() && found->second.IsObject() && found->second.Get("visible").IsBool() &&
                       !found->second.Get("visible").Get<bool>();
      node.hidden = off || (node.parent && *node.parent < scene.nodes.size() && scene.nodes[*node.parent].hidden);
      known[way[k]] = true;
    }
  }
}

/// Whether `node` is `other` or one of its ancestors.
bool isAbove(const SourceScene& scene, std::size_t node, std::size_t other) {
  std::optional<std::size_t> at = other;
  for (std::size_t steps = 0; at && steps <= scene.nodes.size(); ++steps) {
    if (*at == node) {
      return true;
    }
    at = scene.nodes[*at].parent;
  }
  return false;
}

/// MSFT_lod: the lower levels of a mesh node are read whenever it is, get its parent if they have none, and are renamed
/// to NAME_LOD1, NAME_LOD2, …, which later steps recognise.
Result<void> takeLevels(const GltfContext& context, std::size_t index, SourceScene& scene, std::vector<bool>& shown) {
  const tinygltf::Node& node = context.document.structure.nodes[index];
  const auto extension = node.extensions.find("MSFT_lod");
  if (extension == node.extensions.end() || node.mesh < 0 || !shown[index]) {
    return {};
  }
  if (node.name.empty()) {
    scene.nodes[index].name = "Levels " + std::to_string(index);  // The prefix of the names of the levels.
  }
  const std::optional<meshes::LodName> named = meshes::parseLodName(scene.nodes[index].name);
  const std::string base = named ? named->base : scene.nodes[index].name;
  const tinygltf::Value& ids = extension->second.Get("ids");
  for (int i = 0; ids.IsArray() && i < static_cast<int>(ids.ArrayLen()); ++i) {
    const int id = ids.Get(i).IsInt() ? ids.Get(i).GetNumberAsInt() : -1;
    if (id < 0 || static_cast<std::size_t>(id) >= scene.nodes.size()) {
      return fail(
          ErrorCode::BadFile,
          message("%1 has levels of detail (MSFT_lod) that are not nodes of the file, which has %2",
                  shownGltfName(said("node"), node.name, index), countOf(scene.nodes.size(), said("%1 nodes"))));
    }
    const auto level = static_cast<std::size_t>(id);
    if (isAbove(scene, level, index)) {
      return fail(ErrorCode::BadFile, message("%1 has itself or a node above it as a level of detail (MSFT_lod)",
                                              shownGltfName(said("node"), node.name, index)));
    }
    if (context.document.structure.nodes[level].mesh < 0) {
      context.job.warn("a level of detail (MSFT_lod) without a mesh of its own is left out", node.name);
      continue;
    }
    SourceNode& source = scene.nodes[level];
    source.parent = source.parent ? source.parent : scene.nodes[index].parent;
    source.name = base + "_LOD" + std::to_string(i + 1);
    shown[level] = true;
  }
  return {};
}

}  // namespace

Result<void> readGltfScene(const GltfContext& context, SourceScene& scene) {
  if (context.document.structure.nodes.empty()) {
    return fail(ErrorCode::BadFile, "the scene is empty: the file has no nodes");
  }
  TRY(readNodes(context, scene));
  TRY(readSkins(context, scene));
  auto shown = nodesInScene(context, scene);
  TRY(shown);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    TRY(takeLevels(context, i, scene, *shown));
  }
  markHidden(context, scene);
  std::size_t leftOut = 0;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (context.document.structure.nodes[i].mesh < 0) {
      continue;
    }
    if (!(*shown)[i]) {
      ++leftOut;
    } else {
      TRY(addInstance(context, i, scene));
    }
  }
  if (leftOut != 0) {
    context.job.inform(message(leftOut == 1 ? "%1 mesh is outside of the file's default scene and left out"
                                            : "%1 meshes are outside of the file's default scene and left out",
                               leftOut));
  }
  return {};
}

}  // namespace texeleton::importing
