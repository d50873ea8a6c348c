#include <QObject>
#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "core/runtime/event_scheduler.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

using AtStart = runtime::EventScheduler::AtStart;

/// Instance, tick, loop, event.
using Fired = std::tuple<std::uint32_t, std::uint64_t, std::int64_t, std::size_t>;

std::vector<Fired> drain(runtime::EventScheduler& scheduler, std::uint64_t now) {
  std::vector<Fired> fired;
  while (const auto event = scheduler.next(now)) {
    fired.emplace_back(event->instance, event->tick, event->event.loop, event->event.index);
  }
  return fired;
}

struct TestInstance {
  runtime::ClipTiming timing;
  std::vector<model::ClipEvent> events;
  double speed = 1.0;
  double start = 0.0;

  runtime::EventTrack track() const { return {timing, events}; }
};

TestInstance randomInstance(std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(0.0, 1.0);
  TestInstance instance;
  const bool loop = random() % 3 != 0;
  instance.timing = {0, 30, 0.05 + 2.0 * share(random), loop};
  for (std::size_t i = random() % 5; i > 0; --i) {
    const double time = instance.timing.lengthSeconds * share(random);
    instance.events.push_back({"e",
                               random() % 4 == 0   ? 0.0
                               : random() % 4 == 0 ? instance.timing.lengthSeconds
                                                   : time,
                               ""});
    if (random() % 4 == 0) {
      instance.events.push_back(instance.events.back());
    }
  }
  instance.events = runtime::sortedEvents(instance.events, instance.timing.lengthSeconds);
  instance.speed = (0.1 + 2.0 * share(random)) * (random() % 2 == 0 ? 1.0 : -1.0);
  instance.start = random() % 3 == 0 ? 0.0 : instance.timing.lengthSeconds * share(random);
  return instance;
}

/// Runs the crowd's integer clock tick by tick and fires the events that its phase passes, by a simple independent
/// rule: the position unrolled in whole phase units before and after each tick.
std::vector<Fired> tickByTick(const TestInstance& instance, std::uint32_t number, std::uint32_t ticks) {
  const bool loop = instance.timing.loop;
  const double length = instance.timing.lengthSeconds;
  const runtime::CrowdPhase record = runtime::crowdPhase(instance.timing, instance.speed, instance.start);
  constexpr std::int64_t kTurn = std::int64_t{1} << 32;
  const bool backward = instance.speed < 0.0;
  const auto startPhase = static_cast<std::int64_t>(std::llround(instance.start / length * 4294967296.0));
  std::vector<std::int64_t> eventPhases;
  for (const model::ClipEvent& event : instance.events) {
    eventPhases.push_back(std::llround(event.timeSeconds / length * 4294967296.0));
  }
  const auto reaches = [&](std::int64_t position, std::int64_t copy) {
    return backward ? position <= copy : position >= copy;
  };
  std::vector<Fired> fired;
  // The next event to fire, as (loop, index); those before the start are in the past.
  std::vector<std::pair<std::int64_t, std::size_t>> copies;
  for (std::int64_t k = loop ? -80 : 0; k <= (loop ? 80 : 0); ++k) {
    for (std::size_t i = 0; i < eventPhases.size(); ++i) {
      const std::int64_t copy = eventPhases[i] + k * kTurn;
      const bool isEndOfLoopBefore = loop && startPhase == 0 && copy == 0 && k == -1;
      const bool ahead = (backward ? copy <= startPhase : copy >= startPhase) && !isEndOfLoopBefore;
      if (ahead) {
        copies.emplace_back(k, i);
      }
    }
  }
  std::sort(copies.begin(), copies.end());
  if (backward) {
    std::reverse(copies.begin(), copies.end());
  }
  std::size_t nextCopy = 0;
  std::int64_t unrolled = loop ? static_cast<std::int64_t>(record.phase) : 0;
  std::uint32_t before = record.phase;
  for (std::uint32_t tick = 0; tick <= ticks; ++tick) {
    if (loop) {
      const std::uint32_t phase = runtime::loopPhaseAt(record, {tick, 0});
      unrolled += static_cast<std::int32_t>(phase - before);
      before = phase;
    } else {
      const runtime::OncePhase once = runtime::oncePhaseAt(record, {tick, 0});
      unrolled = once.atEnd ? kTurn : once.phase;
    }
    while (nextCopy < copies.size() &&
           reaches(unrolled, eventPhases[copies[nextCopy].second] + copies[nextCopy].first * kTurn)) {
      fired.emplace_back(number, tick, copies[nextCopy].first, copies[nextCopy].second);
      ++nextCopy;
    }
  }
  return fired;
}

}  // namespace

