#pragma once

#include <cstdint>
#include <memory>

#include "core/bake/baked_animation.h"
#include "viewport/scene/camera.h"
#include "viewport/scene/crowd.h"
#include "viewport/scene/draw_vertices.h"
#include "viewport/scene/skeleton.h"

namespace texeleton {

/// What surfaces show. The values are those of shaders/frame_block.glsl.
enum class ViewMode : std::uint32_t {
  Lit,
  Textured,
  Normals,
  Weights,
  Clips,
  Paths,  ///< Who poses the character: skinning (orange) or the animation texture (blue).
};

/// How characters get their pose.
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

struct ViewOptions {
  ViewMode mode = ViewMode::Lit;
  DrawPath path = DrawPath::Texture;
  bool wireframe = false;   ///< Edges only, where the GPU can; else surfaces.
  bool interpolate = true;  ///< False: frames are stepped, as a player without blending shows them.
  bool background = true;   ///< False: plain black.
  bool shadow = true;       ///< Of the crowd, from the key light, on itself and the ground; in the lit view.
  bool grid = true;         ///< With axes.
  VertexPrecision vertices = VertexPrecision::Packed;

  bool culling = true;  ///< What is outside of the picture (for shadows: of the light's) is not drawn, cell by cell.
  bool levels = true;   ///< Far cells are drawn with the pack's coarser levels of detail.
  float levelPixels = 1.0f;      ///< How far from the finest level the drawn one may be.
  float nearMetres = 0.0f;       ///< Hybrid: from the camera, where the cross-over begins; 0: by the model's size.
  float crossOverMetres = 0.0f;  ///< Hybrid: its length; 0: a quarter of the distance.

  bool hasShadow() const { return shadow && mode == ViewMode::Lit && !wireframe; }
  HybridRange hybridRange(double sizeMetres) const;
  bool hasGround() const { return grid || hasShadow(); }
};

/// All that a picture is made of; knows no GPU. The animation is never changed while a scene holds it.
struct Scene {
  std::shared_ptr<const BakedAnimation> animation;
  /// Of the same model; needed by the paths that skin.
  std::shared_ptr<const Skeleton> skeleton;
  Crowd crowd;
  Camera camera;
  ViewOptions view;
};

}  // namespace texeleton
