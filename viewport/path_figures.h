#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "viewport/offscreen_renderer.h"

namespace texeleton::viewport {

/// The cost and the error of a method of posing characters, for the crowd of a scene: a column of the comparison.
struct PathFigures {
  DrawPath path = DrawPath::Texture;
  Message problem;  ///< Why it was not drawn (no room, no skeleton); empty: the figures hold.
  std::uint32_t drawCalls = 0;
  double animationSeconds = 0.0;     ///< Of the CPU: posing; for the texture, bringing the crowd's clock up to date.
  double skinningSeconds = 0.0;      ///< Of the CPU: skinning, handing matrices over.
  std::optional<double> gpuSeconds;  ///< Of the whole frame; unset: cannot be told.
  std::uint64_t vertices = 0;        ///< That go through the vertex shader, at most.
  std::uint64_t textureBytes = 0;
  std::uint64_t bufferBytes = 0;
  std::optional<double> maxErrorMillimetres;  ///< Against compute skinning; unset: not known.
};

/// The figures of a frame that was drawn by `path`. The error is left to the caller.
PathFigures figuresOf(DrawPath path, const FrameStatistics& statistics);

/// Largest distance of the scene's animation texture from compute skinning: as measured when it was baked, else as
/// sampled where the scene has a skeleton.
std::optional<double> textureErrorMillimetres(const Scene& scene);

/// Draws the scene's picture by each path in turn, some frames each, and takes the shortest times: texture, compute,
/// CPU. A path that cannot be drawn says why.
std::array<PathFigures, 3> measurePaths(OffscreenRenderer& renderer, Scene scene, const QSize& size);

}  // namespace texeleton::viewport
