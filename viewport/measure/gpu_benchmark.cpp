#include "viewport/measure/gpu_benchmark.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/elapsed.h"
#include "core/base/mapped.h"
#include "core/base/median.h"
#include "core/vat/encoding.h"
#include "viewport/measure/crowd_search.h"
#include "viewport/scene/crowd/crowd_limit.h"

namespace texeleton::viewport {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLeastTimedFrames = 5;
constexpr std::size_t kMostTimedFrames = 400;
constexpr float kImpostorPixels = 32.0f;
constexpr double kSixtieth = 1.0 / 60.0;
constexpr double kShareOfOneFigure = 0.25;  // Share of the remaining time: figures expected to take longer are skipped.

double medianOf(const std::vector<double>& values) { return values.empty() ? 0.0 : median(values); }

/// A renderer and the times of its frames.
class Meter {
 public:
  explicit Meter(GpuDevice& device) : m_renderer(device) {
    m_renderer.frames().setTiming(true);
    if (qEnvironmentVariableIsSet("TEXELETON_NO_POSING")) {  // For comparison (docs/performance.md).
      m_renderer.frames().setPosing(FrameRenderer::Posing::Never);
    }
  }

  /// Draws one frame; `counted` is false for warm-up frames.
  Result<void> draw(const Scene& scene, const QSize& size, bool counted) {
    FrameRenderer& frames = m_renderer.frames();
    const auto begin = Clock::now();
    TRY(m_renderer.draw(scene, size));
    m_lastSeconds = secondsSince(begin);
    if (!counted) {
      return {};
    }
    const FrameStatistics& statistics = frames.statistics();
    m_frame.push_back(m_lastSeconds);
    m_animation.push_back(statistics.animationSeconds);
    m_skinning.push_back(statistics.skinningSeconds);
    m_record.push_back(statistics.cpuSeconds);
    if (statistics.gpuSeconds && statistics.gpuSkinningSeconds) {
      m_gpu.push_back(*statistics.gpuSeconds);
      m_gpuSkinning.push_back(*statistics.gpuSkinningSeconds);
    }
    return {};
  }

  double lastSeconds() const { return m_lastSeconds; }

  FrameFigure figure() const {
    FrameFigure figure;
    figure.frames = static_cast<std::uint32_t>(m_frame.size());
    figure.frameSeconds = medianOf(m_frame);
    figure.animationSeconds = medianOf(m_animation);
    figure.skinningSeconds = medianOf(m_skinning);
    figure.recordSeconds = medianOf(m_record);
    if (!m_gpu.empty()) {
      figure.gpuSeconds = medianOf(m_gpu);
      figure.gpuSkinningSeconds = medianOf(m_gpuSkinning);
    }
    figure.statistics = m_renderer.frames().statistics();
    figure.gpuBytes = m_renderer.frames().gpuBytes();
    return figure;
  }
  const std::string& timingProblem() const { return m_renderer.frames().timingProblem(); }

 private:
  OffscreenRenderer m_renderer;
  double m_lastSeconds = 0.0;
  std::vector<double> m_frame;
  std::vector<double> m_animation;
  std::vector<double> m_skinning;
  std::vector<double> m_record;
  std::vector<double> m_gpu;
  std::vector<double> m_gpuSkinning;
};

Message wholeSeconds(double seconds) {
  return seconds < 1.5 ? message("about a second") : message("%1 seconds", std::lround(seconds));
}

FrameFigure missing(Message why) {
  FrameFigure figure;
  figure.missing = std::move(why);
  return figure;
}

class Benchmark {
 public:
  Benchmark(GpuDevice& device, const BenchmarkCharacter& character, const GpuBenchmarkOptions& options,
            const std::function<bool(double, const std::string&)>& report)
      : m_device(device), m_character(character), m_options(options), m_report(report) {}

  Result<GpuBenchmark> run();

