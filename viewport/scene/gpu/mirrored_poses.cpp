#include "viewport/scene/gpu/mirrored_poses.h"

#include "core/bake/encoding/encoding.h"

namespace texeleton::viewport {

bool posesMirror(const bake::BakedAnimation& animation) {
  if (animation.mode != bake::BakeMode::Bone) {
    return false;
  }
  for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
    for (std::uint32_t bone = 0; bone < animation.layout.elementCount; ++bone) {
      const bake::BoneMatrix m = bake::rowsOf(bake::storedBone(animation, frame, bone));
      if (glm::dot(glm::dvec3(m.row[0]), glm::cross(glm::dvec3(m.row[1]), glm::dvec3(m.row[2]))) < 0.0) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace texeleton::viewport
