#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/base/elapsed.h"
#include "core/benchmark/figures.h"
#include "core/runtime/crowd_ticker.h"

namespace texeleton::benchmark {

namespace {

constexpr std::size_t kTickedInstances = 65536;
constexpr std::size_t kClips = 32;  ///< More than the vector code holds in registers.
constexpr double kFrameSeconds = 1.0 / 60.0;

/// A naive implementation: a structure per instance, floating-point time, fmod.
struct NaiveTicker {
  float time = 0.0f;
  float speed = 1.0f;
  float length = 1.0f;
  std::uint32_t frameBegin = 0;
  std::uint32_t frameCount = 1;
  bool loop = true;
  runtime::AnimationTickOutput output;

  void tick(float deltaSeconds) {
    time += speed * deltaSeconds;
    float position = 0.0f;
    if (loop) {
      time = std::fmod(time, length);
      if (time < 0.0f) {
        time += length;
      }
      position = time / length * static_cast<float>(frameCount);
    } else {
      time = std::min(std::max(time, 0.0f), length);
      position = time / length * static_cast<float>(frameCount - 1);
    }
    const auto frame = std::min(static_cast<std::uint32_t>(position), frameCount - 1);
    output.current = frameBegin + frame;
    output.next = frameBegin + (loop ? (frame + 1) % frameCount : std::min(frame + 1, frameCount - 1));
    output.interpolate = position - static_cast<float>(frame);
  }
};

/// The same crowd both ways.
struct Crowd {
  Crowd() {
    std::mt19937 random(1);
    std::vector<runtime::ClipTiming> timings;
    std::vector<runtime::CrowdClip> crowdClips;
    std::uint32_t frameBegin = 0;
    for (std::size_t i = 0; i < kClips; ++i) {
      const std::uint32_t frameCount = 15 + static_cast<std::uint32_t>(random() % 100);
      timings.push_back({frameBegin, frameCount, frameCount / 30.0, true});
      crowdClips.push_back(runtime::crowdClip(timings.back()));
      frameBegin += frameCount;
    }
    table = runtime::CrowdClipTable(crowdClips);
    for (std::size_t i = 0; i < kTickedInstances; ++i) {
      const auto index = static_cast<std::uint32_t>(random() % kClips);
      const runtime::ClipTiming& timing = timings[index];
      const double speed = 0.8 + 0.4 * (random() % 1000) / 1000.0;
      const double start = timing.lengthSeconds * (random() % 1000) / 1000.0;
      naive.push_back({static_cast<float>(start), static_cast<float>(speed), static_cast<float>(timing.lengthSeconds),
                       timing.frameBegin, timing.frameCount, timing.loop, runtime::AnimationTickOutput()});
      const runtime::CrowdPhase record = runtime::crowdPhase(timing, speed, start);
      clip.push_back(index);
      phase.push_back(record.phase);
      stepHigh.push_back(record.stepHigh);
      stepLow.push_back(static_cast<std::uint16_t>(record.stepLow));
    }
    current.resize(kTickedInstances);
    next.resize(kTickedInstances);
    interpolate.resize(kTickedInstances);
  }

  void tickNaive() {
    for (NaiveTicker& ticker : naive) {
      ticker.tick(static_cast<float>(kFrameSeconds));
    }
  }

  void tickOurs() {
    seconds += kFrameSeconds;
    runtime::tickCrowd(table, {clip, phase, stepHigh, stepLow}, runtime::crowdClock(runtime::crowdTime(seconds), 0),
                       {current, next, interpolate});
  }

  std::vector<NaiveTicker> naive;
  runtime::CrowdClipTable table;
  std::vector<std::uint32_t> clip, phase, current, next;
  std::vector<std::int32_t> stepHigh;
  std::vector<std::uint16_t> stepLow;
  std::vector<float> interpolate;
  double seconds = 0.0;
};

template <class F>
double secondsOf(const F& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return secondsSince(start);
}

}  // namespace

TickerFigure benchmarkTicker(const BenchmarkOptions& options) {
  Crowd crowd;
  double naive = 1e30;
  double ours = 1e30;
  // Alternating, so that disturbances affect both; the best run of each counts.
  double spent = 0.0;
  do {
    const double naiveRun = secondsOf([&] { crowd.tickNaive(); });
    const double oursRun = secondsOf([&] { crowd.tickOurs(); });
    naive = std::min(naive, naiveRun);
    ours = std::min(ours, oursRun);
    spent += naiveRun + oursRun;
  } while (!options.isOver(spent));
  return {static_cast<double>(kTickedInstances) / ours, naive / ours};
}

}  // namespace texeleton::benchmark
