#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "core/runtime/pack_player.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The instance whose pose is reported: the first selected one, else the first.
std::uint32_t shownInstance(const Scene& scene);
/// The path whose characters a view shows: in the heat map the texture, of two compared paths one that skins.
DrawPath shownPath(const ViewOptions& view);
/// Whether a path draws an instance by its skeleton. Hybrid: with a pose of its own, or on the near side of the middle
/// of the cross-over. Twin of isMostlyTheOther() in shaders/crowd_path.glsl.
bool isSkinned(const Scene& scene, DrawPath path, std::uint32_t instance);
/// Instances with poses that do not follow their clips, ascending: the hybrid path never draws them by the texture.
std::vector<std::uint32_t> instancesOfOwnPose(const Scene& scene);

/// What an instance plays.
struct ShownMotion {
  bool isPosed = false;    ///< A pose of the scene replaces the clips.
  std::uint32_t clip = 0;  ///< The new one during a cross-fade.
  double clipSeconds = 0.0;
  double clipFrame = 0.0;                ///< Between the first frame of the clip, 0, and the last.
  float clipShare = 1.0f;                ///< Weight of the clip during a cross-fade.
  std::optional<std::uint32_t> layer{};  ///< A second clip on some bones.
  double layerSeconds = 0.0;
};
ShownMotion shownMotion(const Scene& scene, DrawPath path, std::uint32_t instance);

/// A vertex in pack space.
struct ShownVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f, 0.0f, 1.0f};
  glm::vec3 tangent{1.0f, 0.0f, 0.0f};  ///< The default if the mesh has none.
};

/// The pose in which a path shows the instances of a scene, for everything but the drawing of their surfaces. The
/// texture poses by clips, cross-fade and layer; where the path skins, the skeleton does, and poses of the scene
/// replace its clips. Pack space.
class ShownPose {
 public:
  ShownPose() = default;
  ShownPose(const Scene& scene, DrawPath path) { show(scene, path); }
  /// Shows this scene, which has an animation; call it again after the scene changes.
  void show(const Scene& scene, DrawPath path);

  /// Whether the scene has the skeleton of its animation.
  bool hasSkeleton() const { return m_poser != nullptr; }
  /// World matrices of the skeleton's nodes; needs it.
  void worlds(std::uint32_t instance, std::vector<glm::dmat4>& out);
  /// Every `stride`-th vertex of the mesh. Empty: a point cache cannot be read.
  std::vector<ShownVertex> vertices(std::uint32_t instance, std::uint32_t stride = 1);
  runtime::SocketPose socket(std::uint32_t instance, std::uint32_t socket);
  /// Bounds of a pose of the scene; unset: the instance plays clips, which have bounds of their own.
  std::optional<model::Box> posedBounds(std::uint32_t instance) const;

 private:
  bool skins(std::uint32_t instance) const { return hasSkeleton() && isSkinned(*m_scene, m_path, instance); }
  const CrowdPoses& posesOf(std::uint32_t instance) const;
  std::vector<ShownVertex> skinned(std::uint32_t instance, std::uint32_t stride);
  std::vector<ShownVertex> decoded(std::uint32_t instance, std::uint32_t stride) const;

  const Scene* m_scene = nullptr;
  DrawPath m_path = DrawPath::Texture;
  std::unique_ptr<CrowdPoser> m_poser;        ///< Null: the scene has no skeleton of its animation.
  std::vector<glm::dmat4> m_worlds;           ///< World matrices for socket().
  std::optional<std::uint32_t> m_worldsOf{};  ///< The instance of these matrices.
};

}  // namespace texeleton::viewport
