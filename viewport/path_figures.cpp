#include "viewport/path_figures.h"

#include <algorithm>

#include "viewport/scene/path_error.h"

namespace texeleton::viewport {

namespace {

constexpr int kPathRounds = 3;

void takeShortest(PathFigures& figures, const FrameStatistics& statistics) {
  figures.animationSeconds = std::min(figures.animationSeconds, statistics.animationSeconds);
  figures.skinningSeconds = std::min(figures.skinningSeconds, statistics.skinningSeconds);
  if (statistics.gpuSeconds) {
    figures.gpuSeconds = std::min(figures.gpuSeconds.value_or(*statistics.gpuSeconds), *statistics.gpuSeconds);
  }
}

}  // namespace

PathFigures figuresOf(DrawPath path, const FrameStatistics& statistics) {
  PathFigures figures;
  figures.path = path;
  figures.drawCalls = statistics.drawCalls;
  figures.animationSeconds = statistics.animationSeconds;
  figures.skinningSeconds = statistics.skinningSeconds;
  figures.gpuSeconds = statistics.gpuSeconds;
  figures.vertices = statistics.vertices;
  figures.textureBytes = statistics.textureBytes;
  figures.bufferBytes = statistics.bufferBytes;
  if (path != DrawPath::Texture) {
    figures.maxErrorMillimetres = 0.0;  // Skinning is the reference for the texture.
  }
  return figures;
}

std::optional<double> textureErrorMillimetres(const Scene& scene) {
  if (scene.skeleton && scene.skeleton->animation() == scene.animation) {
    return largestPathErrorMillimetres(*scene.skeleton);
  }
  double largest = 0.0;
  for (const vat::BakedClip& clip : scene.animation->clips) {
    if (!clip.error) {
      return std::nullopt;
    }
    largest = std::max(largest, clip.error->maxMillimetres);
  }
  return largest;
}

std::array<PathFigures, 3> measurePaths(OffscreenRenderer& renderer, Scene scene, const QSize& size) {
  std::array<PathFigures, 3> all;
  scene.view.comparison = Comparison::None;
  scene.view.mode = scene.view.mode == ViewMode::Heat ? ViewMode::Lit : scene.view.mode;
  renderer.frames().setTiming(true);
  const DrawPath paths[] = {DrawPath::Texture, DrawPath::Compute, DrawPath::Cpu};
  for (std::size_t i = 0; i < all.size(); ++i) {
    scene.view.path = paths[i];
    all[i].path = paths[i];
    for (int round = 0; round < kPathRounds; ++round) {
      const auto picture = renderer.render(scene, size);
      if (!picture) {
        all[i].problem = picture.error().message;
        break;
      }
      if (round == 0) {
        all[i] = figuresOf(paths[i], renderer.frames().statistics());
      }
      takeShortest(all[i], renderer.frames().statistics());
    }
  }
  renderer.frames().setTiming(false);
  all[0].maxErrorMillimetres = textureErrorMillimetres(scene);
  return all;
}

}  // namespace texeleton::viewport
