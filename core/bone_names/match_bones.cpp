#include "core/bone_names/match_bones.h"

namespace texeleton::bone_names {

namespace {

/// Nodes by key; the index is invalid if two nodes share the key.
using Directory = std::map<std::string, NodeIndex, std::less<>>;

void enter(Directory& directory, std::string key, NodeIndex node) {
  const auto [place, added] = directory.emplace(std::move(key), node);
  if (!added) {
    place->second = NodeIndex();
  }
}

NodeIndex lookUp(const Directory& directory, std::string_view key) {
  const auto found = directory.find(key);
  return found != directory.end() ? found->second : NodeIndex();
}

/// The path of every node, separated by a control character, which names do not have.
std::vector<std::string> pathsOf(const model::Model& model) {
  std::vector<std::string> paths;
  paths.reserve(model.nodes.size());
  for (const model::Node& node : model.nodes) {
    paths.push_back(node.parent.isValid() ? paths[node.parent.value] + '\n' + node.name : node.name);
  }
  return paths;
}

Directory directoryOfNames(const model::Model& model) {
  Directory names;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    enter(names, model.nodes[i].name, NodeIndex(i));
  }
  return names;
}

Directory directoryOfBareNames(const model::Model& model) {
  Directory names;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    enter(names, std::string(bareName(model.nodes[i].name)), NodeIndex(i));
  }
  names.erase(std::string());
  return names;
}

class Matcher {
 public:
  Matcher(const model::Model& model, const model::Model& motion) : m_taken(model.nodes.size(), false) {
    m_match.modelNode.resize(motion.nodes.size());
  }
  bool has(std::size_t motionNode) const { return m_match.modelNode[motionNode].isValid(); }
  void set(std::size_t motionNode, NodeIndex modelNode) {
    if (modelNode.isValid() && !m_taken[modelNode.value] && !has(motionNode)) {
      m_taken[modelNode.value] = true;
      m_match.modelNode[motionNode] = modelNode;
    }
  }
  BoneMatch& match() { return m_match; }

 private:
  BoneMatch m_match;
  std::vector<bool> m_taken;
};

}  // namespace

std::string_view bareName(std::string_view name) {
  const std::size_t at = name.find_last_of(":|");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

BoneMatch matchBones(const model::Model& model, const model::Model& motion, const BoneMap& map) {
  Matcher matcher(model, motion);
  const Directory modelNames = directoryOfNames(model);
  const Directory motionNames = directoryOfNames(motion);
  for (const auto& [from, to] : map) {
    const NodeIndex source = lookUp(motionNames, from);
    const NodeIndex target = lookUp(modelNames, to);
    if (!target.isValid()) {  // A map may serve many motions and name bones that this one lacks.
      matcher.match().badMappings.push_back(from + " = " + to);
    } else if (source.isValid()) {
      matcher.set(source.value, target);
    }
  }
  Directory modelPaths;
  const std::vector<std::string> paths = pathsOf(model);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    enter(modelPaths, paths[i], NodeIndex(i));
  }
  const std::vector<std::string> motionPaths = pathsOf(motion);
  for (std::size_t i = 0; i < motionPaths.size(); ++i) {
    matcher.set(i, lookUp(modelPaths, motionPaths[i]));
  }
  const Directory modelBare = directoryOfBareNames(model);
  const Directory motionBare = directoryOfBareNames(motion);
  for (const auto& [name, node] : motionBare) {
    if (node.isValid()) {
      matcher.set(node.value, lookUp(modelBare, name));
    }
  }
  return std::move(matcher.match());
}

}  // namespace texeleton::bone_names
