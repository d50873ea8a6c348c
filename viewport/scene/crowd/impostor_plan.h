#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/camera.h"

namespace texeleton::viewport {

/// Settings of impostors: pictures that represent far characters.
struct ImpostorSettings {
  float pixels = 32.0f;  ///< Impostors begin where the longest side of the pack's bounds has this many pixels.
  std::uint64_t mostBytes = std::uint64_t{256} << 20;  ///< Limit of all pictures including mipmaps.
  std::uint32_t mostTexels = 8192;                     ///< Limit of a side of the atlas.
  std::uint64_t mostVertices = 250'000'000;            ///< Approximate limit of vertices drawn to make the pictures.

  friend bool operator==(const ImpostorSettings&, const ImpostorSettings&) = default;
};

/// The layout of a pack's pictures in their atlas: for each look (variant and palette entry) and each chosen frame a
/// square of `viewsPerSide`² tiles, one for each direction of the upper hemisphere. Directions are the upper half of an
/// octahedron unfolded into a square (Ryan Brucks, "Octahedral Impostors", 2018; Cigolle et al., "A Survey of Efficient
/// Representations for Independent Unit Vectors", JCGT 2014).
struct ImpostorPlan {
  std::uint32_t viewsPerSide = 0;
  std::uint32_t tileTexels = 0;  ///< A power of two.
  std::uint32_t looks = 1;
  std::uint32_t paletteEntries = 1;
  std::uint32_t squaresPerRow = 1;
  glm::uvec2 atlasTexels{0u};
  glm::vec3 center{0.0f};             ///< Centre of the depicted box, pack space.
  glm::vec3 halfExtents{0.0f};        ///< Half extents of the depicted box; never 0.
  std::vector<std::uint32_t> frames;  ///< Frames of the animation texture that have pictures; ascending.
  std::vector<std::uint32_t>
      nearest;              ///< For each frame of the animation texture, the index into `frames` that represents it.
  std::uint32_t level = 0;  ///< Level of detail that is drawn into the pictures.

  std::uint32_t squares() const { return looks * static_cast<std::uint32_t>(frames.size()); }
  std::uint32_t squareTexels() const { return viewsPerSide * tileTexels; }
  std::uint32_t views() const { return viewsPerSide * viewsPerSide; }
  /// Metres.
  float longestSide() const;
  std::uint64_t bytes() const;
};

/// Views along a side of the square of directions; 4·(n − 1) of them are on the horizon.
inline constexpr std::uint32_t kImpostorViewsPerSide = 12;
/// Three textures of four bytes a texel: colour, normal and depth, surface.
inline constexpr std::uint32_t kImpostorBytesPerTexel = 12;
/// Side of a tile in its smallest mipmap.
inline constexpr std::uint32_t kImpostorLeastTile = 2;

/// Plans pictures of every frame, or of as many evenly spaced frames of each clip as memory allows, at least one a
/// clip. Errors: Unsupported (a pack without animation, or more looks and clips than fit; says which).
Result<ImpostorPlan> planImpostors(const vat::BakedAnimation& animation, const ImpostorSettings& settings);

/// Decides which parts of a crowd may be drawn as impostors: cells whose largest characters have at most the given size
/// in pixels and are seen from at most a few degrees below their horizon.
class ImpostorChoice {
 public:
  ImpostorChoice(const Camera& camera, int pixelHeight, float pixels, const ImpostorPlan& plan);
  /// `scale`: of the largest instance in the box. Boxes nearer than setNearest() are never far enough.
  bool isFarEnough(const model::Box& box, float scale) const;
  void setNearest(float metres) { m_nearestMetres = metres; }

 private:
  glm::vec3 m_position;
  glm::vec3 m_forward;
  bool m_orthographic = false;
  float m_metres =
      0.0f;  ///< Distance from which an instance of scale 1 is small enough; orthographic: 0, or infinite if it is not.
  float m_nearestMetres = 0.0f;
};

}  // namespace texeleton::viewport