class TestEventScheduler : public QObject {
  Q_OBJECT

 private slots:
  /// Many instances, time in random pieces: fired events, times and order equal those of the clock run tick by tick.
  void againstTickByTick() {
    std::mt19937_64 random(31);
    for (int round = 0; round < 60; ++round) {
      std::vector<TestInstance> instances;
      for (int i = 0; i < 12; ++i) {
        instances.push_back(randomInstance(random));
      }
      constexpr std::uint32_t kTicks = 1500;
      std::vector<Fired> wanted;
      runtime::EventScheduler scheduler;
      for (std::uint32_t i = 0; i < instances.size(); ++i) {
        const std::vector<Fired> one = tickByTick(instances[i], i, kTicks);
        wanted.insert(wanted.end(), one.begin(), one.end());
        scheduler.set(i, instances[i].track(), instances[i].speed, instances[i].start, 0);
      }
      // By tick, then instance; the stable sort keeps the order within an instance.
      std::stable_sort(wanted.begin(), wanted.end(), [](const Fired& a, const Fired& b) {
        return std::pair(std::get<1>(a), std::get<0>(a)) < std::pair(std::get<1>(b), std::get<0>(b));
      });
      std::vector<Fired> fired;
      for (std::uint64_t now = 0; now < kTicks; now += 1 + random() % 300) {
        const std::vector<Fired> piece = drain(scheduler, now);
        fired.insert(fired.end(), piece.begin(), piece.end());
      }
      const std::vector<Fired> rest = drain(scheduler, kTicks);
      fired.insert(fired.end(), rest.begin(), rest.end());
      QCOMPARE(fired.size(), wanted.size());
      QVERIFY(fired == wanted);
    }
  }

  /// Over 30 days no event is lost or doubled, and each fires within a tick of its time.
  void aMonth() {
    const std::vector<model::ClipEvent> events = {{"a", 0.0, ""}, {"b", 301.7, ""}, {"c", 1000.0 / 3.0, ""}};
    const runtime::EventTrack track{{0, 9000, 1000.0 / 3.0, true}, events};
    const double speed = 0.7;
    runtime::EventScheduler scheduler;
    scheduler.set(0, track, speed, 0.0, 0);
    const std::uint64_t month = 30ull * 24 * 3600 * runtime::kTicksPerSecond;
    std::int64_t count = 0;
    double worst = 0.0;
    while (const auto fired = scheduler.next(month)) {
      const double due = (fired->event.timeSeconds + static_cast<double>(fired->event.loop) * 1000.0 / 3.0) / speed;
      worst = std::max(worst, std::abs(static_cast<double>(fired->tick) / runtime::kTicksPerSecond - due));
      ++count;
    }
    const runtime::FiredEvents wanted = runtime::eventsBetween(track, 0.0, 30 * 24 * 3600.0 * speed);
    QCOMPARE(count, wanted.count() + 1);  // Plus the one at the start.
    // Rounded steps: 2⁻⁴⁹ turns per tick, at most 0.0016 turns·s … over a month.
    QVERIFY2(worst < 0.0035, qPrintable(QString::number(worst)));
  }