 private:
  bool goOn(const Message& what) {
    m_cancelled =
        m_cancelled || (m_report && !m_report(std::min(secondsSince(m_begin) / m_options.mostSeconds, 1.0), what));
    return !m_cancelled;
  }
  double secondsLeft() const { return m_options.mostSeconds - secondsSince(m_begin); }

  Result<void> prepare();
  Scene scene(const std::shared_ptr<const vat::BakedAnimation>& animation, const Crowd& crowd) const;
  std::vector<FrameFigure> takeTurns(std::vector<Scene> scenes);
  FrameFigure take(Scene scene) {
    std::vector<Scene> one;  // Moved, because an initializer list would copy the crowd.
    one.push_back(std::move(scene));
    return takeTurns(std::move(one)).front();
  }
  PathsFigure paths(std::uint32_t instances);
  RatioFigure ratio(std::uint32_t instances);
  Result<Scene> insideScene(std::uint32_t instances) const;
  InsideFigure inside(std::uint32_t instances);
  void compareImpostors();
  void findLargest();

  GpuDevice& m_device;
  const BenchmarkCharacter& m_character;
  const GpuBenchmarkOptions& m_options;
  const std::function<bool(double, const std::string&)>& m_report;
  Clock::time_point m_begin = Clock::now();
  bool m_cancelled = false;
  std::shared_ptr<const vat::BakedAnimation> m_bone;  ///< The first encoding of bone mode.
  std::shared_ptr<const Skeleton> m_skeleton;
  GpuBenchmark m_made;
};

CrowdSettings crowdOf(std::uint32_t instances) {
  CrowdSettings settings;
  settings.count = instances;
  settings.layout = CrowdLayout::Grid;
  settings.phaseSpread = 1.0f;
  settings.speedSpread = 0.1f;
  settings.turnSpread = 0.4f;
  settings.tintSpread = 0.5f;
  return settings;
}

/// Makes some instances of a crowd cross-fade for a minute and some play their clips once.
void unsettle(Crowd& crowd, std::size_t clips) {
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    if (i % 20 == 0) {
      crowd.fadeTo(i, static_cast<std::uint32_t>(i / 20 % clips), 1.0, 0.0, 60.0);
    } else if (i % 10 == 5) {
      InstanceRecord record = crowd.records()[i];
      runtime::CrowdClip clip = unpackClip(record.clipB);
      clip.loop = false;
      record.clipB = packClip(clip);
      crowd.setRecord(i, record);
    }
  }
}

/// All instances play another clip on the upper body.
Result<void> addLayer(Crowd& crowd, const vat::BakedAnimation& animation) {
  const std::array<std::string, 1> root = {"Spine"};
  auto mask = runtime::layerMask(animation, root, 1);
  TRY(mask);
  CrowdLayer layer;
  layer.clip = static_cast<std::uint32_t>(animation.clips.size() - 1);
  layer.mask = std::move(*mask);
  return crowd.setLayer(std::move(layer));
}

Result<void> Benchmark::prepare() {
  m_bone =
      m_character.encoded[static_cast<std::size_t>(&vat::encodingOf(vat::BakeMode::Bone) - vat::encodings().data())];
  auto skeleton = Skeleton::make(m_character.model, m_bone);
  TRY(skeleton);
  m_skeleton = std::move(*skeleton);
  m_made.backend = backendWord(m_device.backend());
  m_made.device = m_device.deviceName();
  m_made.software = m_device.isSoftware();
  m_made.vertices = static_cast<std::uint32_t>(m_character.model->vertexCount());
  m_made.bones = m_character.model->boneCount;
  m_made.triangles = m_character.model->triangleCount();
  m_made.pictureSize = m_options.pictureSize;
  m_made.gpuTimeProblem = Meter(m_device).timingProblem();
  return {};
}

