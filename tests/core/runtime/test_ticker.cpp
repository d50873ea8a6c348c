#include <QObject>
#include <QTest>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>

#include "core/runtime/animation_ticker.h"
#include "tests/support/suite.h"

namespace {

std::size_t g_allocations = 0;

}  // namespace

// Counts allocations, to show that a tick makes none. Not inlined: GCC 14 reports a mismatch if it sees only one of new
// and delete.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++g_allocations;
  if (void* memory = std::malloc(size != 0 ? size : 1)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

using namespace texeleton;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const runtime::ClipTiming kLoop{100, 30, 1.0, true};
const runtime::ClipTiming kOnce{100, 31, 1.0, false};

}  // namespace

class TestTicker : public QObject {
  Q_OBJECT

 private slots:
  void positions() {
    QCOMPARE(runtime::sampleClip(kLoop, 0.0), (runtime::AnimationTickOutput{100, 101, 0.0f}));
    QCOMPARE(runtime::sampleClip(kLoop, 0.25), (runtime::AnimationTickOutput{107, 108, 0.5f}));
    QCOMPARE(runtime::sampleClip(kLoop, 29.5 / 30.0).next, 100u);  // The last frame blends into the first.
    QCOMPARE(runtime::sampleClip(kLoop, 1.0), (runtime::AnimationTickOutput{100, 101, 0.0f}));
    QCOMPARE(runtime::sampleClip(kLoop, -0.25), (runtime::AnimationTickOutput{122, 123, 0.5f}));
    QCOMPARE(runtime::sampleClip(kLoop, 3.25), (runtime::AnimationTickOutput{107, 108, 0.5f}));
    QCOMPARE(runtime::sampleClip(kOnce, 0.25), (runtime::AnimationTickOutput{107, 108, 0.5f}));
    QCOMPARE(runtime::sampleClip(kOnce, 1.0), (runtime::AnimationTickOutput{130, 130, 0.0f}));
    QCOMPARE(runtime::sampleClip(kOnce, 7.0), (runtime::AnimationTickOutput{130, 130, 0.0f}));
    QCOMPARE(runtime::sampleClip(kOnce, -7.0), (runtime::AnimationTickOutput{100, 101, 0.0f}));
  }

  void clipsWithoutLength() {
    for (const double length : {0.0, -1.0, kInfinity, std::nan("")}) {
      for (const bool loop : {false, true}) {
        QCOMPARE(runtime::sampleClip({5, 1, length, loop}, 3.0), (runtime::AnimationTickOutput{5, 5, 0.0f}));
      }
    }
    QCOMPARE(runtime::sampleClip({5, 1, 2.0, true}, 1.0),
             (runtime::AnimationTickOutput{5, 5, 0.5f}));  // A frame blended into itself.
    QCOMPARE(runtime::sampleClip({5, 0, 2.0, false}, 1.0), (runtime::AnimationTickOutput{5, 5, 0.0f}));
  }