  void startAndEnd() {
    const std::vector<model::ClipEvent> events = {{"a", 0.0, ""}, {"b", 1.0, ""}};
    const runtime::EventTrack loop{{0, 30, 1.0, true}, events};
    const runtime::EventTrack once{{0, 31, 1.0, false}, events};
    runtime::EventScheduler scheduler;
    scheduler.set(0, loop, 1.0, 0.0, 100);
    QCOMPARE(drain(scheduler, 99), std::vector<Fired>());
    QCOMPARE(drain(scheduler, 1124), (std::vector<Fired>{{0, 100, 0, 0}, {0, 1124, 0, 1}, {0, 1124, 1, 0}}));
    scheduler.set(0, loop, 1.0, 0.0, 100, AtStart::Skip);
    QCOMPARE(drain(scheduler, 1124), (std::vector<Fired>{{0, 1124, 0, 1}, {0, 1124, 1, 0}}));
    scheduler.set(0, loop, -1.0, 0.0, 0);
    QCOMPARE(drain(scheduler, 1024), (std::vector<Fired>{{0, 0, 0, 0}, {0, 1024, -1, 0}, {0, 1024, -2, 1}}));
    scheduler.set(0, once, -1.0, 1.0, 0);
    QCOMPARE(drain(scheduler, 100000), (std::vector<Fired>{{0, 0, 0, 1}, {0, 1024, 0, 0}}));
    QCOMPARE(scheduler.waitingCount(), std::size_t{0});
    scheduler.set(0, once, 1.0, 0.0, 0);
    QCOMPARE(drain(scheduler, 1u << 30), (std::vector<Fired>{{0, 0, 0, 0}, {0, 1024, 0, 1}}));
    scheduler.set(0, loop, 0.0, 0.0, 5);  // Paused on an event.
    QCOMPARE(drain(scheduler, 1u << 30), (std::vector<Fired>{{0, 5, 0, 0}}));
    const std::vector<model::ClipEvent> first = {{"a", 0.0, ""}};
    scheduler.set(0, {{0, 1, 0.0, false}, first}, 1.0, 0.0, 5);
    QCOMPARE(drain(scheduler, 1u << 30), (std::vector<Fired>{{0, 5, 0, 0}}));
    scheduler.set(0, {{0, 30, 1.0, true}, {}}, 1.0, 0.0, 5);
    QCOMPARE(scheduler.waitingCount(), std::size_t{0});
  }

  /// Instances are added, removed and changed while time runs; only existing ones fire.
  void removing() {
    std::mt19937_64 random(32);
    const std::vector<model::ClipEvent> events = {{"a", 0.0, ""}};
    std::map<std::uint32_t, std::uint64_t> periods;  // Ticks between events of each instance.
    std::map<std::uint32_t, std::uint64_t> begun;
    runtime::EventScheduler scheduler;
    std::uint64_t now = 0;
    for (int step = 0; step < 3000; ++step) {
      const auto number = static_cast<std::uint32_t>(random() % 50);
      if (random() % 3 == 0) {
        scheduler.remove(number);
        periods.erase(number);
      } else {
        const std::uint64_t period = 16u << (random() % 6);
        scheduler.set(number, {{0, 2, static_cast<double>(period) / runtime::kTicksPerSecond, true}, events}, 1.0, 0.0,
                      now, AtStart::Skip);
        periods[number] = period;
        begun[number] = now;
      }
      QCOMPARE(scheduler.waitingCount(), periods.size());
      const std::uint64_t later = now + random() % 200;
      std::vector<std::pair<std::uint64_t, std::uint32_t>> wanted;
      for (const auto& [instance, period] : periods) {
        for (std::uint64_t due = begun[instance] + period; due <= later; due += period) {
          if (due > now) {
            wanted.emplace_back(due, instance);
          }
        }
      }
      std::sort(wanted.begin(), wanted.end());
      std::vector<std::pair<std::uint64_t, std::uint32_t>> fired;
      while (const auto event = scheduler.next(later)) {
        fired.emplace_back(event->tick, event->instance);
      }
      QCOMPARE(fired, wanted);
      now = later;
    }
  }

  /// Clips of a microsecond, NaN, and a caller that stops in the middle of a flood.
  void hostileNumbers() {
    const std::vector<model::ClipEvent> events = {{"a", 0.0, ""}, {"b", 1e-6, ""}};
    for (const double speed : {1.0, -1.0, 1e300, -1e300, HUGE_VAL, std::nan(""), 1e-300}) {
      for (const double start : {0.0, 1e300, -1e300, std::nan(""), 0.9e-6}) {
        for (const bool loop : {true, false}) {
          runtime::EventScheduler scheduler;
          scheduler.set(3, {{0, 2, 1e-6, loop}, events}, speed, start, 1000);
          for (int i = 0; i < 1000; ++i) {
            const auto fired = scheduler.next(1ull << 52);
            if (!fired) {
              break;
            }
            QVERIFY(fired->tick >= 1000 && fired->event.index < 2);
          }
        }
      }
    }
  }
};

TEXELETON_SUITE(TestEventScheduler)
#include "test_event_scheduler.moc"
