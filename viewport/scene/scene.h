#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/model/model.h"
#include "viewport/scene/camera.h"
#include "viewport/scene/crowd.h"
#include "viewport/scene/crowd_events.h"
#include "viewport/scene/draw_vertices.h"
#include "viewport/scene/gizmo_shapes.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// The shading of surfaces. The values are those of shaders/frame_block.glsl.
enum class ViewMode : std::uint32_t {
  Lit,
  Textured,
  Normals,
  Weights,
  Clips,
  Heat,       ///< Millimetres between the animation texture and compute skinning, on Turbo's scale; needs a skeleton.
  Paths,      ///< The method that poses the character: skinning (orange) or the animation texture (blue).
  VertexLit,  ///< Lit at the vertices, and interpolated between them (Gouraud); without shadow.
};

/// The method by which characters are posed.
enum class DrawPath : std::uint8_t {
  Texture,  ///< From the animation texture: one draw for the whole crowd.
  Compute,  ///< Skinned every frame by a compute shader from the full skeleton.
  Cpu,      ///< Skinned every frame by the CPU, as the baseline of comparisons.
  Hybrid,   ///< Near instances as by Compute, far ones as by Texture, with a dithered cross-over between them.
};

/// Distances of the hybrid path, in metres from the camera to an instance's place.
struct HybridRange {
  float nearMetres = 0.0f;  ///< Nearer: skinned alone.
  float farMetres = 0.0f;   ///< From here on: the texture alone.
};

/// Two paths in one picture, from the same scene at the same time. The values are those of shaders/output.frag.
enum class Comparison : std::uint8_t {
  None,
  Split,    ///< ViewOptions::path left of `splitAt`, `comparedPath` right of it.
  Overlay,  ///< Both in grey light of two colours, orange and blue: what differs has a colour.
};

/// Segments of an edge (ViewOptions::tessellation).
inline constexpr float kMostTessellation = 64.0f;

/// The display of the source's skeleton.
enum class SkeletonView : std::uint8_t {
  Hidden,
  Faded,  ///< Bones behind surfaces are faint.
  OnTop,  ///< All bones alike.
};

