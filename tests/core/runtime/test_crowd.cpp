#include <QObject>
#include <QTest>
#include <cmath>
#include <random>
#include <vector>

#include "core/runtime/crowd_ticker.h"
#include "hwy/targets.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

__extension__ using Wide = __int128;

constexpr double kHour = 3600.0;
constexpr double kClocks[] = {0.0, kHour, 24 * kHour, 30 * 24 * kHour};

Wide wideStep(const runtime::CrowdPhase& record) { return Wide{record.stepHigh} * 65536 + record.stepLow; }

/// Frames since the clip's first, as one number.
double positionOf(const runtime::ClipTiming& timing, const runtime::AnimationTickOutput& output) {
  return static_cast<double>(output.current - timing.frameBegin) + static_cast<double>(output.interpolate);
}

double distance(const runtime::ClipTiming& timing, const runtime::AnimationTickOutput& a,
                const runtime::AnimationTickOutput& b) {
  const double apart = std::abs(positionOf(timing, a) - positionOf(timing, b));
  return timing.loop ? std::min(apart, timing.frameCount - apart) : apart;
}

/// A run-time's clock: re-bases whenever the interval is over.
runtime::AnimationTickOutput crowdAt(const runtime::ClipTiming& timing, double speed, double start, double seconds,
                                     bool exactRebase) {
  runtime::CrowdPhase record = runtime::crowdPhase(timing, speed, start);
  const runtime::CrowdTime time = runtime::crowdTime(seconds);
  std::uint64_t base = 0;
  for (; time.ticks - base >= runtime::kCrowdRebaseTicks; base += runtime::kCrowdRebaseTicks) {
    record = exactRebase ? runtime::rebased(record, timing, speed, runtime::kCrowdRebaseTicks)
                         : runtime::rebased(record, timing.loop, runtime::kCrowdRebaseTicks);
  }
  return runtime::crowdOutput(runtime::crowdClip(timing), record, runtime::crowdClock(time, base));
}

runtime::ClipTiming randomTiming(std::mt19937_64& random, std::uint32_t maxFrames, bool loop) {
  const double rates[] = {24.0, 30.0, 60.0, 29.97, 12.5};
  const auto frameCount = static_cast<std::uint32_t>(1 + random() % maxFrames);
  return {static_cast<std::uint32_t>(random() % 1000), frameCount, frameCount / rates[random() % 5], loop};
}

runtime::CrowdPhase randomRecord(std::mt19937_64& random) {
  const std::uint32_t shift = random() % 32;
  return {static_cast<std::uint32_t>(random()),
          static_cast<std::int32_t>(static_cast<std::uint32_t>(random())) >> shift,
          random() % 4 == 0 ? 0 : static_cast<std::uint32_t>(random() & 0xffff)};
}

}  // namespace

class TestCrowd : public QObject {
  Q_OBJECT

