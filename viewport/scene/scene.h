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
enum class ViewMode : std::uint32_t { Lit, Textured, Normals, Weights, Clips };

/// How characters get their pose.
enum class DrawPath : std::uint8_t {
  Texture,  ///< From the animation texture: one draw for the whole crowd.
  Compute,  ///< Skinned every frame by a compute shader from the full skeleton.
  Cpu,      ///< Skinned every frame by the CPU, as the baseline of comparisons.
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

  bool hasShadow() const { return shadow && mode == ViewMode::Lit && !wireframe; }
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
