#include <QObject>
#include <QTest>
#include <cmath>
#include <random>
#include <utility>

#include "core/runtime/animation_ticker.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

// All times here are whole multiples of a unit that doubles represent exactly, so that integers can determine what
// fires.
constexpr double kUnit = 0x1p-12;

/// A repetition of an event: number of the loop and index in the track.
struct Copy {
  std::int64_t loop = 0;
  std::size_t index = 0;
  friend bool operator==(const Copy&, const Copy&) = default;
};

struct TestClip {
  std::int64_t length = 1;           ///< Units.
  std::vector<std::int64_t> events;  ///< Units, ascending.
  bool loop = true;
  std::vector<model::ClipEvent> clipEvents;

  runtime::EventTrack track() const { return {{0, 10, static_cast<double>(length) * kUnit, loop}, clipEvents}; }
};

TestClip randomClip(std::mt19937_64& random, bool loop) {
  TestClip clip;
  clip.loop = loop;
  clip.length = 1 + static_cast<std::int64_t>(random() % 120);
  const std::size_t count = random() % 7;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t place = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(clip.length + 1));
    clip.events.push_back(random() % 4 == 0   ? 0
                          : random() % 4 == 0 ? clip.length
                                              : place);  // Ends and ties are common.
  }
  std::sort(clip.events.begin(), clip.events.end());
  for (const std::int64_t event : clip.events) {
    clip.clipEvents.push_back({std::to_string(clip.clipEvents.size()), static_cast<double>(event) * kUnit, ""});
  }
  return clip;
}

/// Events exactly at `at`, in forward order, by testing every event in integers, without core's formulas.
std::vector<Copy> copiesAt(const TestClip& clip, std::int64_t at) {
  std::vector<Copy> copies;
  for (const bool end : {true, false}) {  // The end of a loop comes before the start of the next.
    for (std::size_t i = 0; i < clip.events.size(); ++i) {
      const std::int64_t distance = at - clip.events[i];
      const bool isEnd = clip.events[i] == clip.length;
      if (isEnd == end && (clip.loop ? distance % clip.length == 0 : distance == 0)) {
        copies.push_back({clip.loop ? distance / clip.length : 0, i});
      }
    }
  }
  return copies;
}

/// Walks unit by unit.
std::vector<Copy> bruteForce(const TestClip& clip, std::int64_t from, std::int64_t to) {
  std::vector<Copy> copies;
  for (std::int64_t at = from + 1; at <= to; ++at) {
    const std::vector<Copy> here = copiesAt(clip, at);
    copies.insert(copies.end(), here.begin(), here.end());
  }
  for (std::int64_t at = from - 1; at >= to; --at) {
    const std::vector<Copy> here = copiesAt(clip, at);
    copies.insert(copies.end(), here.rbegin(), here.rend());
  }
  return copies;
}