Scene Benchmark::scene(const std::shared_ptr<const vat::BakedAnimation>& animation, const Crowd& crowd) const {
  Scene scene;
  scene.animation = animation;
  scene.crowd = crowd;
  scene.camera.pitch = 0.45f;
  scene.camera.framePoints(crowd.outline(), static_cast<float>(m_options.pictureSize.width()) /
                                                static_cast<float>(m_options.pictureSize.height()));
  scene.view.mode = ViewMode::Textured;
  scene.view.background = scene.view.shadow = scene.view.grid = false;
  scene.view.culling = scene.view.levels = false;
  return scene;
}

std::vector<FrameFigure> Benchmark::takeTurns(std::vector<Scene> scenes) {
  std::vector<std::unique_ptr<Meter>> meters;
  const auto allMissing = [&](const Message& why) { return std::vector<FrameFigure>(scenes.size(), missing(why)); };
  double roundSeconds = 0.0;
  const auto drawAll = [&](std::size_t frame, bool counted) -> Result<void> {
    roundSeconds = 0.0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      scenes[i].crowd.setTime(1.0 + static_cast<double>(frame) * kSixtieth);
      TRY(meters[i]->draw(scenes[i], m_options.pictureSize, counted));
      roundSeconds += meters[i]->lastSeconds();
    }
    return {};
  };
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    meters.push_back(std::make_unique<Meter>(m_device));
  }
  constexpr std::size_t kWarmUp = 2;  // The first frame uploads everything.
  for (std::size_t frame = 0; frame < kWarmUp; ++frame) {
    if (auto drawn = drawAll(frame, false); !drawn) {
      return allMissing(drawn.error().message);
    }
    if (roundSeconds * static_cast<double>(kLeastTimedFrames) > secondsLeft()) {
      return allMissing(
          message("a frame takes %1 here, and there is not time for enough of them", wholeSeconds(roundSeconds)));
    }
  }
  const auto begin = Clock::now();
  const double most = m_options.secondsPerFigure * static_cast<double>(scenes.size());
  for (std::size_t frame = 0; frame < kMostTimedFrames && (frame < kLeastTimedFrames || secondsSince(begin) < most);
       ++frame) {
    if (auto drawn = drawAll(kWarmUp + frame, true); !drawn) {
      return allMissing(drawn.error().message);
    }
    if (m_cancelled || !goOn({})) {
      break;
    }
  }
  return mapped(meters, [](const auto& meter) { return meter->figure(); });
}

}  // namespace

const FrameFigure& RatioFigure::classic(vat::BakeMode mode) const {
  return encodings[static_cast<std::size_t>(&vat::encodingOf(mode) - texeleton::vat::encodings().data())].frame;
}

std::optional<double> RatioFigure::ratio(const FrameFigure& animated, const FrameFigure& still) {
  if (!animated.missing.empty() || !still.missing.empty() || !animated.gpuSeconds || !still.gpuSeconds ||
      *still.gpuSeconds <= 0.0) {
    return std::nullopt;
  }
  return *animated.gpuSeconds / *still.gpuSeconds;
}

std::optional<double> ImpostorFigure::timesAsFast() const {
  if (!mesh.missing.empty() || !impostors.missing.empty()) {
    return std::nullopt;
  }
  const bool byGpu = mesh.gpuSeconds && impostors.gpuSeconds;
  const double without = byGpu ? *mesh.gpuSeconds : mesh.frameSeconds;
  const double with = byGpu ? *impostors.gpuSeconds : impostors.frameSeconds;
  return with > 0.0 ? std::optional(without / with) : std::nullopt;
}

namespace {

// Estimates from the figure of fewer instances whether a figure of more fits into the time left.
Message tooLong(const FrameFigure& before, double factor, std::size_t frames, double secondsLeft) {
  if (!before.missing.empty()) {
    return message("left out: fewer were too many already");
  }
  const double expected = before.frameSeconds * factor;
  return expected * static_cast<double>(frames) > secondsLeft * kShareOfOneFigure
             ? message("a frame would take %1 here: left out", wholeSeconds(expected))
             : Message();
}

}  // namespace

