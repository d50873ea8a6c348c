#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "viewport/offscreen_renderer.h"

namespace texeleton::viewport {

/// Cost and error of one path of posing a scene's crowd: a column of the comparison.
struct PathFigures {
  DrawPath path = DrawPath::Texture;
  Message problem;  ///< Why it could not be drawn (no room, no skeleton); empty: the figures are valid.
  std::uint32_t drawCalls = 0;
  double animationSeconds = 0.0;     ///< CPU time: posing; for the texture, updating the crowd's clock.
  double skinningSeconds = 0.0;      ///< CPU time: skinning, uploading matrices.
  std::optional<double> gpuSeconds;  ///< Whole frame; unset: unknown.
  std::uint64_t vertices = 0;        ///< Upper bound of vertex shader invocations.
  std::uint64_t textureBytes = 0;
  std::uint64_t bufferBytes = 0;
  std::optional<double> maxErrorMillimetres;  ///< Against compute skinning; unset: unknown.
};

/// Figures of a frame drawn by `path`. The caller sets the error.
PathFigures figuresOf(DrawPath path, const FrameStatistics& statistics);

/// Largest distance of the scene's animation texture from compute skinning, millimetres: as measured by the bake, else
/// sampled where the scene has a skeleton.
std::optional<double> textureErrorMillimetres(const Scene& scene);

/// Draws the scene's picture several times by each path in turn (texture, compute, CPU) and keeps the shortest times. A
/// path that cannot be drawn has a `problem`.
std::array<PathFigures, 3> measurePaths(OffscreenRenderer& renderer, Scene scene, const QSize& size);

}  // namespace texeleton::viewport
