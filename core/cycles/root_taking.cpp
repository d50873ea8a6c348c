#include "core/cycles/root_taking.h"

#include <algorithm>

namespace texeleton::cycles {

root_motion::RootTaking rootTaking(const model::Model& model, const vat::BakedClip& clip) {
  root_motion::RootTaking taking;
  if (clip.rootMotion) {
    const auto isRoot = [&clip](const model::Node& node) { return node.name == clip.rootMotion->node; };
    const auto found = std::ranges::find_if(model.nodes, isRoot);
    if (found != model.nodes.end()) {
      taking.node = NodeIndex(static_cast<std::size_t>(found - model.nodes.begin()));
    }
    taking.yaw = clip.rootMotion->yaw;
    taking.height = clip.rootMotion->height;
  }
  return taking;
}

}  // namespace texeleton::cycles
