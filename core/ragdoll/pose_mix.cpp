#include "core/ragdoll/pose_mix.h"

#include <algorithm>

#include "core/transform/transform.h"

namespace texeleton::ragdoll {

void mixPoses(const model::Model& model, std::span<const glm::dmat4> a, std::span<const glm::dmat4> b, double toB,
              std::vector<glm::dmat4>& out) {
  std::vector<glm::dmat4> mixed(model.nodes.size());
  const double share = std::clamp(toB, 0.0, 1.0);
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    const NodeIndex parent = model.nodes[i].parent;
    const auto local = [&](std::span<const glm::dmat4> worlds) {
      return transform::decompose(parent.isValid() ? glm::inverse(worlds[parent.value]) * worlds[i] : worlds[i]);
    };
    const transform::Transform from = local(a);
    const transform::Transform to = local(b);
    const transform::Transform between{glm::mix(from.translation, to.translation, share),
                                       transform::slerpShortest(from.rotation, to.rotation, share),
                                       glm::mix(from.scale, to.scale, share)};
    mixed[i] = parent.isValid() ? mixed[parent.value] * toMatrix(between) : toMatrix(between);
  }
  out = std::move(mixed);
}

double animationShare(double seconds, double blendSeconds) {
  return blendSeconds > 0.0 ? std::clamp(1.0 - seconds / blendSeconds, 0.0, 1.0) : 0.0;
}

void skinOf(const model::Model& model, std::span<const glm::dmat4> worlds, std::vector<glm::dmat4>& skin) {
  skin.resize(model.palette.size());
  for (std::size_t i = 0; i < skin.size(); ++i) {
    skin[i] = worlds[model.palette[i].node.value] * model.palette[i].inverseBind;
  }
}

}  // namespace texeleton::ragdoll
