#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/result.h"
#include "viewport/scene/camera.h"

namespace texeleton::viewport {

/// Requirements of the pictures that represent far characters.
struct ImpostorSettings {
  float pixels = 32.0f;  ///< They begin where the longest side of the pack's bounds has so many pixels.
  std::uint64_t mostBytes = std::uint64_t{256} << 20;  ///< Of all pictures, their mipmaps included.
  std::uint32_t mostTexels = 8192;                     ///< A side of the atlas, at most.
  std::uint64_t mostVertices = 250'000'000;            ///< That are drawn to make the pictures, about.

  friend bool operator==(const ImpostorSettings&, const ImpostorSettings&) = default;
};

/// The positions of the pictures of a pack in their atlas: for each look (variant and entry of the palette) and each
/// frame that has pictures a square of `viewsPerSide`² tiles, one a direction of the upper hemisphere. Directions are
/// those of an octahedron's upper half unfolded into a square (Ryan Brucks, "Octahedral Impostors", 2018; Cigolle et
/// al., "A Survey of Efficient Representations for Independent Unit Vectors", JCGT 2014).
struct ImpostorPlan {
  std::uint32_t viewsPerSide = 0;
  std::uint32_t tileTexels = 0;  ///< A power of two.
  std::uint32_t looks = 1;
  std::uint32_t paletteEntries = 1;
  std::uint32_t squaresPerRow = 1;
  glm::uvec2 atlasTexels{0u};
  glm::vec3 center{0.0f};              ///< Of what a picture shows, pack space.
  glm::vec3 halfExtents{0.0f};         ///< Of the box that it shows; never 0.
  std::vector<std::uint32_t> frames;   ///< Of the animation texture, that have pictures; ascending.
  std::vector<std::uint32_t> nearest;  ///< For each frame of the animation texture, which of `frames` stands for it.
  std::uint32_t level = 0;             ///< Of detail, that the pictures are made from.

  std::uint32_t squares() const { return looks * static_cast<std::uint32_t>(frames.size()); }
  std::uint32_t squareTexels() const { return viewsPerSide * tileTexels; }
  std::uint32_t views() const { return viewsPerSide * viewsPerSide; }
  /// Metres.
  float longestSide() const;
  std::uint64_t bytes() const;
};

/// Views a side of the square of directions; on the horizon stand 4·(n − 1) of them.
inline constexpr std::uint32_t kImpostorViewsPerSide = 12;
/// Of colour, of direction and depth, of the surface: three textures of four bytes a texel.
inline constexpr std::uint32_t kImpostorBytesPerTexel = 12;
/// Mipmaps of a tile that are looked at: down to so many texels.
inline constexpr std::uint32_t kImpostorLeastTile = 2;

/// Plans pictures of every frame, or of as many evenly spaced ones of each clip as the memory holds; a clip has at
/// least one. Errors: Unsupported (a pack that has no animation, or more looks and clips than fit; says so).
Result<ImpostorPlan> planImpostors(const bake::BakedAnimation& animation, const ImpostorSettings& settings);

/// From where on a crowd may be shown by pictures: cells whose largest characters have at most so many pixels, seen
/// from no more than a few degrees below their horizon.
class ImpostorChoice {
 public:
  ImpostorChoice(const Camera& camera, int pixelHeight, float pixels, const ImpostorPlan& plan);
  /// `scale`: of the largest instance in the box. `atLeastMetres`: nearer ones stay.
  bool isFarEnough(const model::Box& box, float scale) const;
  void setNearest(float metres) { m_nearestMetres = metres; }

 private:
  glm::vec3 m_position;
  glm::vec3 m_forward;
  bool m_orthographic = false;
  float m_metres =
      0.0f;  ///< From where on one of scale 1 is small enough; orthographic: 0, or infinite where it is not.
  float m_nearestMetres = 0.0f;
};

}  // namespace texeleton::viewport
