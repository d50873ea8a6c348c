#include <cmath>
#include <optional>
#include <random>

#include "core/runtime/animation_ticker.h"
#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

namespace {

/// If one step has more events than this, they are only counted.
constexpr std::int64_t kEventsListed = 12;

Json listed(const runtime::FiredEvents& events) {
  Json list = Json::array();
  if (events.count() <= kEventsListed) {
    for (const runtime::FiredEvent& event : events) {
      list.push_back({event.index, event.loop});
    }
  }
  return list;
}

Json shown(const runtime::AnimationTicker& ticker) {
  const runtime::AnimationTickOutput output = ticker.output();
  return {output.current, output.next, output.interpolate};
}

/// A run of one ticker, recorded step by step.
class Run {
 public:
  Run(std::size_t clip, double speed, std::optional<double> start) {
    const runtime::FiredEvents fired = m_ticker.play(m_track = timedClips()[clip].track(), speed, start);
    m_json = {{"clip", clip}, {"speed", speed}, {"startSeconds", start ? Json(*start) : Json(nullptr)}};
    m_json["firedAtStart"] = listed(fired);
    m_json["framesAtStart"] = shown(m_ticker);
    m_steps = Json::array();
  }

  void tick(double delta) {
    const runtime::FiredEvents fired = m_ticker.tick(delta);
    put({{"tick", delta}, {"firedCount", fired.count()}, {"fired", listed(fired)}});
  }

  /// Many equal steps at once: all fired events, and the state after the last.
  void tickOften(double delta, std::int64_t count) {
    std::int64_t firedCount = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      firedCount += m_ticker.tick(delta).count();
    }
    put({{"tick", delta}, {"times", count}, {"firedCount", firedCount}});
  }

  void seek(double seconds) {
    m_ticker.seek(seconds);
    put({{"seek", seconds}});
  }

  void setSpeed(double speed) {
    m_ticker.setSpeed(speed);
    put({{"speed", speed}});
  }

  Json take() {
    m_json["steps"] = std::move(m_steps);
    return std::move(m_json);
  }

 private:
  void put(Json step) {
    step["frames"] = shown(m_ticker);
    step["positionSeconds"] = m_ticker.positionSeconds();
    m_steps.push_back(std::move(step));
  }

  runtime::EventTrack m_track;
  runtime::AnimationTicker m_ticker;
  Json m_json;
  Json m_steps;
};

}  // namespace

Json tickerVectors() {
  Json runs = Json::array();
  std::mt19937 random(7);
  const auto uniform = [&random](double from, double to) {
    return from + (to - from) * (static_cast<double>(random()) / 4294967296.0);
  };
  for (std::size_t clip = 0; clip < timedClips().size(); ++clip) {
    const double length = timedClips()[clip].timing.lengthSeconds;
    for (const double speed : {1.0, -1.0, 0.37, -2.5, 0.0}) {
      Run run(clip, speed, std::nullopt);
      for (int i = 0; i < 12; ++i) {
        run.tick(1.0 / 60.0);
      }
      run.tick(length);        // exactly one cycle
      run.tick(length / 2.0);  // events at the end of a step belong to that step
      run.tick(length / 2.0);
      run.tick(0.0);
      run.tick(-0.3);
      run.seek(length * 0.9);
      run.setSpeed(-speed);
      run.tick(0.2);
      for (int i = 0; i < 6; ++i) {
        run.tick(uniform(0.0, 3.0 * length + 0.01));
      }
      runs.push_back(run.take());
    }
    Run started(clip, 1.0, length * 0.5);
    started.tick(0.1);
    runs.push_back(started.take());
    Run startedBack(clip, -1.0, length);
    startedBack.tick(0.1);
    runs.push_back(startedBack.take());
  }
  // Three days at 60 and at 144 frames per second: no drift, no event lost or doubled.
  for (const double rate : {60.0, 144.0}) {
    for (const std::size_t clip : {std::size_t{0}, std::size_t{4}}) {
      Run run(clip, 1.0, std::nullopt);
      run.tickOften(1.0 / rate, static_cast<std::int64_t>(72.0 * 3600.0 * rate));
      run.tick(1.0 / rate);
      runs.push_back(run.take());
    }
  }
  return {{"clips", clipTable()}, {"runs", runs}};
}

}  // namespace texeleton::vectors
