#include "core/contacts/loop_range.h"

#include <QObject>
#include <QTest>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <numbers>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// The strip with one clip of 3.2 s at 30 Hz: its tip leans in during the first 0.45 s and out after 2.97 s; it swings
/// with a period of 0.8 s throughout, and the root moves along X at `speed` metres per second.
model::Model swinging(double speed, double sourceRateHz, double startSeconds = 0.0) {
  model::Model model = twoBoneStrip();
  model::Clip clip;
  clip.name = "Swing";
  clip.startSeconds = startSeconds;
  clip.lengthSeconds = 3.2;
  clip.sourceRateHz = sourceRateHz;
  std::vector<double> times;
  std::vector<float> turns;
  std::vector<float> places;
  for (int i = 0; i <= 96; ++i) {
    const double t = i / 30.0;
    const double wave = 0.5 * std::sin(2.0 * std::numbers::pi * (t - 0.5) / 0.8);
    const double angle = wave + (t < 0.45 ? std::numbers::pi * (0.45 - t) : 0.0) + (t > 2.97 ? -8.0 * (t - 2.97) : 0.0);
    const glm::dquat q = glm::angleAxis(angle, glm::dvec3(0.0, 0.0, 1.0));
    times.push_back(startSeconds + t);
    for (const double c : {q.x, q.y, q.z, q.w}) {
      turns.push_back(static_cast<float>(c));
    }
    for (const double c : {speed * t, 0.0, 0.0}) {
      places.push_back(static_cast<float>(c));
    }
  }
  addTrack(clip, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1), times, turns);
  addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), times, places);
  model.clips = {clip};
  return model;
}

contacts::LoopReport analyse(const model::Model& model, std::size_t clip = 0) {
  JobContext job;
  return contacts::analyseLoop(model, ClipIndex(clip), 0.0, job);
}

}  // namespace

class TestLoopRange : public QObject {
  Q_OBJECT

 private slots:
  static void gapsOfKnownMotions() {
    const model::Model strip = twoBoneStrip();
    const contacts::LoopReport bend = analyse(strip, 0);  // there and back
    QVERIFY(bend.gapMillimetres < 1e-3);
    QVERIFY(bend.closes && !bend.best);
    const contacts::LoopReport slide = analyse(strip, 1);  // 2 m along X, nothing else
    QVERIFY(std::abs(slide.gapMillimetres - 2000.0) < 1e-3);
    QVERIFY(std::abs(slide.travelMillimetres - 2000.0) < 1e-3);
    QVERIFY(slide.inPlaceGapMillimetres < 1e-3);
    QVERIFY(!slide.closes && slide.closesInPlace && !slide.best);
    QVERIFY(analyse(strip, 2).closes);  // no length

    // Half of the bend: the strip's upper end, 1 m from the tip's origin and half its width, turns by 90°.
    const contacts::RangeGap half = contacts::rangeGap(strip, ClipIndex(0), 0.0, 0.5);
    QVERIFY(std::abs(half.gapMillimetres - 1000.0 * std::numbers::sqrt2 * std::hypot(1.0, 0.1)) < 0.1);
  }

  static void morphTargetsCount() {
    const model::Model face = morphingMesh();
    const contacts::RangeGap gap = contacts::rangeGap(face, ClipIndex(0), 0.0, 0.5);  // weight of "up" from 0 to 1: 1 m
    QVERIFY(std::abs(gap.gapMillimetres - 1000.0) < 1e-3);
    // "up" 0.5 against "out" 1: upper vertices differ by (0, 0.5, 1)
    QVERIFY(std::abs(contacts::rangeGap(face, ClipIndex(0), 0.25, 1.0).gapMillimetres - 1000.0 * std::hypot(0.5, 1.0)) <
            1e-3);
  }

  static void findsTheKnownPart_data() {
    QTest::addColumn<double>("rate");
    QTest::addColumn<double>("start");
    QTest::newRow("whole frames") << 30.0 << 0.0;
    QTest::newRow("no frames") << 0.0 << 0.0;
    QTest::newRow("late start") << 30.0 << 7.0;
  }

  static void findsTheKnownPart() {
    QFETCH(const double, rate);
    QFETCH(const double, start);
    const contacts::LoopReport report = analyse(swinging(0.0, rate, start));
    QVERIFY(report.gapMillimetres > 500.0);
    QVERIFY(!report.closes);
    QVERIFY(report.best);
    // Only three periods of 0.8 s fit between 0.45 s and 2.97 s: the longest range is taken.
    QVERIFY2(std::abs(report.best->fromSeconds - (start + 0.5)) < 0.07,
             qPrintable(QString::number(report.best->fromSeconds)));
    QVERIFY2(std::abs(report.best->toSeconds - (start + 2.9)) < 0.07,
             qPrintable(QString::number(report.best->toSeconds)));
    QVERIFY(std::abs(report.best->toSeconds - report.best->fromSeconds - 2.4) < 1e-6);
    QVERIFY2(report.best->gapMillimetres < 5.0, qPrintable(QString::number(report.best->gapMillimetres)));
    QVERIFY(!report.best->inPlace);
    const contacts::RangeGap gap =
        contacts::rangeGap(swinging(0.0, rate, start), ClipIndex(0), report.best->fromSeconds, report.best->toSeconds);
    QCOMPARE(report.best->gapMillimetres, gap.gapMillimetres);
  }

  static void removesTravelIfNothingElseCloses() {
    const contacts::LoopReport report = analyse(swinging(1.5, 30.0));
    QVERIFY(report.travelMillimetres > 4000.0);
    QVERIFY(report.best);
    QVERIFY(report.best->inPlace);
    QVERIFY(std::abs(report.best->toSeconds - report.best->fromSeconds - 2.4) < 1e-6);
    QVERIFY2(report.best->gapMillimetres < 5.0, qPrintable(QString::number(report.best->gapMillimetres)));
  }

  static void nothingToSuggest() {
    // A quarter turn without return: no part closes.
    model::Model model = twoBoneStrip();
    model.clips[0].lengthSeconds = 0.5;
    const contacts::LoopReport report = analyse(model);
    QVERIFY(!report.closes);
    QVERIFY(!report.best);
  }

  static void standstillIsNotLoop() {
    // Static for 1 s, then a quarter turn: the static part closes perfectly and is useless.
    model::Model model = twoBoneStrip();
    model::Clip clip = model.clips[0];
    for (auto& timeline : clip.timelines) {
      for (double& time : timeline) {
        time += 1.0;
      }
    }
    clip.lengthSeconds = 1.5;
    model.clips = {clip};
    QVERIFY(!analyse(model).best);
  }

  static void cancelled() {
    JobContext job;
    job.cancel();
    QVERIFY(!contacts::analyseLoop(swinging(0.0, 30.0), ClipIndex(0), 0.0, job).best);
  }
};

TEXELETON_SUITE(TestLoopRange)
#include "test_loop_range.moc"
