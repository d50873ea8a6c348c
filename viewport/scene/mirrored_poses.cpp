#include "viewport/scene/mirrored_poses.h"

namespace texeleton {

bool posesMirror(const BakedAnimation& animation) {
  if (animation.mode != BakeMode::Bone) {
    return false;
  }
  const TextureLayout& layout = animation.layout;
  const auto row = [&](std::uint32_t frame, std::uint32_t texel) {
    return glm::vec3(animation.texels.texel(texel % layout.width, frame * layout.rowsPerFrame + texel / layout.width));
  };
  for (std::uint32_t frame = 0; frame < layout.frameCount; ++frame) {
    for (std::uint32_t bone = 0; bone < layout.elementCount; ++bone) {
      const glm::vec3 a = row(frame, 3 * bone);
      if (glm::dot(a, glm::cross(row(frame, 3 * bone + 1), row(frame, 3 * bone + 2))) < 0.0f) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace texeleton