PathsFigure Benchmark::paths(std::uint32_t instances) {
  PathsFigure figure;
  figure.instances = instances;
  const auto fits = checkCrowdFits(m_device, instances);
  const auto crowd = fits ? Crowd::make(crowdOf(instances), *m_bone) : fail(fits.error());
  if (!crowd) {
    figure.cpu = figure.compute = figure.texture = missing(crowd.error().message);
    return figure;
  }
  const std::pair<DrawPath, FrameFigure PathsFigure::*> paths[] = {{DrawPath::Cpu, &PathsFigure::cpu},
                                                                   {DrawPath::Compute, &PathsFigure::compute},
                                                                   {DrawPath::Texture, &PathsFigure::texture}};
  for (const auto& [path, place] : paths) {
    if (!m_made.paths.empty()) {
      const PathsFigure& before = m_made.paths.back();
      const double factor = static_cast<double>(instances) / static_cast<double>(before.instances);
      if (Message why = tooLong(before.*place, factor, kLeastTimedFrames + 2, secondsLeft()); !why.empty()) {
        figure.*place = missing(std::move(why));
        continue;
      }
    }
    Scene drawn = scene(m_bone, *crowd);
    drawn.skeleton = m_skeleton;
    drawn.view.path = path;
    figure.*place = take(std::move(drawn));
  }
  return figure;
}

RatioFigure Benchmark::ratio(std::uint32_t instances) {
  RatioFigure figure;
  figure.instances = instances;
  const auto all = [&](const Message& why) {
    figure.still = figure.mixed = figure.layered = missing(why);
    figure.encodings.clear();
    for (const vat::Encoding& encoding : vat::encodings()) {
      figure.encodings.push_back({encoding.name, missing(why)});
    }
    return figure;
  };
  if (!m_made.ratios.empty()) {
    const RatioFigure& before = m_made.ratios.back();
    const double scenes = static_cast<double>(vat::encodings().size()) + 3.0;
    const double factor = scenes * static_cast<double>(instances) / static_cast<double>(before.instances);
    if (const Message why = tooLong(before.classic(vat::BakeMode::Bone), factor, kLeastTimedFrames + 2, secondsLeft());
        !why.empty()) {
      return all(why);
    }
  }
  std::vector<Scene> scenes;
  for (const auto& animation : m_character.encoded) {
    auto crowd = Crowd::make(crowdOf(instances), *animation);
    if (!crowd) {
      return all(crowd.error().message);
    }
    scenes.push_back(scene(animation, *crowd));
    scenes.back().camera = scenes.front().camera;
  }
  const auto classic = static_cast<std::size_t>(&vat::encodingOf(vat::BakeMode::Bone) - vat::encodings().data());
  scenes.push_back(scenes[classic]);
  unsettle(scenes.back().crowd, m_bone->clips.size());
  scenes.push_back(scenes[classic]);
  if (auto layered = addLayer(scenes.back().crowd, *m_bone); !layered) {
    return all(layered.error().message);
  }
  scenes.push_back(scenes[classic]);
  scenes.back().view.vertices = VertexPrecision::Still;
  const std::vector<FrameFigure> figures = takeTurns(std::move(scenes));
  for (std::size_t i = 0; i < vat::encodings().size(); ++i) {
    figure.encodings.push_back({vat::encodings()[i].name, figures[i]});
  }
  figure.mixed = figures[vat::encodings().size()];
  figure.layered = figures[vat::encodings().size() + 1];
  figure.still = figures[vat::encodings().size() + 2];
  return figure;
}

Result<Scene> Benchmark::insideScene(std::uint32_t instances) const {
  auto crowd = Crowd::make(crowdOf(instances), *m_character.levels);
  TRY(crowd);
  Scene seen;
  seen.animation = m_character.levels;
  seen.crowd = std::move(*crowd);
  seen.camera.target = {0.4f, 1.3f, 0.3f};
  seen.camera.distance = 5.0f;
  seen.camera.yaw = 0.6f;
  seen.camera.pitch = 0.12f;
  seen.view.levelPixels = 2.0f;
  return seen;
}

