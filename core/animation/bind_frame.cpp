#include "core/animation/bind_frame.h"

#include "core/animation/pose.h"
#include "core/transform/transform.h"

namespace texeleton::animation {

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
