#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/bake/levels/decode_texels.h"
#include "core/base/message.h"
#include "core/model/material.h"

namespace texeleton::bake {

/// Colours whose difference is smaller count as the same (SurfaceColors::at).
inline constexpr float kSameColor = 0.2f;

/// The colours that triangles show: base colour textures, factors and vertex colours, without light. A colour is red,
/// green and blue as square roots of their linear values (about the display's encoding), and the opacity; each 0 to 1.
class SurfaceColors {
 public:
  /// Vertex attributes; empty, or one entry per vertex. All must outlive the colours.
  struct Vertices {
    std::span<const glm::vec2> uv0;
    std::span<const glm::vec2> uv1;
    std::span<const glm::vec4> colors;
  };
  /// Decodes the images of base colours; one that does not decode counts as white.
  SurfaceColors(std::span<const model::Material> materials, std::span<const model::Image> images,
                const Vertices& vertices);

  /// The colour at a point of a triangle: three vertices and their shares.
  glm::vec4 at(MaterialIndex material, const glm::uvec3& corners, const glm::vec3& shares) const;

  /// Whether two vertices show the same colour, and so do all texels on the line between their texture coordinates.
  bool isOneColor(MaterialIndex material, std::uint32_t a, std::uint32_t b) const;

  /// The errors of images that do not decode.
  const std::vector<Message>& problems() const { return m_problems; }

 private:
  struct Surface {
    glm::vec4 factor{1.0f};
    std::int32_t image = -1;  ///< Into m_images.
    model::TextureSlot slot;
    float cutoff = -1.0f;  ///< Mask: opaque from this on.
    bool isOpaque = true;
  };
  const Surface& surfaceOf(MaterialIndex material) const;
  std::span<const glm::vec2> uvOf(const Surface& surface) const;
  glm::vec4 texel(const Surface& surface, glm::vec2 uv) const;

  Vertices m_vertices;
  std::vector<Surface> m_surfaces;  ///< Those of the materials; one more for triangles without a material.
  std::vector<Texels> m_images;
  std::array<float, 256> m_linear{};
  std::vector<Message> m_problems;
};

}  // namespace texeleton::bake
