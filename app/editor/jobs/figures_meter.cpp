#include "app/editor/jobs/figures_meter.h"

#include <QThread>
#include <algorithm>
#include <chrono>
#include <utility>

#ifdef Q_OS_LINUX
#include <time.h>
#include <unistd.h>

#include <fstream>
#include <string>
#endif

namespace texeleton::editor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMeterRounds = 7;
constexpr auto kLongMeasuring = std::chrono::seconds(4);  // No further round begins after this time.
constexpr QSize kSmall(64, 64);

/// Processor time used by other programs between two moments.
class OtherWork {
 public:
  OtherWork() : m_all(busySeconds()), m_own(ownSeconds()) {}

  /// Share of all processors since construction.
  std::optional<double> share() const {
    const double passed = std::chrono::duration<double>(Clock::now() - m_since).count();
    const auto all = busySeconds();
    if (!all || !m_all || passed <= 0.0) {
      return std::nullopt;
    }
    const double others = (*all - *m_all) - (ownSeconds() - m_own);
    return std::clamp(others / (passed * std::max(QThread::idealThreadCount(), 1)), 0.0, 1.0);
  }

 private:
  /// Busy time of all processors since the machine started.
  static std::optional<double> busySeconds() {
#ifdef Q_OS_LINUX
    std::ifstream file("/proc/stat");
    std::string word;
    double user = 0.0;
    double nice = 0.0;
    double system = 0.0;
    if (file >> word >> user >> nice >> system) {
      return (user + nice + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
    }
#endif
    return std::nullopt;
  }
  /// Processor time of this program, including threads of software renderers.
  static double ownSeconds() {
#ifdef Q_OS_LINUX
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#else
    return 0.0;
#endif
  }

  std::optional<double> m_all;
  double m_own;
  Clock::time_point m_since = Clock::now();
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A path and its results in each round.
struct Measured {
  viewport::DrawPath path;
  viewport::PathFigures last;
  std::vector<double> animation;
  std::vector<double> skinning;
  std::vector<double> gpu;

  void add(const viewport::PathFigures& figures) {
    last = figures;
    animation.push_back(figures.animationSeconds);
    skinning.push_back(figures.skinningSeconds);
    if (figures.gpuSeconds) {
      gpu.push_back(*figures.gpuSeconds);
    }
  }
  viewport::PathFigures figures() const {
    viewport::PathFigures figures = last;
    if (figures.problem.empty()) {
      figures.animationSeconds = median(animation);
      figures.skinningSeconds = median(skinning);
      figures.gpuSeconds = gpu.empty() ? std::nullopt : std::optional(median(gpu));
    }
    return figures;
  }
};

/// Draws a measured picture after one that is not measured, because buffers of the previous path are replaced.
void measureOnce(viewport::OffscreenRenderer& renderer, viewport::Scene& scene, const QSize& size, Measured& of,
                 const JobContext& job) {
  scene.view.path = of.path;
  for (int i = 0; i < 2 && !job.isCancelled(); ++i) {
    if (const auto drawn = renderer.draw(scene, size); !drawn) {
      of.last.path = of.path;
      of.last.problem = drawn.error().message;
      return;
    }
  }
  if (!job.isCancelled()) {
    of.add(viewport::figuresOf(of.path, renderer.frames().statistics()));
  }
}

}  // namespace

FiguresMeter::FiguresMeter(viewport::GpuBackend backend, std::shared_ptr<viewport::VulkanInstance> instance,
                           QObject* parent)
    : QObject(parent),
      m_backend(backend),
      m_instance(std::move(instance)),
      // A driver that draws on the CPU takes seconds for a picture of a large crowd and cannot be interrupted.
      m_runner(nullptr, JobRunner::AtEnd::Leave) {
  connect(&m_runner, &JobRunner::finished, this, &FiguresMeter::finished);
}

void FiguresMeter::measure(viewport::Scene scene, const QSize& size, std::vector<viewport::DrawPath> paths) {
  scene.view.comparison = viewport::Comparison::None;
  scene.view.mode = scene.view.mode == viewport::ViewMode::Heat ? viewport::ViewMode::Lit : scene.view.mode;
  scene.view.hud = false;
  scene.selection.clear();
  scene.events = nullptr;
  m_runner.start([this, backend = m_backend, instance = m_instance, scene = std::move(scene), size,
                  paths = std::move(paths)](JobContext& job, const JobRunner::Deliver& deliver) mutable {
    // `this` may be gone by now; only delivered calls may use it.
    viewport::GpuDeviceOptions options;
    options.backend = backend;
    options.vulkanInstance = instance;
    auto device = viewport::GpuDevice::create(options);
    if (!device) {
      deliver([this, why = device.error().message] { emit failed(why); });
      return;
    }
    viewport::OffscreenRenderer renderer(**device);
    renderer.frames().setTiming(true);
    renderer.frames().setJob(&job);
    std::vector<Measured> all;
    for (const viewport::DrawPath path : paths) {
      // Uploads and compiles outside the measured rounds.
      scene.view.path = path;
      static_cast<void>(renderer.draw(scene, kSmall));
      if (job.isCancelled()) {
        return;
      }
      all.push_back({path, {}, {}, {}, {}});
    }
    const auto begin = Clock::now();
    const OtherWork others;
    for (int round = 0; round < kMeterRounds && (round == 0 || Clock::now() - begin < kLongMeasuring); ++round) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        Measured& now = all[(i + static_cast<std::size_t>(round)) % all.size()];
        if (now.last.problem.empty()) {
          measureOnce(renderer, scene, size, now, job);
        }
        if (job.isCancelled()) {
          return;
        }
      }
      MeasuredFigures figures{{}, size, round + 1, false, others.share()};
      figures.isDone = round + 1 == kMeterRounds || Clock::now() - begin >= kLongMeasuring;
      for (const Measured& each : all) {
        figures.paths.push_back(each.figures());
      }
      deliver([this, figures = std::move(figures)] { emit measured(figures); });
    }
  });
}

}  // namespace texeleton::editor
