#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/camera.h"
#include "viewport/scene/crowd/crowd.h"
#include "viewport/scene/crowd/crowd_events.h"
#include "viewport/scene/gizmo/gizmo_shapes.h"
#include "viewport/scene/gpu/draw_vertices.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// Shading of surfaces. The values are those of shaders/frame_block.glsl.
enum class ViewMode : std::uint32_t {
  Lit,
  Textured,
  Normals,
  Weights,
  Clips,
  Heat,       ///< Millimetres between the animation texture and compute skinning, in Turbo colours; needs a skeleton.
  Paths,      ///< The path that poses the character: skinning (orange) or the animation texture (blue).
  VertexLit,  ///< Lit at the vertices and interpolated (Gouraud); without shadow.
};
constexpr auto wordTable(ViewMode) {
  return std::to_array<Word<ViewMode>>({{"lit", ViewMode::Lit},
                                        {"textured", ViewMode::Textured},
                                        {"normals", ViewMode::Normals},
                                        {"weights", ViewMode::Weights},
                                        {"clips", ViewMode::Clips},
                                        {"heat", ViewMode::Heat},
                                        {"paths", ViewMode::Paths},
                                        {"gouraud", ViewMode::VertexLit}});
}

/// How characters are posed.
enum class DrawPath : std::uint8_t {
  Texture,  ///< From the animation texture: one draw for the whole crowd.
  Compute,  ///< Skinned every frame by a compute shader, from the full skeleton.
  Cpu,      ///< Skinned every frame by the CPU, as the baseline of comparisons.
  /// Near instances as Compute, far ones as Texture, with a dithered cross-over. Instances with a pose of their own
  /// (CharacterPose::followsClip is false) as Compute at every distance.
  Hybrid,
};
constexpr auto wordTable(DrawPath) {
  return std::to_array<Word<DrawPath>>({{"texture", DrawPath::Texture},
                                        {"compute", DrawPath::Compute},
                                        {"cpu", DrawPath::Cpu},
                                        {"hybrid", DrawPath::Hybrid}});
}

/// Distances of the hybrid path, in metres from the camera to an instance's place.
struct HybridRange {
  float nearMetres = 0.0f;  ///< Nearer instances are only skinned.
  float farMetres = 0.0f;   ///< Farther instances are only drawn by the texture.
};

/// Two paths in one picture of the same scene and time. The values are those of shaders/output.frag.
enum class Comparison : std::uint8_t {
  None,
  Split,    ///< ViewOptions::path left of `splitAt`, `comparedPath` right of it.
  Overlay,  ///< Both in grey light of two colours, orange and blue: differences are coloured.
};
constexpr auto wordTable(Comparison) {
  return std::to_array<Word<Comparison>>(
      {{"none", Comparison::None}, {"split", Comparison::Split}, {"overlay", Comparison::Overlay}});
}

/// Maximum segments of an edge (ViewOptions::tessellation).
inline constexpr float kMostTessellation = 64.0f;

/// Display of the source's skeleton.
enum class SkeletonView : std::uint8_t {
  Hidden,
  Faded,  ///< Bones behind surfaces are faint.
  OnTop,  ///< All bones are equally visible.
};

/// A sample object held at a socket.
struct HeldObject {
  enum class Shape : std::uint8_t { None, Dagger, Staff, Shield };
  Shape shape = Shape::None;
  float rollDegrees = 0.0f;  ///< About the socket's z axis, along which it points.
  float scale = 1.0f;

  friend bool operator==(const HeldObject&, const HeldObject&) = default;
};

struct ViewOptions {
  ViewMode mode = ViewMode::Lit;
  DrawPath path = DrawPath::Texture;
  Comparison comparison = Comparison::None;  ///< Ignored in the heat map, which is a comparison itself.
  DrawPath comparedPath = DrawPath::Compute;
  float splitAt = 0.5f;               ///< Share of the picture's width, from the left.
  double heatLimitMillimetres = 0.0;  ///< End of the heat map's scale; 0: from the error of the clips that play.
  bool wireframe = false;             ///< Edges only, where the GPU supports it.
  bool edges = false;                 ///< Edges over the surfaces, where the GPU supports it.
  /// Maximum number of segments, up to kMostTessellation, that edges of triangles are cut into, where the GPU supports
  /// it; 0: no tessellation. Surfaces are curved by their normals and displaced by the heights of normal maps. Not in
  /// the heat map nor with lighting per vertex, which show the actual vertices.
  float tessellation = 0.0f;
  float tessellationPixels = 8.0f;               ///< Minimum size of a segment; in points if pixelRatio is not 1.
  float displacement = 0.005f;                   ///< Maximum displacement up and down, as a share of the model's size.
  bool normals = false;                          ///< Normals at the selection's vertices, as the texture poses them.
  bool tangents = false;                         ///< Tangents likewise, if the mesh has them.
  float normalLength = 0.02f;                    ///< Length of these lines, as a share of the model's size.
  bool bounds = false;                           ///< The bounds of each instance over its clip.
  bool interpolate = true;                       ///< False: frames are stepped, as in a player without blending.
  bool background = true;                        ///< False: black.
  glm::vec3 towardsLight{-0.50f, 0.92f, 0.62f};  ///< From the scene to the key light; any non-zero length.
  bool shadow = true;  ///< Shadow of the crowd from the key light, on itself and the ground; in the lit view.
  bool grid = true;    ///< With axes.
  VertexPrecision vertices = VertexPrecision::Packed;