  /// Whatever the time, frames are in the clip and the fraction in [0, 1): neighbours of frames, numbers near the
  /// limits of double, and values that round up to a whole number as a float.
  void neverOutOfRange() {
    std::mt19937_64 random(7);
    std::vector<double> times = {
        0.0,        -0.0,         1e-320, -1e-320, 1e300,      -1e300, kInfinity,
        -kInfinity, std::nan(""), 0x1p53, -0x1p53, 0.99999999, -1e-20, std::nextafter(1.0, 0.0)};
    for (int i = 0; i < 5000; ++i) {
      times.push_back(std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 130));
      times.push_back(-times.back());
    }
    for (const std::uint32_t frameCount : {1u, 2u, 3u, 30u, 65535u}) {
      for (const double length : {1e-300, 1e-3, 1.0, 0.7083333, 3600.0, 1e300}) {
        for (const bool loop : {true, false}) {
          const runtime::ClipTiming timing{10, frameCount, length, loop};
          for (std::uint32_t frame = 0; frame < frameCount; frame += 1 + frameCount / 50) {
            const double time = length * frame / frameCount;
            times.push_back(std::nextafter(time, -1.0));
            times.push_back(time);
            times.push_back(std::nextafter(time, kInfinity));
          }
          for (const double time : times) {
            const runtime::AnimationTickOutput output = runtime::sampleClip(timing, time);
            const bool inRange = output.current >= 10 && output.current < 10 + frameCount && output.next >= 10 &&
                                 output.next < 10 + frameCount && output.interpolate >= 0.0f &&
                                 output.interpolate < 1.0f;
            const std::uint32_t next = output.current + 1 < 10 + frameCount ? output.current + 1
                                       : loop                               ? 10
                                                                            : output.current;
            if (!inRange || output.next != next) {
              QFAIL(qPrintable(QString::number(time, 'g', 17)));
            }
          }
        }
      }
    }
  }

  /// Against long double, at random times up to a month: the position agrees to a thousandth of a frame.
  void agreesWithLongDouble() {
    std::mt19937_64 random(8);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (int i = 0; i < 50000; ++i) {
      const auto frameCount = static_cast<std::uint32_t>(2 + random() % 500);
      const double length = 0.05 + 20.0 * share(random);
      const double time = (share(random) - 0.5) * std::pow(10.0, 6.7 * share(random));
      const runtime::AnimationTickOutput output = runtime::sampleClip({0, frameCount, length, true}, time);
      const long double turns = static_cast<long double>(time) / static_cast<long double>(length);
      const long double wanted = (turns - std::floor(turns)) * frameCount;
      long double difference = std::abs(wanted - output.current - static_cast<long double>(output.interpolate));
      difference = std::min(difference, frameCount - difference);
      QVERIFY(difference < 1e-3L);
    }
  }

  void play() {
    runtime::AnimationTicker ticker;
    QCOMPARE(ticker.output(), (runtime::AnimationTickOutput{0, 0, 0.0f}));  // Before anything plays.
    (void)ticker.play({kOnce, {}}, -2.0);
    QCOMPARE(ticker.output(), (runtime::AnimationTickOutput{130, 130, 0.0f}));
    (void)ticker.tick(0.25);
    QCOMPARE(ticker.positionSeconds(), 0.5);
    QVERIFY(!ticker.isFinished());
    (void)ticker.tick(10.0);
    QVERIFY(ticker.isFinished());
    QVERIFY(ticker.setSpeed(1.0));  // Reverses at once, however long it has ended.
    (void)ticker.tick(0.25);
    QCOMPARE(ticker.output(), (runtime::AnimationTickOutput{107, 108, 0.5f}));
    QVERIFY(ticker.seek(5.0));
    QCOMPARE(ticker.positionSeconds(), 1.0);

    (void)ticker.play({kLoop, {}}, -1.0);
    (void)ticker.tick(2.25);
    QCOMPARE(ticker.positionSeconds(), -2.25);
    QCOMPARE(ticker.output(), (runtime::AnimationTickOutput{122, 123, 0.5f}));
    QVERIFY(!ticker.isFinished());
    (void)ticker.play({kLoop, {}}, 1.0, 0.5);
    QCOMPARE(ticker.output(), (runtime::AnimationTickOutput{115, 116, 0.0f}));
  }

  void rejectsNonFinite() {
    runtime::AnimationTicker ticker;
    const std::vector<model::ClipEvent> events = {{"a", 0.0, ""}, {"b", 0.5, ""}};
    (void)ticker.play({kLoop, events}, 0.5, 0.25);
    for (const double bad : {kInfinity, -kInfinity, std::nan("")}) {
      const runtime::FiredEvents fired = ticker.tick(bad);
      QVERIFY(fired.refused());
      QVERIFY(fired.empty());
      QVERIFY(!ticker.seek(bad));
      QVERIFY(!ticker.setSpeed(bad));
      QVERIFY(ticker.play({kOnce, events}, bad).refused());
      QVERIFY(ticker.play({kOnce, events}, 1.0, bad).refused());
    }
    QVERIFY(ticker.setSpeed(1e300));
    QVERIFY(ticker.tick(1e300).refused());  // The product is not finite either.
    QCOMPARE(ticker.positionSeconds(), 0.25);
    QCOMPARE(ticker.track().timing, kLoop);
    QVERIFY(!ticker.tick(0.0).refused());
  }

  void allocatesNothing() {
    const std::vector<model::ClipEvent> events = {{"a name longer than a small string", 0.0, "parameter"},
                                                  {"b", 0.5, ""}};
    runtime::AnimationTicker ticker;
    std::size_t fired = 0;
    const std::size_t before = g_allocations;
    for (const runtime::FiredEvent& event : ticker.play({kLoop, events})) {
      fired += event.name.size();
    }
    for (int i = 0; i < 1000; ++i) {
      for (const runtime::FiredEvent& event : ticker.tick(0.3)) {
        fired += event.name.size();
      }
      fired += ticker.output().current;
    }
    const std::size_t made = g_allocations - before;
    QCOMPARE(made, std::size_t{0});
    QVERIFY(fired > 1000);
  }
};

TEXELETON_SUITE(TestTicker)
#include "test_ticker.moc"