InsideFigure Benchmark::inside(std::uint32_t instances) {
  InsideFigure figure;
  figure.instances = instances;
  auto seen = insideScene(instances);
  figure.frame = seen ? take(std::move(*seen)) : missing(seen.error().message);
  return figure;
}

void Benchmark::compareImpostors() {
  ImpostorFigure& figure = m_made.impostors;
  figure.instances = std::min(m_options.crowdInstances, crowdLimit(m_device).instances);
  figure.pixels = kImpostorPixels;
  if (figure.instances == 0) {
    figure.mesh = figure.impostors = missing(message("left out"));
    return;
  }
  if (!goOn(message("A crowd of %1 with impostors", figure.instances))) {
    return;
  }
  auto seen = insideScene(figure.instances);
  if (!seen) {
    figure.mesh = figure.impostors = missing(seen.error().message);
    return;
  }
  std::vector<Scene> scenes;
  scenes.push_back(std::move(*seen));
  scenes.push_back(scenes.front());
  scenes.back().view.impostorPixels = figure.pixels;
  std::vector<FrameFigure> taken = takeTurns(std::move(scenes));
  figure.mesh = std::move(taken[0]);
  figure.impostors = std::move(taken[1]);
}

void Benchmark::findLargest() {
  const CrowdLimit limit = crowdLimit(m_device);
  CrowdSearch search(m_options.crowdInstances, limit.instances, kSixtieth);
  while (const std::optional<std::uint32_t> next = search.next()) {
    if (!m_made.inside.empty()) {
      const InsideFigure& before = m_made.inside.back();
      const double factor = static_cast<double>(*next) / static_cast<double>(before.instances);
      if (secondsLeft() < 10.0 || !tooLong(before.frame, factor, 10, secondsLeft()).empty()) {
        m_made.largestWhy = message("there was no time to try more");
        break;
      }
    }
    if (!goOn(message("A crowd of %1 from inside", *next))) {
      return;
    }
    m_made.inside.push_back(inside(*next));
    const InsideFigure& last = m_made.inside.back();
    if (!last.frame.missing.empty()) {
      m_made.largestWhy = last.frame.missing;
      break;
    }
    search.tell(*next, last.frame.frameSeconds);
    m_made.largestAtSixty = search.largest();
    if (m_made.largestAtSixty == limit.instances) {
      m_made.largestWhy = limit.why;
    }
  }
  m_made.largestIsLimit = search.isOpen();
}

Result<GpuBenchmark> Benchmark::run() {
  TRY(prepare());
  for (const std::uint32_t instances : m_options.instances) {
    if (!goOn(message("%1 characters, three ways", instances))) {
      break;
    }
    m_made.paths.push_back(paths(instances));
    if (m_made.paths.size() == 1 && !m_made.paths.front().texture.missing.empty()) {
      return fail(ErrorCode::Unsupported, verbatim(m_made.paths.front().texture.missing));
    }
    if (!goOn(message("%1 characters against a still mesh", instances))) {
      break;
    }
    m_made.ratios.push_back(ratio(instances));
  }
  if (m_options.crowdInstances > 0) {
    compareImpostors();
  }
  findLargest();
  if (m_cancelled) {
    return fail(ErrorCode::Cancelled, "cancelled: there are no figures");
  }
  return std::move(m_made);
}

Result<GpuBenchmark> runGpuBenchmark(GpuDevice& device, const BenchmarkCharacter& character,
                                     const GpuBenchmarkOptions& options,
                                     const std::function<bool(double, const std::string&)>& report) {
  return Benchmark(device, character, options, report).run();
}

}  // namespace texeleton::viewport
