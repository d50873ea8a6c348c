#include "viewport/scene/gpu/socket_block.h"

#include "core/vat/texture_layout.h"

namespace texeleton::viewport {

SocketUniforms socketUniforms(const vat::BakedAnimation& animation, const vat::TextureLayout& layout,
                              std::uint32_t number, float axisMetres, std::uint32_t linePixels) {
  const vat::Socket& socket = animation.sockets[number];
  const glm::dmat3 axes = glm::mat3_cast(socket.rotation);
  SocketUniforms block;
  for (int i = 0; i < 3; ++i) {
    block.axes[i] = glm::vec4(glm::vec3(axes[i]), static_cast<float>(socket.scale[i]));
  }
  block.origin = glm::vec4(glm::vec3(socket.position), axisMetres);
  const std::uint32_t texel = animation.mode == vat::BakeMode::Bone
                                  ? vat::elementTexel(layout, static_cast<std::uint32_t>(socket.bone), 0)
                                  : vat::socketTexel(layout, number, 0);
  block.place = {texel, linePixels, 0u, 0u};
  return block;
}

}  // namespace texeleton::viewport
