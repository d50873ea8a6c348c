#pragma once

#include <cstdint>
#include <glm/glm.hpp>

#include "core/vat/baked_animation.h"

namespace texeleton::viewport {

/// Twin of SocketBlock in shaders/socket.glsl.
struct SocketUniforms {
  glm::vec4 axes[3]{glm::vec4(0.0f), glm::vec4(0.0f), glm::vec4(0.0f)};
  glm::vec4 origin{0.0f};
  glm::uvec4 place{0u};
  glm::vec4 object{1.0f, 0.0f, 1.0f, 0.0f};
};
static_assert(sizeof(SocketUniforms) == 96);

/// Uniforms of a socket. `axisMetres`: length of its axes; `linePixels`: their width.
SocketUniforms socketUniforms(const vat::BakedAnimation& animation, const vat::TextureLayout& layout,
                              std::uint32_t socket, float axisMetres, std::uint32_t linePixels);

}  // namespace texeleton::viewport
