#include "app/editor/jobs/figures_meter.h"

#include <algorithm>
#include <chrono>

namespace texeleton::editor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 3;
constexpr auto kLongRound = std::chrono::milliseconds(700);  // Of these one is enough.
constexpr QSize kSmall(64, 64);

/// Some frames by one path, the shortest times of them.
PathFigures measurePath(OffscreenRenderer& renderer, Scene& scene, const QSize& size, DrawPath path, JobContext& job) {
  PathFigures figures;
  figures.path = path;
  scene.view.path = path;
  // Uploads and compiles, so that a single frame says what drawing costs, however slow the GPU is.
  if (const auto drawn = renderer.draw(scene, kSmall); !drawn) {
    figures.problem = drawn.error().message;
    return figures;
  }
  for (int round = 0; round < kRounds && !job.isCancelled(); ++round) {
    const auto start = Clock::now();
    if (const auto drawn = renderer.draw(scene, size); !drawn) {
      figures.problem = drawn.error().message;
      return figures;
    }
    const PathFigures now = figuresOf(path, renderer.frames().statistics());
    if (round == 0) {
      figures = now;
    } else {
      figures.animationSeconds = std::min(figures.animationSeconds, now.animationSeconds);
      figures.skinningSeconds = std::min(figures.skinningSeconds, now.skinningSeconds);
      if (now.gpuSeconds) {
        figures.gpuSeconds = std::min(figures.gpuSeconds.value_or(*now.gpuSeconds), *now.gpuSeconds);
      }
    }
    if (Clock::now() - start > kLongRound) {
      break;
    }
  }
  return figures;
}

}  // namespace

FiguresMeter::FiguresMeter(GpuBackend backend, std::shared_ptr<VulkanInstance> instance, QObject* parent)
    : QObject(parent), m_backend(backend), m_instance(std::move(instance)) {
  connect(&m_runner, &JobRunner::finished, this, &FiguresMeter::finished);
}

void FiguresMeter::measure(Scene scene, const QSize& size, std::vector<DrawPath> paths) {
  scene.view.comparison = Comparison::None;
  scene.view.mode = scene.view.mode == ViewMode::Heat ? ViewMode::Lit : scene.view.mode;
  scene.view.hud = false;
  scene.selection.clear();
  scene.events = nullptr;
  m_runner.start([this, scene = std::move(scene), size, paths = std::move(paths)](
                     JobContext& job, const JobRunner::Deliver& deliver) mutable {
    GpuDeviceOptions options;
    options.backend = m_backend;
    options.vulkanInstance = m_instance;
    auto device = GpuDevice::create(options);
    if (!device) {
      deliver([this, why = device.error().message] { emit failed(QString::fromStdString(why)); });
      return;
    }
    OffscreenRenderer renderer(**device);
    renderer.frames().setTiming(true);
    for (const DrawPath path : paths) {
      if (job.isCancelled()) {
        return;
      }
      const PathFigures figures = measurePath(renderer, scene, size, path, job);
      deliver([this, figures] { emit measured(figures); });
    }
  });
}

}  // namespace texeleton::editor
