#include "core/model/nodes.h"

#include <algorithm>

#include "core/base/mapped.h"

namespace texeleton::model {

NodeIndex nodeCalled(const Model& model, std::string_view name) {
  const auto found = std::ranges::find(model.nodes, name, &Node::name);
  return found == model.nodes.end() ? NodeIndex() : NodeIndex(static_cast<std::size_t>(found - model.nodes.begin()));
}

std::vector<std::string> nodeNames(const Model& model) { return mapped(model.nodes, &Node::name); }

std::vector<bool> animatedNodes(const Model& model) {
  std::vector<bool> animated(model.nodes.size(), false);
  for (const Clip& clip : model.clips) {
    for (const Track& track : clip.tracks) {
      if (track.target != TrackTarget::MorphWeights) {
        animated[track.node.value] = true;
      }
    }
  }
  return animated;
}

}  // namespace texeleton::model
