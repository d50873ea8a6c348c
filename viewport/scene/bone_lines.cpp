#include "viewport/scene/bone_lines.h"

#include <algorithm>

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMostSkeletons = 64;
constexpr float kTipLength =
    0.35f;  // Length of the bone drawn at the end of a chain, as a share of its parent's length.

// Nodes that move vertices, and their ancestors.
std::vector<bool> bonesOf(const model::Model& model) {
  std::vector<bool> isBone(model.nodes.size(), false);
  for (const model::PaletteEntry& entry : model.palette) {
    isBone[entry.node.value] = true;
  }
  for (std::size_t n = model.nodes.size(); n-- > 0;) {  // Parents come first.
    if (isBone[n] && model.nodes[n].parent.isValid()) {
      isBone[model.nodes[n].parent.value] = true;
    }
  }
  return isBone;
}

}  // namespace

std::vector<BoneLine> boneLines(const Scene& scene, ShownPose& pose) {
  const model::Model& model = scene.skeleton->model();
  const std::vector<bool> isBone = bonesOf(model);
  std::vector<bool> hasChild(model.nodes.size(), false);
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (isBone[n] && model.nodes[n].parent.isValid()) {
      hasChild[model.nodes[n].parent.value] = true;
    }
  }
  std::vector<BoneLine> lines;
  std::vector<glm::dmat4> worlds;
  const auto addInstance = [&](std::uint32_t instance) {
    const InstanceRecord& record = scene.crowd.records()[instance];
    pose.worlds(instance, worlds);
    const auto joint = [&worlds](std::size_t n) { return glm::vec3(worlds[n][3]); };
    const auto add = [&](const glm::vec3& from, const glm::vec3& to, std::size_t node) {
      if (from != to) {
        lines.push_back({record.toWorld(from), record.toWorld(to), NodeIndex(node), instance, record.scale});
      }
    };
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      if (!isBone[n] || !model.nodes[n].parent.isValid()) {
        continue;
      }
      const std::size_t parent = model.nodes[n].parent.value;
      add(joint(parent), joint(n), parent);
      if (!hasChild[n]) {
        add(joint(n), joint(n) + (joint(n) - joint(parent)) * kTipLength, n);
      }
    }
  };
  if (scene.selection.empty()) {
    for (std::size_t i = 0; i < std::min(scene.crowd.size(), kMostSkeletons); ++i) {
      addInstance(static_cast<std::uint32_t>(i));
    }
  } else {
    for (std::size_t i = 0; i < std::min(scene.selection.size(), kMostSkeletons); ++i) {
      if (scene.selection[i] < scene.crowd.size()) {
        addInstance(scene.selection[i]);
      }
    }
  }
  return lines;
}

}  // namespace texeleton::viewport