 private slots:
  void time() {
    QCOMPARE(runtime::crowdTime(1.0).ticks, std::uint64_t{1024});
    QCOMPARE(runtime::crowdTime(1.0).rest, 0u);
    QCOMPARE(runtime::crowdTime(1.5 / 1024).rest, 32768u);
    QCOMPARE(runtime::crowdTime(30 * 24 * kHour).ticks, std::uint64_t{2654208000});
    for (const double bad : {-1.0, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
      QCOMPARE(runtime::crowdTime(bad).ticks, std::uint64_t{0});
    }
    QCOMPARE(runtime::crowdClock({5000000000, 7}, 4999999999).ticks, 1u);
  }

  /// The 32-bit arithmetic against the same computation in 128 bits.
  void loopAgainstWideIntegers() {
    std::mt19937_64 random(21);
    for (int i = 0; i < 200000; ++i) {
      const runtime::CrowdPhase record = randomRecord(random);
      const auto ticks = static_cast<std::uint32_t>(random() >> (random() % 32));
      const Wide moved = (wideStep(record) * ticks) >> 16;
      QCOMPARE(runtime::loopPhaseAt(record, {ticks, 0}), static_cast<std::uint32_t>(record.phase + moved));
      const auto rest = static_cast<std::uint32_t>(random() & 0xffff);
      const Wide further = (Wide{record.stepHigh} * rest) >> 16;
      QCOMPARE(runtime::loopPhaseAt(record, {ticks, rest}), static_cast<std::uint32_t>(record.phase + moved + further));
    }
  }

  void onceAgainstWideIntegers() {
    std::mt19937_64 random(22);
    int ended = 0;
    int running = 0;
    for (int i = 0; i < 200000; ++i) {
      runtime::CrowdPhase record = randomRecord(random);
      record.stepLow = record.stepHigh == 0 && record.stepLow == 0 ? 1 : record.stepLow;
      const auto elapsed = static_cast<std::uint32_t>(random() >> (33 + random() % 30));
      const auto rest = static_cast<std::uint32_t>(random() & 0xffff);
      const Wide step = wideStep(record) < 0 ? -wideStep(record) : wideStep(record);
      const Wide made = ((step * elapsed) >> 16) + (((step >> 16) * rest) >> 16);
      const bool whole = made >= (Wide{1} << 32);
      const Wide wanted = wideStep(record) > 0 ? (whole ? Wide{1} << 32 : made) : (whole ? 0 : (Wide{1} << 32) - made);
      const runtime::OncePhase got = runtime::oncePhaseAt(record, {record.phase + elapsed, rest});
      QVERIFY(Wide{got.phase} + (got.atEnd ? Wide{1} << 32 : 0) == wanted);
      (whole ? ended : running) += 1;

      const runtime::OncePhase before =
          runtime::oncePhaseAt(record, {record.phase - 1 - elapsed, rest});  // Not begun yet.
      QCOMPARE(before.phase, 0u);
      QCOMPARE(before.atEnd, record.stepHigh < 0);
    }
    QVERIFY(ended > 10000 && running > 10000);
  }

  void framesAgainstWideIntegers() {
    std::mt19937_64 random(23);
    for (int i = 0; i < 200000; ++i) {
      const auto frameCount = static_cast<std::uint32_t>(1 + random() % 65535);
      const auto phase = static_cast<std::uint32_t>(random());
      for (const bool loop : {true, false}) {
        const std::uint64_t steps = loop ? frameCount : frameCount - 1;
        const std::uint64_t position = (phase * steps) >> 16;
        const runtime::AnimationTickOutput output = runtime::crowdFrames({7, frameCount, loop}, phase, false);
        QCOMPARE(output.current, 7 + static_cast<std::uint32_t>(position >> 16));
        QCOMPARE(static_cast<double>(output.interpolate), static_cast<double>(position & 0xffff) / 65536.0);
        QVERIFY(output.next < 7 + frameCount && output.interpolate < 1.0f);
      }
      const runtime::AnimationTickOutput end = runtime::crowdFrames({7, frameCount, false}, 0, true);
      QCOMPARE(end, (runtime::AnimationTickOutput{6 + frameCount, 6 + frameCount, 0.0f}));
    }
  }

  /// Against the double ticker at clocks of up to a month: under 0.02 frames for clips of up to 4,000 frames without
  /// any correction; under 0.2 for the longest, with re-basing as in a run-time.
  void loopAgainstTicker() {
    std::mt19937_64 random(24);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    double worst = 0.0;
    double worstLong = 0.0;
    for (const double clock : kClocks) {
      for (int i = 0; i < 20000; ++i) {
        const bool isLong = i % 2 == 0;
        const runtime::ClipTiming timing =
            isLong ? runtime::ClipTiming{3, 65535, 65535 / (20.0 + 40.0 * share(random)), true}
                   : randomTiming(random, 4000, true);
        const double speed = (share(random) - 0.4) * 2.0;
        const double start = timing.lengthSeconds * share(random);
        const double seconds = clock + share(random);
        runtime::AnimationTicker ticker;
        (void)ticker.play({timing, {}}, speed, start);
        (void)ticker.tick(seconds);
        const runtime::AnimationTickOutput crowd = crowdAt(timing, speed, start, seconds, isLong);
        double& most = isLong ? worstLong : worst;
        most = std::max(most, distance(timing, crowd, ticker.output()));
      }
    }
    qInfo("largest distance: %.5f frames up to 4,000 frames, %.5f at 65,535", worst, worstLong);
    QVERIFY(worst < 0.02);
    QVERIFY(worstLong < 0.2);
  }

  void onceAgainstTicker() {
    std::mt19937_64 random(25);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    double worst = 0.0;
    for (int i = 0; i < 50000; ++i) {
      const runtime::ClipTiming timing = randomTiming(random, 4000, false);
      const double speed = (0.2 + share(random)) * (i % 2 == 0 ? 1.0 : -1.0);
      const auto now = static_cast<std::uint32_t>(random());  // Any value, also just before wrapping.
      const double start = speed < 0.0 ? timing.lengthSeconds : 0.0;
      const runtime::CrowdPhase record = runtime::crowdPhase(timing, speed, start, now);
      const runtime::CrowdTime later = runtime::crowdTime(1.5 * timing.lengthSeconds * share(random));
      runtime::AnimationTicker ticker;
      (void)ticker.play({timing, {}}, speed);
      (void)ticker.tick((static_cast<double>(later.ticks) + later.rest / 65536.0) / runtime::kTicksPerSecond);
      const runtime::CrowdClock clock{now + static_cast<std::uint32_t>(later.ticks), later.rest};
      worst = std::max(
          worst, distance(timing, runtime::crowdOutput(runtime::crowdClip(timing), record, clock), ticker.output()));
    }
    QVERIFY2(worst < 0.02, qPrintable(QString::number(worst)));
  }

  /// Starting in the middle of the clip and of the clock's range.
  void startsAtRequestedTime() {
    std::mt19937_64 random(26);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (int i = 0; i < 20000; ++i) {
      const runtime::ClipTiming timing = randomTiming(random, 300, i % 2 == 0);
      const double speed = i % 5 == 0 ? 0.0 : 2.0 * share(random) - 1.0;
      const double start = timing.lengthSeconds * share(random);
      const auto now = static_cast<std::uint32_t>(random());
      const runtime::AnimationTickOutput got =
          runtime::crowdOutput(runtime::crowdClip(timing), runtime::crowdPhase(timing, speed, start, now), {now, 0});
      // Once it starts on a whole tick: half a tick at up to 60 frames a second.
      QVERIFY(distance(timing, got, runtime::sampleClip(timing, start)) < (timing.loop || speed == 0.0 ? 1e-4 : 0.04));
    }
  }

  void rebasingChangesNothing() {
    std::mt19937_64 random(27);
    for (int i = 0; i < 100000; ++i) {
      const bool loop = i % 2 == 0;
      runtime::CrowdPhase record = randomRecord(random);
      const auto ticks = static_cast<std::uint32_t>(random() >> 34);
      record.phase = loop ? record.phase : ticks - static_cast<std::uint32_t>(random() >> 35);  // Has begun.
      const auto later = static_cast<std::uint32_t>(random() >> 34);
      const runtime::CrowdPhase moved = runtime::rebased(record, loop, ticks);
      const runtime::CrowdClip clip{0, 1000, loop};
      const runtime::AnimationTickOutput before = runtime::crowdOutput(clip, record, {ticks + later, 99});
      const runtime::AnimationTickOutput after = runtime::crowdOutput(clip, moved, {later, 99});
      // The bits below 2⁻³² turns restart at 0: a unit of the phase, 2⁻¹⁶ · 1000/65536 frames.
      const runtime::ClipTiming timing{0, 1000, 1.0, loop};
      QVERIFY(distance(timing, before, after) <= (loop ? 2.0 / 65536 : 0.0));
    }
  }

  /// An ended clip stays ended, and a delayed one begins in time, over a year of re-basing.
  void onceOverAYear() {
    const runtime::ClipTiming timing{0, 31, 1.0, false};
    for (const double speed : {1.0, -1.0}) {
      runtime::CrowdPhase record = runtime::crowdPhase(timing, speed, speed < 0.0 ? 1.0 : 0.0, 500);
      const std::uint32_t end = speed < 0.0 ? 0 : 30;
      for (int i = 0; i < 30; ++i) {
        record = runtime::rebased(record, false, runtime::kCrowdRebaseTicks);
        for (const std::uint32_t ticks : {0u, 1u << 20, runtime::kCrowdRebaseTicks}) {
          QCOMPARE(runtime::crowdOutput(runtime::crowdClip(timing), record, {ticks, 65535}).current, end);
        }
      }
    }
    const runtime::CrowdPhase waits = runtime::rebased(runtime::crowdPhase(timing, 1.0, 0.0, 3000), false, 1000);
    QCOMPARE(runtime::crowdOutput(runtime::crowdClip(timing), waits, {1999, 65535}),
             (runtime::AnimationTickOutput{0, 1, 0.0f}));
    QCOMPARE(runtime::crowdOutput(runtime::crowdClip(timing), waits, {2512, 0}),
             (runtime::AnimationTickOutput{15, 16, 0.0f}));
  }

  void hostileNumbers() {
    for (const double number : {HUGE_VAL, -HUGE_VAL, std::nan(""), 1e308, -1e308, 1e-320, 0.0}) {
      for (const bool loop : {true, false}) {
        for (const runtime::ClipTiming& timing :
             {runtime::ClipTiming{0, 30, 1.0, loop}, runtime::ClipTiming{0, 30, number, loop},
              runtime::ClipTiming{0, 0xffffffff, 1e-310, loop}, runtime::ClipTiming{0, 0, 1.0, loop}}) {
          for (const runtime::CrowdPhase& record :
               {runtime::crowdPhase(timing, number, 0.5), runtime::crowdPhase(timing, 1.0, number, 77),
                runtime::rebased(runtime::crowdPhase(timing, number, number), timing, number, 1u << 30)}) {
            const runtime::CrowdClip clip = runtime::crowdClip(timing);
            const runtime::AnimationTickOutput output = runtime::crowdOutput(clip, record, {123456789, 1});
            QVERIFY(output.current < clip.frameCount && output.next < clip.frameCount);
          }
        }
      }
    }
  }

  void fadeWeight() {
    QCOMPARE(runtime::crowdFadeWeight(100, 50, {99, 0}), 0.0f);
    QCOMPARE(runtime::crowdFadeWeight(100, 50, {125, 0}), 0.5f);
    QCOMPARE(runtime::crowdFadeWeight(100, 50, {150, 0}), 1.0f);
    QCOMPARE(runtime::crowdFadeWeight(100, 0, {100, 0}), 1.0f);
    QCOMPARE(runtime::crowdFadeWeight(0xfffffff0u, 32, {0, 0}), 0.5f);  // Across the wrap.
  }

  /// Every vector target of this machine, against the plain code, with few clips (held in registers) and many.
  void vectorTargets() {
    std::mt19937_64 random(28);
    int targetCount = 0;
    for (const std::size_t clipCount : {std::size_t{1}, std::size_t{4}, std::size_t{200}}) {
      std::vector<runtime::CrowdClip> clips;
      for (std::size_t i = 0; i < clipCount; ++i) {
        clips.push_back({static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(1 + random() % 65535),
                         random() % 2 == 0});
      }
      const runtime::CrowdClipTable table(clips);
      constexpr std::size_t kCount = 4099;  // A remainder for every width.
      std::vector<std::uint32_t> clip, phase;
      std::vector<std::int32_t> stepHigh;
      std::vector<std::uint16_t> stepLow;
      for (std::size_t i = 0; i < kCount; ++i) {
        const runtime::CrowdPhase record =
            i % 50 == 0 ? runtime::CrowdPhase{static_cast<std::uint32_t>(random()), 0, 0} : randomRecord(random);
        clip.push_back(i % 97 == 0 ? 0xffffffffu : static_cast<std::uint32_t>(random() % clipCount));
        phase.push_back(record.phase);
        stepHigh.push_back(record.stepHigh);
        stepLow.push_back(static_cast<std::uint16_t>(record.stepLow));
      }
      const runtime::CrowdInstances instances{clip, phase, stepHigh, stepLow};
      std::vector<std::uint32_t> current(kCount), next(kCount), wantedCurrent(kCount), wantedNext(kCount);
      std::vector<float> interpolate(kCount), wantedInterpolate(kCount);
      for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
        const std::int64_t target = left & -left;
        hwy::GetChosenTarget().Update(target);
        ++targetCount;
        for (int i = 0; i < 20; ++i) {
          const runtime::CrowdClock clock{static_cast<std::uint32_t>(random() >> (i + 32)),
                                          static_cast<std::uint32_t>(random() & 0xffff)};
          QVERIFY(runtime::tickCrowdScalar(table, instances, clock, {wantedCurrent, wantedNext, wantedInterpolate}));
          std::fill(current.begin(), current.end(), 0xdeadu);
          QVERIFY(runtime::tickCrowd(table, instances, clock, {current, next, interpolate}));
          QVERIFY2(current == wantedCurrent && next == wantedNext && interpolate == wantedInterpolate,
                   hwy::TargetName(target));
        }
      }
      hwy::GetChosenTarget().DeInit();
    }
    QVERIFY(targetCount >= 3);
  }

  void spansOutOfRange() {
    std::vector<std::uint32_t> words(8);
    std::vector<std::int32_t> steps(8);
    std::vector<std::uint16_t> lows(7);
    std::vector<float> floats(8);
    const std::vector<runtime::CrowdClip> clips = {{0, 10, true}};
    QVERIFY(
        !runtime::tickCrowd(runtime::CrowdClipTable(clips), {words, words, steps, lows}, {}, {words, words, floats}));
    lows.resize(8);
    QVERIFY(!runtime::tickCrowd(runtime::CrowdClipTable(), {words, words, steps, lows}, {}, {words, words, floats}));
    QVERIFY(
        runtime::tickCrowd(runtime::CrowdClipTable(clips), {words, words, steps, lows}, {}, {words, words, floats}));
  }
};

TEXELETON_SUITE(TestCrowd)
#include "test_crowd.moc"
