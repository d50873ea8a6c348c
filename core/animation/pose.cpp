#include "core/animation/pose.h"

#include "core/transform/transform.h"

namespace texeleton::animation {

SourcePose::SourcePose(const model::Model& model, ClipIndex clip)
    : m_model(&model), m_sampler(model, clip), m_local(restPose(model)) {
  const std::size_t nodeCount = model.nodes.size();
  m_hierarchy.reserve(nodeCount);
  m_handles.reserve(nodeCount);
  m_worlds.resize(nodeCount);
  for (const model::Node& node : model.nodes) {
    const transform::HierarchyNode parent =
        node.parent.isValid() ? m_handles[node.parent.value] : transform::HierarchyNode{};
    m_handles.push_back(m_hierarchy.add(parent, node.rest));
    if (node.restMatrix) {
      m_hierarchy.setLocal(m_handles.back(), node.rest, *node.restMatrix);
    }
  }
  m_hierarchy.update();

  std::vector<char> moves(nodeCount, 0);
  for (const std::uint32_t node : m_sampler.animatedNodes()) {
    moves[node] = 1;
  }
  for (std::uint32_t i = 0; i < nodeCount; ++i) {
    const NodeIndex parent = model.nodes[i].parent;
    m_worlds[i] = m_hierarchy.world(m_handles[i]);
    if (moves[i] != 0 || (parent.isValid() && moves[parent.value] != 0)) {
      moves[i] = 1;
      m_moving.push_back(i);
    }
  }
  m_skin.reserve(model.palette.size());
  for (std::uint32_t i = 0; i < model.palette.size(); ++i) {
    const model::PaletteEntry& entry = model.palette[i];
    m_skin.push_back(transform::multiplyAffine(m_worlds[entry.node.value], entry.inverseBind));
    if (moves[entry.node.value] != 0) {
      m_movingEntries.push_back(i);
    }
  }
}

void SourcePose::evaluate(double seconds) {
  if (m_sampler.clip() == nullptr) {
    return;
  }
  m_sampler.sample(seconds, m_local);
  for (const std::uint32_t node : m_sampler.animatedNodes()) {
    m_hierarchy.setLocal(m_handles[node], m_local.locals[node]);
  }
  m_hierarchy.update();
  for (const std::uint32_t node : m_moving) {
    m_worlds[node] = m_hierarchy.world(m_handles[node]);
  }
  for (const std::uint32_t entry : m_movingEntries) {
    m_skin[entry] =
        transform::multiplyAffine(m_worlds[m_model->palette[entry].node.value], m_model->palette[entry].inverseBind);
  }
}

glm::dmat4 bindFrame(const model::Model& model, NodeIndex node) {
  for (const model::PaletteEntry& entry : model.palette) {
    if (entry.node == node && transform::isInvertible(entry.inverseBind)) {
      return glm::inverse(entry.inverseBind);
    }
  }
  const SourcePose rest(model, ClipIndex());
  return rest.worlds()[node.value];
}

}  // namespace texeleton::animation
