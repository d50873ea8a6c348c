#include "viewport/scene/gpu/mirrored_poses.h"

#include "core/vat/encoding.h"

namespace texeleton::viewport {

bool posesMirror(const vat::BakedAnimation& animation) {
  if (animation.mode != vat::BakeMode::Bone) {
    return false;
  }
  for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
    for (std::uint32_t bone = 0; bone < animation.layout.elementCount; ++bone) {
      const vat::BoneMatrix m = vat::rowsOf(vat::storedBone(animation, frame, bone));
      if (glm::dot(glm::dvec3(m.row[0]), glm::cross(glm::dvec3(m.row[1]), glm::dvec3(m.row[2]))) < 0.0) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace texeleton::viewport