  bool culling = true;                   ///< Skips cells outside the picture (for shadows: the light's).
  bool levels = true;                    ///< Draws far cells with the pack's coarser levels of detail.
  std::optional<std::uint32_t> level{};  ///< Set: draws everything at this level (the coarsest, if there are fewer).
  float levelPixels = 1.0f;              ///< Maximum deviation of the drawn level from the finest.
  /// Size in pixels of the longest side of the model's bounds below which characters are drawn as impostors; 0: never.
  /// Applies if the texture alone poses the crowd, and not to weights, edges, the heat map, or a fixed level.
  float impostorPixels = 0.0f;
  float nearMetres = 0.0f;  ///< Hybrid: distance from the camera where the cross-over begins; 0: from the model's size.
  float crossOverMetres = 0.0f;  ///< Hybrid: its length; 0: a quarter of the distance.

  SkeletonView skeleton =
      SkeletonView::Hidden;     ///< Bones of the selection, or of all of a small crowd; needs Scene::skeleton.
  NodeIndex highlightedNode{};  ///< Node of the model whose bone is highlighted.
  bool sockets = false;         ///< Axes of the sockets in every instance.
  bool socketObjects = false;   ///< A dagger at each socket that `held` does not name.
  std::map<std::string, HeldObject> held{};  ///< Sample objects by socket name.

  bool hud = false;                 ///< Statistics in the upper left corner.
  double hudIntervalSeconds = 0.0;  ///< Minimum time between updates of the statistics.
  bool labels = true;               ///< Names of the compared paths, and the legend of the heat map.
  std::string note{};               ///< A line in the lower left corner; empty: none.
  float pixelRatio = 1.0f;          ///< Pixels a point: the size of text and lines.

  bool showsSockets() const { return sockets || socketObjects || !held.empty(); }
  /// An object held at a socket.
  HeldObject heldAt(const std::string& socket) const;
  bool hasShadow() const { return shadow && mode == ViewMode::Lit && !wireframe; }
  HybridRange hybridRange(double sizeMetres) const;
  bool tessellates() const { return tessellation >= 1.0f && mode != ViewMode::Heat && mode != ViewMode::VertexLit; }
  bool hasGround() const { return grid || hasShadow(); }
  bool isComparing() const { return comparison != Comparison::None && mode != ViewMode::Heat; }
  /// Whether the animation texture poses everything that is shown. Layers are offered only then.
  bool showsTextureAlone() const { return path == DrawPath::Texture && !isComparing() && mode != ViewMode::Heat; }
  /// Whether the picture needs characters posed by a path.
  bool needs(DrawPath wanted) const {
    return mode == ViewMode::Heat ? wanted != DrawPath::Cpu
                                  : path == wanted || (isComparing() && comparedPath == wanted);
  }
};

/// A line in the world, for example a character's path.
struct SceneLine {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  glm::vec4 color{1.0f};  ///< Linear.
  float points = 2.0f;    ///< Width on the screen, at any distance.
};

/// All points within `radius` of a line that moves with a node, for example a body of a ragdoll.
struct NodeCapsule {
  NodeIndex node;        ///< Node of the skeleton's model.
  glm::vec3 from{0.0f};  ///< Ends of the line in the node's space.
  glm::vec3 to{0.0f};
  float radius = 0.0f;    ///< Metres.
  glm::vec4 color{1.0f};  ///< Linear.
};

/// A model attached to every instance of a scene.
struct SceneAttachment {
  /// Rigid: one node, all vertices at rest (frozenAtRest() in core/pipeline/attach_models.h).
  std::shared_ptr<const model::Model> model;
  std::uint32_t socket = 0;     ///< Socket of the animation that moves it where the texture poses.
  NodeIndex node;               ///< Node of the skeleton's model that moves it where the character is skinned.
  glm::dmat4 inverseBind{1.0};  ///< Inverse bind matrix of `node`: node world matrix · this moves the bind pose.
  glm::mat4 place{1.0f};        ///< Placement of the model in the bind pose, in pack space.
};

/// Everything that a picture shows; independent of GPUs. The animation must not change while a scene holds it.
struct Scene {
  /// Whether far characters may be drawn as impostors; not with a layer, for which there are no pictures.
  bool wantsImpostors() const;

  std::shared_ptr<const vat::BakedAnimation> animation;
  /// Skeleton of the same model; required by the paths that skin.
  std::shared_ptr<const Skeleton> skeleton;
  Crowd crowd;
  Camera camera;
  ViewOptions view;
  CrowdPoses poses;                                          ///< Poses that replace the clips of skinned instances.
  std::vector<std::uint32_t> selection;                      ///< Selected instances, outlined.
  std::shared_ptr<const std::vector<SceneLine>> lines;       ///< Null: none.
  std::shared_ptr<const std::vector<NodeCapsule>> capsules;  ///< Outlined in the pose of each instance. Null: none.
  std::shared_ptr<const std::vector<SceneAttachment>> attachments;  ///< Null: none.
  std::optional<GizmoState> gizmo;  ///< Drawn over everything at a constant screen size.
  /// Set: the crowd's events flash, and are listed with the HUD. Call advance() after the crowd's time changes.
  std::shared_ptr<CrowdEvents> events;
};

}  // namespace texeleton::viewport
