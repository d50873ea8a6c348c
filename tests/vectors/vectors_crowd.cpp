#include <array>
#include <random>

#include "core/runtime/crowd_clock.h"
#include "core/runtime/event_scheduler.h"
#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

namespace {

Json words(const runtime::CrowdPhase& record) { return {record.phase, record.stepHigh, record.stepLow}; }

Json frames(const runtime::AnimationTickOutput& output) { return {output.current, output.next, output.interpolate}; }

/// From the first tick to after 30 days; records are re-based as in a run-time.
constexpr std::array kHours = {0.0, 0.001, 0.5, 1.0, 24.0, 72.0, 720.0};

}  // namespace

Json crowdVectors() {
  Json records = Json::array();
  for (std::size_t clip = 0; clip < timedClips().size(); ++clip) {
    const runtime::ClipTiming& timing = timedClips()[clip].timing;
    const runtime::CrowdClip entry = runtime::crowdClip(timing);
    for (const double speed : {1.0, -1.0, 0.73, 3.0, 0.0}) {
      const double start = speed < 0.0 ? timing.lengthSeconds : 0.0;
      for (const double startSeconds : {start, timing.lengthSeconds * 0.3}) {
        const std::uint32_t nowTicks = 5000;
        runtime::CrowdPhase record = runtime::crowdPhase(timing, speed, startSeconds, nowTicks);
        Json json = {{"clip", clip},
                     {"speed", speed},
                     {"startSeconds", startSeconds},
                     {"nowTicks", nowTicks},
                     {"record", words(record)}};
        Json shown = Json::array();
        std::uint64_t base = 0;
        for (const double hours : kHours) {
          const runtime::CrowdTime time = runtime::crowdTime(hours * 3600.0 + 6.1234);
          Json at = {{"seconds", hours * 3600.0 + 6.1234}};
          if (time.ticks - base >= runtime::kCrowdRebaseTicks) {
            const auto ticks = static_cast<std::uint32_t>(time.ticks - base);
            record = runtime::rebased(record, timing, speed, ticks);
            base = time.ticks;
            at["rebasedTo"] = words(record);
          }
          const runtime::CrowdClock clock = runtime::crowdClock(time, base);
          at["clock"] = {clock.ticks, clock.rest};
          at["frames"] = frames(runtime::crowdOutput(entry, record, clock));
          shown.push_back(std::move(at));
        }
        json["shown"] = std::move(shown);
        records.push_back(std::move(json));
      }
    }
  }
  Json fades = Json::array();
  for (const std::uint32_t duration : {0u, 1u, 300u}) {
    for (const runtime::CrowdClock clock :
         {runtime::CrowdClock{99, 65535}, runtime::CrowdClock{100, 0}, runtime::CrowdClock{100, 32768},
          runtime::CrowdClock{250, 1}, runtime::CrowdClock{400, 0}, runtime::CrowdClock{0xfffffff0u, 0}}) {
      fades.push_back({{"startTicks", 100},
                       {"durationTicks", duration},
                       {"clock", {clock.ticks, clock.rest}},
                       {"share", runtime::crowdFadeWeight(100, duration, clock)}});
    }
  }
  return {{"ticksPerSecond", runtime::kTicksPerSecond},
          {"rebaseTicks", runtime::kCrowdRebaseTicks},
          {"clips", clipTable()},
          {"records", records},
          {"fades", fades}};
}

Json scheduleVectors() {
  runtime::EventScheduler scheduler;
  Json steps = Json::array();
  std::mt19937 random(11);
  std::uint64_t now = 0;
  const auto set = [&](std::uint32_t instance, std::size_t clip, double speed, double startSeconds, bool fire) {
    scheduler.set(instance, timedClips()[clip].track(), speed, startSeconds, now,
                  fire ? runtime::EventScheduler::AtStart::Fire : runtime::EventScheduler::AtStart::Skip);
    steps.push_back({{"set", instance},
                     {"clip", clip},
                     {"speed", speed},
                     {"startSeconds", startSeconds},
                     {"nowTicks", now},
                     {"fireAtStart", fire}});
  };
  const auto advance = [&](std::uint64_t ticks) {
    now += ticks;
    Json fired = Json::array();
    while (const auto event = scheduler.next(now)) {
      fired.push_back({event->instance, event->tick, event->event.index, event->event.loop});
    }
    steps.push_back({{"nowTicks", now}, {"fired", fired}});
  };
  constexpr std::array kClips = {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{5}};
  for (std::uint32_t instance = 0; instance < 20; ++instance) {
    const std::size_t clip = kClips[instance % kClips.size()];
    const double length = timedClips()[clip].timing.lengthSeconds;
    const double speed = instance % 7 == 3 ? -1.25 : 0.5 + 0.1 * instance;
    set(instance, clip, speed, length * (static_cast<double>(random()) / 4294967296.0), instance % 3 != 0);
  }
  for (int i = 0; i < 30; ++i) {
    advance(1 + random() % 40);
  }
  scheduler.remove(4);
  steps.push_back({{"remove", 4}});
  set(0, 1, 1.0, 0.0, true);
  set(1, 0, -1.0, 0.0, true);
  set(2, 1, -1.0, 1.0, true);
  for (int i = 0; i < 20; ++i) {
    advance(random() % 120);
  }
  return {{"clips", clipTable()}, {"steps", steps}};
}

}  // namespace texeleton::vectors