/// A sample of what is held at a socket.
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
  Comparison comparison = Comparison::None;  ///< Not in the heat map, which compares by itself.
  DrawPath comparedPath = DrawPath::Compute;
  float splitAt = 0.5f;               ///< Of the picture's width, from the left.
  double heatLimitMillimetres = 0.0;  ///< End of the heat map's scale; 0: chosen by the error of the clips that play.
  bool wireframe = false;             ///< Edges only, where the GPU can; else surfaces.
  bool edges = false;                 ///< Edges over the surfaces, where the GPU can.
  /// At most so many segments, up to kMostTessellation, that edges of triangles are cut into, where the GPU can; 0:
  /// triangles as they are. Surfaces are then curved as their normals say, and raised by what normal maps stand for.
  /// Not in the heat map nor in light per vertex, which show the vertices that there are.
  float tessellation = 0.0f;
  float tessellationPixels = 8.0f;  ///< Of a segment, at least; points where pixelRatio is not 1.
  float displacement = 0.005f;      ///< The largest height, up and down, as a share of the model's size.
  bool normals = false;             ///< Lines from the vertices, as the texture poses them; of what is selected.
  bool tangents = false;            ///< The same, where the mesh has tangents.
  float normalLength = 0.02f;       ///< Of these lines, as a share of the model's size.
  bool bounds = false;              ///< The box that each instance stays in while it plays its clip.
  bool interpolate = true;          ///< False: frames are stepped, as a player without blending shows them.
  bool background = true;           ///< False: plain black.
  glm::vec3 towardsLight{-0.50f, 0.92f, 0.62f};  ///< From the scene to the key light; any length but 0.
  bool shadow = true;  ///< Of the crowd, from the key light, on itself and the ground; in the lit view.
  bool grid = true;    ///< With axes.
  VertexPrecision vertices = VertexPrecision::Packed;

  bool culling = true;                   ///< Cells outside the picture (for shadows: the light's) are not drawn.
  bool levels = true;                    ///< Far cells are drawn with the pack's coarser levels of detail.
  std::optional<std::uint32_t> level{};  ///< Set: everything is drawn with this one (the coarsest, if there are fewer).
  float levelPixels = 1.0f;              ///< The largest deviation of the drawn level from the finest.
  /// Far characters are shown by pictures of them, from where on the longest side of the model's bounds has so many
  /// pixels; 0: never. What the texture poses alone; not of weights, edges, the heat map, or one level for all.
  float impostorPixels = 0.0f;
  float nearMetres = 0.0f;       ///< Hybrid: from the camera, where the cross-over begins; 0: by the model's size.
  float crossOverMetres = 0.0f;  ///< Hybrid: its length; 0: a quarter of the distance.

  SkeletonView skeleton =
      SkeletonView::Hidden;     ///< Of what is selected, or of all of a small crowd; needs Scene::skeleton.
  NodeIndex highlightedNode{};  ///< Of the model: its bone in another colour.
  bool sockets = false;         ///< Their axes, in every instance.
  bool socketObjects = false;   ///< A dagger held at each that `held` does not name.
  std::map<std::string, HeldObject> held{};  ///< Objects held by sockets of these names.

  bool hud = false;                 ///< Statistics in the upper left corner.
  double hudIntervalSeconds = 0.0;  ///< They change no more often than this.
  bool labels = true;               ///< Names of what is compared, and the legend of the heat map.
  std::string note{};               ///< A line in the lower left corner about what is shown; empty: none.
  float pixelRatio = 1.0f;          ///< Pixels a point: how large words and lines are.

  /// An object held at a socket.
  HeldObject heldAt(const std::string& socket) const;
  bool hasShadow() const { return shadow && mode == ViewMode::Lit && !wireframe; }
  HybridRange hybridRange(double sizeMetres) const;
  bool tessellates() const { return tessellation >= 1.0f && mode != ViewMode::Heat && mode != ViewMode::VertexLit; }
  bool hasGround() const { return grid || hasShadow(); }
  bool isComparing() const { return comparison != Comparison::None && mode != ViewMode::Heat; }
  /// Whether all that is shown is posed by the animation texture: nothing else plays layers.
  bool showsTextureAlone() const { return path == DrawPath::Texture && !isComparing() && mode != ViewMode::Heat; }
  /// Whether a picture needs characters posed this way.
  bool needs(DrawPath wanted) const {
    return mode == ViewMode::Heat ? wanted != DrawPath::Cpu
                                  : path == wanted || (isComparing() && comparedPath == wanted);
  }
};

/// A line in the world, such as the way that a character goes.
struct SceneLine {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  glm::vec4 color{1.0f};  ///< Linear.
  float points = 2.0f;    ///< Width, at any distance.
};

/// A model that hangs on every instance of a scene.
struct SceneAttachment {
  /// Rigid: one node, all vertices where they are (frozenAtRest() in core/pipeline/attach_models.h).
  std::shared_ptr<const model::Model> model;
  std::uint32_t socket = 0;     ///< Of the animation: what moves it where the texture poses.
  NodeIndex node;               ///< Of the skeleton's model: what moves it where the skeleton does.
  glm::dmat4 inverseBind{1.0};  ///< Of that node; with its world matrix it gives what moves the bind pose.
  glm::mat4 place{1.0f};        ///< Of the model in the bind pose, in pack space.
};

/// All that a picture is made of; knows no GPU. The animation is never changed while a scene holds it.
struct Scene {
  /// Whether far ones may be shown by pictures; nobody has them of a layer.
  bool wantsImpostors() const;

  std::shared_ptr<const bake::BakedAnimation> animation;
  /// Of the same model; needed by the paths that skin.
  std::shared_ptr<const Skeleton> skeleton;
  Crowd crowd;
  Camera camera;
  ViewOptions view;
  CrowdPoses poses;                                     ///< Poses of skinned characters, for those that have one.
  std::vector<std::uint32_t> selection;                 ///< Instances, outlined.
  std::shared_ptr<const std::vector<SceneLine>> lines;  ///< Null: none.
  std::shared_ptr<const std::vector<SceneAttachment>> attachments;  ///< Null: none.
  std::optional<GizmoState> gizmo;                                  ///< Drawn over all, as large whatever the distance.
  /// Set: events of the crowd are listened to, flash, and are listed with the HUD. advance() it after the crowd's time.
  std::shared_ptr<CrowdEvents> events;
};

}  // namespace texeleton::viewport
