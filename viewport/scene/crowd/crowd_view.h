#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "viewport/scene/camera.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

/// A part of the world, for culling.
class Region {
 public:
  virtual ~Region() = default;
  /// Returns false only if the box is entirely outside.
  virtual bool meets(const model::Box& box) const = 0;
};

/// The part of the world that a picture shows.
class Frustum : public Region {
 public:
  /// `viewProjection`: world to OpenGL's clip space (z −w … w).
  explicit Frustum(const glm::mat4& viewProjection);

  bool meets(const model::Box& box) const override { return meetsSwept(box, glm::vec3(0.0f)); }
  /// The same for the volume that the box sweeps along a straight line.
  bool meetsSwept(const model::Box& box, const glm::vec3& way) const;

 private:
  std::array<glm::dvec4, 6> m_planes;  ///< Positive inside; unit normals, metres.
};

/// How far shadows reach.
struct ShadowFall {
  glm::vec3 towardsLight{0.0f, 1.0f, 0.0f};  ///< Unit vector.
  float floorMetres = 0.0f;                  ///< Height of the lowest surface that receives shadows.
  float mostMetres = 0.0f;                   ///< Range of the shadow map.
  float softMetres = 0.0f;                   ///< Distance from a surface at which its shadow is sampled.
};

/// The part of the world whose shadows a picture shows: what is in the shadow map and casts shadows into the picture.
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

/// Error and triangle size of a level of detail, by which it is chosen.
struct LevelDetail {
  float errorMetres = 0.0f;  ///< Largest distance from the finest level over the whole animation.
  /// Side, in metres, of a square of the average area that the level's front-facing triangles cover.
  float triangleMetres = 0.0f;
  float colorMetres = 0.0f;  ///< By how much colours are displaced (BakedLod::colorMillimetres).
};

/// Details of a pack's levels, finest first; no number decreases. Where the pack states no error, it is half the length
/// of an average edge.
std::vector<LevelDetail> levelDetails(const vat::BakedAnimation& animation);

/// Chooses the level of detail by distance: the coarsest that deviates from the finest by at most a pixel, or whose
/// triangles are so small there (kTrianglePixels a side) that finer ones would only show noise. The first criterion
/// alone would keep whole characters fine for the tip of a finger. In either case, colours may be displaced by at most
/// kColorPixels.
class LevelChoice {
 public:
  static constexpr float kTrianglePixels = 4.0f;
  static constexpr float kColorPixels = 2.0f;

  /// `allowedPixels`: replaces the limit of one pixel; scales both criteria.
  LevelChoice(const Camera& camera, int pixelHeight, float allowedPixels, std::vector<LevelDetail> levels);

  /// The level for instances in the box, at scales up to `scale`.
  std::uint32_t levelFor(const model::Box& box, float scale) const;

 private:
  glm::vec3 m_position;
  bool m_orthographic = false;
  float m_pixelsPerMetre = 1.0f;  ///< At a distance of one metre; orthographic: everywhere.
  float m_allowedPixels = 1.0f;
  std::vector<LevelDetail> m_levels;
};

class ImpostorChoice;

/// In place of a level of detail: drawn as impostors (impostor_plan.h).
inline constexpr std::uint32_t kImpostorLevel = 0xffffffffu;

/// Consecutive records of a crowd that are drawn alike.
struct CrowdRun {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t level = 0;  ///< Level of detail, or kImpostorLevel.

  friend bool operator==(const CrowdRun&, const CrowdRun&) = default;
};

/// An instance that is drawn by skinning, and its place among all that are skinned in the frame.
struct SkinnedInstance {
  std::uint32_t instance = 0;
  std::uint32_t slot = 0;
};

/// Finds the visible instances of a crowd, ascending; consecutive ones of one level are joined. Without a region,
/// everything is visible; without a choice, everything has level 0; without both, no cell is tested. Instances that
/// `impostors` finds far enough have kImpostorLevel. Cells are tested as wholes, except that cells near `eye` (the
/// position of a perspective camera) relative to their size are tested by instance. The time depends on the number of
/// cells and of those near instances.
std::vector<CrowdRun> visibleRuns(const Crowd& crowd, const Region* region, const LevelChoice* levels,
                                  const ImpostorChoice* impostors = nullptr,
                                  const std::optional<glm::vec3>& eye = std::nullopt);

/// Orders runs for drawing: by level, and nearest first within a level, so that hidden surfaces are not shaded.
/// `byCells`: splits runs by cells first (consecutive parts are joined again); otherwise runs are ordered by their
/// nearest cell.
std::vector<CrowdRun> nearestFirst(const Crowd& crowd, std::span<const CrowdRun> runs, const Camera& camera,
                                   bool byCells);

/// The horizontal band of a picture that contains the cells of some runs.
struct PictureBand {
  float bottom = 1.0f;  ///< −1 … 1 from the lower to the upper edge of the picture, like `top`.
  float top = -1.0f;    ///< Below `bottom`: nothing is visible.
};
/// `viewProjection`: world to OpenGL's clip space.
PictureBand bandOf(const Crowd& crowd, std::span<const CrowdRun> runs, const glm::mat4& viewProjection);

/// Number of instances in runs.
std::uint64_t instanceCount(std::span<const CrowdRun> runs);

/// The instances in either of two lists of runs, ascending: those to pose if both are drawn. If `within` is positive,
/// only those nearer to `from`, in metres, and those in `anywhere`, which is ascending.
std::vector<std::uint32_t> instancesOf(const Crowd& crowd, std::span<const CrowdRun> a, std::span<const CrowdRun> b,
                                       const glm::vec3& from, float within,
                                       std::span<const std::uint32_t> anywhere = {});

/// Runs without some instances, which are ascending like the runs.
std::vector<CrowdRun> runsWithout(std::span<const CrowdRun> runs, std::span<const std::uint32_t> instances);

}  // namespace texeleton::viewport