std::vector<Copy> pull(const runtime::FiredEvents& fired) {
  std::vector<Copy> copies;
  for (const runtime::FiredEvent& event : fired) {
    copies.push_back({event.loop, event.index});
  }
  return copies;
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

class TestEvents : public QObject {
  Q_OBJECT

 private:
  /// Random partitions of time, speeds that change sign, steps from nothing to several loops.
  static void compareWithBruteForce(bool loop, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::size_t firedCount = 0;
    for (int round = 0; round < 400; ++round) {
      const TestClip clip = randomClip(random, loop);
      runtime::AnimationTicker ticker;
      (void)ticker.play(clip.track(), 1.0);
      std::int64_t at = 0;
      for (int step = 0; step < 30; ++step) {
        const double speeds[] = {1.0, 2.0, 0.5, 0.25, -1.0, -0.5, -2.0, 0.0};
        const double speed = speeds[random() % 8];
        const std::int64_t reach = random() % 5 == 0 ? 3 * clip.length : clip.length / 3 + 1;
        const auto quarters = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(reach + 1));
        QVERIFY(ticker.setSpeed(speed));
        const runtime::FiredEvents fired = ticker.tick(static_cast<double>(4 * quarters) * kUnit);
        std::int64_t to = at + static_cast<std::int64_t>(4.0 * static_cast<double>(quarters) * speed);
        to = loop ? to : std::clamp<std::int64_t>(to, 0, clip.length);
        const std::vector<Copy> wanted = bruteForce(clip, at, to);
        QCOMPARE(ticker.positionSeconds(), static_cast<double>(to) * kUnit);
        QCOMPARE(pull(fired), wanted);
        QCOMPARE(fired.count(), static_cast<std::int64_t>(wanted.size()));
        QCOMPARE(fired.empty(), wanted.empty());
        at = to;
        firedCount += wanted.size();
        if (random() % 20 == 0) {  // Seeking fires no events.
          at = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(clip.length + 1));
          QVERIFY(ticker.seek(static_cast<double>(at) * kUnit));
        }
      }
    }
    QVERIFY(firedCount > 5000);
  }

 private slots:
  void loopAgainstBruteForce() { compareWithBruteForce(true, 11); }
  void onceAgainstBruteForce() { compareWithBruteForce(false, 12); }

  /// Steps of any size at clocks of days: the counts of the formulas in integers.
  void countsAtLargeTimes() {
    std::mt19937_64 random(13);
    for (int round = 0; round < 20000; ++round) {
      const TestClip clip = randomClip(random, true);
      const auto spread = [&random] { return static_cast<std::int64_t>(random() % (std::uint64_t{1} << 35)); };
      const std::int64_t from = spread() - spread();
      const std::int64_t to =
          random() % 2 == 0 ? from + static_cast<std::int64_t>(random() % 1000) : spread() - spread();
      std::int64_t wanted = 0;
      for (const std::int64_t event : clip.events) {
        const auto ceiling = [&](std::int64_t x) { return -floorDivide(event - x, clip.length); };
        wanted += to >= from ? floorDivide(to - event, clip.length) - floorDivide(from - event, clip.length)
                             : ceiling(from) - ceiling(to);
      }
      const runtime::FiredEvents fired =
          runtime::eventsBetween(clip.track(), static_cast<double>(from) * kUnit, static_cast<double>(to) * kUnit);
      QCOMPARE(fired.count(), wanted);
    }
  }

  /// Times off any integer grid: however a span is divided, its parts fire the events of the whole, in order.
  void piecesEqualWhole() {
    std::mt19937_64 random(14);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (int round = 0; round < 300; ++round) {
      std::vector<model::ClipEvent> events;
      const double length = 0.01 + 3.0 * share(random);
      for (int i = 0; i < 5; ++i) {
        events.push_back({"e", i == 0 ? 0.0 : i == 1 ? length : length * share(random), ""});
      }
      events = runtime::sortedEvents(events, length);
      const runtime::EventTrack track{{0, 10, length, true}, events};
      const double origin = (share(random) - 0.5) * std::pow(10.0, 8.0 * share(random));
      for (const double direction : {1.0, -1.0}) {
        std::vector<Copy> pieces;
        double at = origin;
        for (int step = 0; step < 200; ++step) {
          // Often exactly on an event, where rounding matters most.
          const double onEvent = std::floor(at / length) * length + events[random() % events.size()].timeSeconds;
          double to = at + direction * length * 2.0 * share(random);
          to = random() % 3 == 0 && (onEvent - at) * direction > 0.0 ? onEvent : to;
          const std::vector<Copy> fired = pull(runtime::eventsBetween(track, at, to));
          pieces.insert(pieces.end(), fired.begin(), fired.end());
          at = to;
        }
        QCOMPARE(pieces, pull(runtime::eventsBetween(track, origin, at)));
        QVERIFY(pieces.size() > 300);
      }
    }
  }

  void playFiresItsStart() {
    const std::vector<model::ClipEvent> events = {
        {"a", 0.0, ""}, {"b", 0.0, ""}, {"c", 0.5, ""}, {"d", 1.0, ""}, {"e", 1.0, ""}};
    const runtime::EventTrack loop{{0, 30, 1.0, true}, events};
    const runtime::EventTrack once{{0, 31, 1.0, false}, events};
    using Copies = std::vector<Copy>;
    runtime::AnimationTicker ticker;
    QCOMPARE(pull(ticker.play(loop)), (Copies{{0, 0}, {0, 1}}));
    QCOMPARE(pull(ticker.tick(1.0)), (Copies{{0, 2}, {0, 3}, {0, 4}, {1, 0}, {1, 1}}));  // L before 0, going forward.
    QCOMPARE(pull(ticker.play(loop, -1.0)), (Copies{{0, 1}, {0, 0}}));  // Not the events at L of the previous loop.
    QCOMPARE(pull(ticker.tick(1.0)), (Copies{{-1, 2}, {-1, 1}, {-1, 0}, {-2, 4}, {-2, 3}}));  // 0 before L.
    QCOMPARE(pull(ticker.play(loop, 1.0, 2.5)), (Copies{{2, 2}}));
    QCOMPARE(pull(ticker.play(loop, 1.0, 3.0)), (Copies{{3, 0}, {3, 1}}));
    QCOMPARE(pull(ticker.play(loop, 1.0, 0.25)), Copies());
    QCOMPARE(pull(ticker.play(once)), (Copies{{0, 0}, {0, 1}}));
    QCOMPARE(pull(ticker.tick(100.0)), (Copies{{0, 2}, {0, 3}, {0, 4}}));
    QCOMPARE(pull(ticker.tick(100.0)), Copies());
    QCOMPARE(pull(ticker.play(once, -1.0)), (Copies{{0, 4}, {0, 3}}));  // Starts at L.
    QCOMPARE(pull(ticker.tick(100.0)), (Copies{{0, 2}, {0, 1}, {0, 0}}));
    QVERIFY(ticker.seek(0.5));
    QCOMPARE(pull(ticker.tick(0.0)), Copies());

    const std::vector<model::ClipEvent> atStart = {{"a", 0.0, ""}};
    QCOMPARE(pull(ticker.play({{0, 1, 0.0, true}, atStart})), (Copies{{0, 0}}));  // No length: a single moment.
    QCOMPARE(pull(ticker.tick(5.0)), Copies());
  }

  void eventFields() {
    const std::vector<model::ClipEvent> events = {{"footstep_l", 0.2, "gravel"}};
    const runtime::EventTrack track{{0, 30, 1.0, true}, events};
    const runtime::FiredEvents fired = runtime::eventsBetween(track, 2.0, 3.5);
    QCOMPARE(fired.count(), std::int64_t{2});
    const runtime::FiredEvent event = *fired.begin();
    QCOMPARE(event.name, std::string_view("footstep_l"));
    QCOMPARE(event.parameter, std::string_view("gravel"));
    QCOMPARE(event.timeSeconds, 0.2);
    QCOMPARE(event.loop, std::int64_t{2});
  }

  /// A step of a million years through a millisecond's clip is counted and evaluated at once.
  void hugeStep() {
    const std::vector<model::ClipEvent> events = {{"a", 0.0, ""}, {"b", 0.0005, ""}};
    for (const double step : {3e13, -3e13, 1e308, -1e308}) {
      const runtime::FiredEvents fired = runtime::eventsBetween({{0, 2, 0.001, true}, events}, 0.0, step);
      QVERIFY(fired.count() > 9'000'000'000'000'000);
      int seen = 0;
      std::int64_t loop = step < 0.0 ? 1 : -1;
      for (const runtime::FiredEvent& event : fired) {
        QVERIFY(step < 0.0 ? event.loop <= loop : event.loop >= loop);
        loop = event.loop;
        if (++seen == 1000) {
          break;
        }
      }
      QCOMPARE(seen, 1000);
    }
  }

  void sorting() {
    const std::vector<model::ClipEvent> events = {{"late", 0.75, ""},        {"outside", 2.0, ""}, {"tie1", 0.5, ""},
                                                  {"nan", std::nan(""), ""}, {"before", -0.1, ""}, {"tie2", 0.5, ""},
                                                  {"end", 1.0, ""}};
    std::string names;
    for (const model::ClipEvent& event : runtime::sortedEvents(events, 1.0)) {
      names += event.name + " ";
    }
    QCOMPARE(names, std::string("tie1 tie2 late end "));
  }

  /// Events that violate the contract (unsorted, out of range, NaN) cause no crash and no endless loop.
  void hostileEvents() {
    std::mt19937_64 random(15);
    for (int round = 0; round < 2000; ++round) {
      std::vector<model::ClipEvent> events;
      for (int i = 0; i < 6; ++i) {
        const double strange[] = {std::nan(""), 1e308, -1e308, HUGE_VAL, -HUGE_VAL, 0.5, 1e-320, 7.0, -3.0};
        events.push_back({"e", strange[random() % 9], ""});
      }
      const double lengths[] = {1.0, 1e-320, 1e308, std::nan(""), -1.0};
      const runtime::EventTrack track{{0, 3, lengths[random() % 5], random() % 2 == 0}, events};
      const double ends[] = {0.0, 1e308, -1e308, 0.5, -2.0, 1e10};
      int seen = 0;
      for (const runtime::FiredEvent& event : runtime::eventsBetween(track, ends[random() % 6], ends[random() % 6])) {
        QVERIFY(event.index < events.size());
        if (++seen == 100) {
          break;
        }
      }
    }
  }
};

TEXELETON_SUITE(TestEvents)
#include "test_events.moc"
