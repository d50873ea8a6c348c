#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "viewport/scene/camera.h"
#include "viewport/scene/crowd.h"

namespace texeleton::viewport {

/// A part of the world.
class Region {
 public:
  virtual ~Region() = default;
  /// False only where nothing of the box is inside.
  virtual bool meets(const model::Box& box) const = 0;
};

/// The part of the world that a picture shows.
class Frustum : public Region {
 public:
  /// `viewProjection`: from the world to OpenGL's clip space (z −w … w).
  explicit Frustum(const glm::mat4& viewProjection);

  bool meets(const model::Box& box) const override { return meetsSwept(box, glm::vec3(0.0f)); }
  /// The same of everything that the box passes on a straight way.
  bool meetsSwept(const model::Box& box, const glm::vec3& way) const;

 private:
  std::array<glm::dvec4, 6> m_planes;  ///< Inside where positive; unit normals, metres.
};

/// The range of shadows.
struct ShadowFall {
  glm::vec3 towardsLight{0.0f, 1.0f, 0.0f};  ///< Unit vector.
  float floorMetres = 0.0f;                  ///< The height of the lowest surface that shows shadows.
  float mostMetres = 0.0f;                   ///< As far as the shadow map reaches.
  float softMetres = 0.0f;                   ///< The distance from a surface at which its shadow is sampled.
};

/// The part of the world whose shadows a picture shows: what is in the shadow map, and throws its shadow into the
/// picture.
class ShadowCasters : public Region {
 public:
  ShadowCasters(const glm::mat4& light, const glm::mat4& camera, const ShadowFall& fall)
      : m_light(light), m_camera(camera), m_fall(fall) {}

  bool meets(const model::Box& box) const override;

 private:
  Frustum m_light;
  Frustum m_camera;
  ShadowFall m_fall;
};

/// The error and the size of triangles of a level of detail, by which it is chosen.
struct LevelDetail {
  float errorMetres = 0.0f;  ///< From the finest level, at most, over the whole animation.
  /// Metres: the side of a square as large as what the level's triangles, those in front, cover on average.
  float triangleMetres = 0.0f;
};

/// Of a pack's levels, the finest first; neither number ever falls. Where the pack does not say how far a level is off,
/// half the length that an edge of so few triangles has.
std::vector<LevelDetail> levelDetails(const bake::BakedAnimation& animation);

/// The level of detail that is fine enough at a distance: the coarsest that is nowhere farther from the finest than a
/// pixel of the picture, or whose triangles are so small there, kTrianglePixels a side, that finer ones would show
/// nothing but noise. The first alone would keep whole characters fine for the tip of a finger.
class LevelChoice {
 public:
  static constexpr float kTrianglePixels = 4.0f;

  /// `allowedPixels`: instead of one; both measures grow by it.
  LevelChoice(const Camera& camera, int pixelHeight, float allowedPixels, std::vector<LevelDetail> levels);

  /// For what is in the box and drawn up to `scale` times as large as the pack has it.
  std::uint32_t levelFor(const model::Box& box, float scale) const;

 private:
  glm::vec3 m_position;
  bool m_orthographic = false;
  float m_pixelsPerMetre = 1.0f;  ///< At a distance of one metre; orthographic: everywhere.
  float m_allowedPixels = 1.0f;
  std::vector<LevelDetail> m_levels;
};

class ImpostorChoice;

/// Instead of a level of detail: pictures of the character (impostor_plan.h).
inline constexpr std::uint32_t kImpostorLevel = 0xffffffffu;

/// Neighbouring records of a crowd that are drawn alike.
struct CrowdRun {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t level = 0;  ///< Of detail, or kImpostorLevel.

  friend bool operator==(const CrowdRun&, const CrowdRun&) = default;
};

/// Finds the visible instances of a crowd: ascending, neighbours of one level joined. Without a region everything is
/// seen, without a choice all is of level 0; without any of them nothing is looked at. What `impostors` finds far
/// enough is of kImpostorLevel. Cells are looked at as wholes, but one instance at a time where they are near `eye`
/// (the place of a perspective camera) for their size. The work follows the number of cells and of those near
/// instances.
std::vector<CrowdRun> visibleRuns(const Crowd& crowd, const Region* region, const LevelChoice* levels,
                                  const ImpostorChoice* impostors = nullptr,
                                  const std::optional<glm::vec3>& eye = std::nullopt);

/// The runs as they are best drawn: level by level, and of a level what is near first, so that what it hides is not
/// shaded. `byCells`: what a run has of each cell by itself (neighbours of the crowd that stay neighbours are joined
/// again), else whole runs by their nearest cell.
std::vector<CrowdRun> nearestFirst(const Crowd& crowd, std::span<const CrowdRun> runs, const Camera& camera,
                                   bool byCells);

/// The band of a picture that the cells of some runs are in, wherever in it they stand.
struct PictureBand {
  float bottom = 1.0f;  ///< −1 … 1 from the lower edge of the picture to the upper one, as `top`.
  float top = -1.0f;    ///< Below `bottom`: nothing is seen of them.
};
/// `viewProjection`: from the world to OpenGL's clip space.
PictureBand bandOf(const Crowd& crowd, std::span<const CrowdRun> runs, const glm::mat4& viewProjection);

/// Instances in some runs.
std::uint64_t instanceCount(std::span<const CrowdRun> runs);

/// The instances that are in either of two lists of runs, ascending: what has to be posed where both are drawn. Where
/// `within` is positive, only those whose place is nearer to `from` than that, in metres.
std::vector<std::uint32_t> instancesOf(const Crowd& crowd, std::span<const CrowdRun> a, std::span<const CrowdRun> b,
                                       const glm::vec3& from, float within);

}  // namespace texeleton::viewport
