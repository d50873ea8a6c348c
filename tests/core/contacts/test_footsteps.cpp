#include "core/contacts/footsteps.h"

#include <QObject>
#include <QTest>
#include <cmath>
#include <numbers>
#include <tuple>

#include "tests/core/contacts/events_text.h"
#include "tests/core/contacts/made_walker.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::vector<model::ClipEvent> steps(const model::Model& model, contacts::Wrap wrap = contacts::Wrap::Auto) {
  const auto feet = contacts::findFeet(model);
  if (!feet || feet->size() != 2) {
    return {{"no feet", 0.0, ""}};
  }
  JobContext job;
  contacts::FootstepOptions options;
  options.wrap = wrap;
  return contacts::findFootsteps(model, ClipIndex(0), *feet, options, job);
}

constexpr double kFrame = 1.0 / 60.0;

void compareSteps(const std::vector<model::ClipEvent>& found, const std::vector<model::ClipEvent>& expected) {
  QVERIFY2(found.size() == expected.size(), qPrintable(text(found)));
  for (std::size_t i = 0; i < found.size(); ++i) {
    QVERIFY2(found[i].name == expected[i].name && std::abs(found[i].timeSeconds - expected[i].timeSeconds) <= kFrame,
             qPrintable(text(found) + " instead of " + text(expected)));
  }
}

}  // namespace

class TestFootsteps : public QObject {
  Q_OBJECT

 private slots:
  static void knownTouchDowns_data() {
    QTest::addColumn<bool>("travels");
    QTest::addColumn<double>("stride");
    QTest::addColumn<double>("start");
    QTest::newRow("walks in place") << false << 0.6 << 0.0;
    QTest::newRow("walks along") << true << 0.6 << 0.0;
    QTest::newRow("walks backward in place") << false << -0.5 << 0.0;
    QTest::newRow("marches on the spot") << false << 0.0 << 0.0;
    QTest::newRow("time starts late") << false << 0.6 << 5.0;
  }

  static void knownTouchDowns() {
    QFETCH(const bool, travels);
    QFETCH(const double, stride);
    QFETCH(const double, start);
    const Gait left{1.0, 0.2, 0.6, stride, 0.1, travels};
    const Gait right{1.0, 0.7, 0.6, stride, 0.1, travels};
    const model::Model model = makeWalker(stepping(left, 0.1), stepping(right, -0.1), start, 2.0);
    QCOMPARE(model::checkModel(model), std::nullopt);
    compareSteps(steps(model), {{"footstep_l", start + 0.2, ""},
                                {"footstep_r", start + 0.7, ""},
                                {"footstep_l", start + 1.2, ""},
                                {"footstep_r", start + 1.7, ""}});
  }

  /// One cycle in place, straight on, along an arc and around a circle: the same steps at the same times.
  static void sameOnEveryPath_data() {
    QTest::addColumn<double>("stride");
    QTest::addColumn<double>("period");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("degreesPerSecond");
    QTest::addColumn<bool>("facesOneWay");
    for (const auto& [gait, stride, period] : {std::tuple("walk", 0.7, 1.0), std::tuple("run", 0.9, 0.6)}) {
      const double speed = stride / (0.55 * period);
      const double seconds = 8.0 * period;
      QTest::addRow("%s straight", gait) << stride << period << speed << 0.0 << false;
      QTest::addRow("%s backward", gait) << stride << period << -speed << 0.0 << false;
      QTest::addRow("%s along an arc to the left", gait) << stride << period << speed << 60.0 / seconds << false;
      QTest::addRow("%s along an arc to the right", gait) << stride << period << speed << -150.0 / seconds << false;
      QTest::addRow("%s round a circle", gait) << stride << period << speed << 360.0 / seconds << false;
      QTest::addRow("%s round two circles", gait) << stride << period << speed << -720.0 / seconds << false;
      QTest::addRow("%s round a circle, facing one way", gait) << stride << period << speed << 360.0 / seconds << true;
      QTest::addRow("%s round half a circle, facing one way", gait)
          << stride << period << speed << -180.0 / seconds << true;
    }
  }

  static void sameOnEveryPath() {
    QFETCH(const double, stride);
    QFETCH(const double, period);
    QFETCH(const double, speed);
    QFETCH(const double, degreesPerSecond);
    QFETCH(const bool, facesOneWay);
    const double signedStride = speed < 0.0 ? -stride : stride;
    const Gait left{period, 0.0, 0.55, signedStride, 0.12};  // Touches down at the wrap.
    const Gait right{period, 0.5 * period, 0.55, signedStride, 0.12};
    for (const double missing : {0.0, 1.0 / 30.0}) {  // Also without a repeated last frame.
      model::Model inPlace = makeWalker(stepping(left, 0.1), stepping(right, -0.1), 0.0, 8.0 * period - missing, 30.0);
      inPlace.clips[0].sourceRateHz = 30.0;
      model::Model carried = inPlace;
      carry(carried, speed, degreesPerSecond, facesOneWay);
      const auto wanted = steps(inPlace);
      QCOMPARE(wanted.size(), std::size_t{16});
      compareSteps(steps(carried), wanted);
      QVERIFY(contacts::wrapsAround(carried, ClipIndex(0)));
    }
  }

  static void touchDownAtWrap() {
    // The left foot touches down exactly at the wrap: found once, at the start.
    const Gait left{0.5, 0.0, 0.4, 0.8, 0.15};
    const Gait right{0.5, 0.25, 0.4, 0.8, 0.15};
    const model::Model model = makeWalker(stepping(left, 0.1), stepping(right, -0.1), 0.0, 0.5);
    compareSteps(steps(model), {{"footstep_l", 0.0, ""}, {"footstep_r", 0.25, ""}});
    // Played once, it starts on the ground: not a step.
    compareSteps(steps(model, contacts::Wrap::Off), {{"footstep_r", 0.25, ""}});
  }

  static void smoothMotion() {
    // A foot on a sine that dips to the ground at 0.3 s, without a corner in its path: the touch-down is just before.
    const auto foot = [](double x, double lowest) {
      return [x, lowest](double t) {
        return glm::dvec3(x, 0.1 * (1.0 - std::cos(2.0 * std::numbers::pi * (t - lowest))), 0.0);
      };
    };
    const auto found = steps(makeWalker(foot(0.1, 0.3), foot(-0.1, 0.8), 0.0, 1.0));
    QVERIFY2(found.size() == 2, qPrintable(text(found)));
    QCOMPARE(found[0].name, "footstep_l");
    QVERIFY2(found[0].timeSeconds > 0.15 && found[0].timeSeconds <= 0.3, qPrintable(text(found)));
    QVERIFY2(std::abs(found[1].timeSeconds - found[0].timeSeconds - 0.5) <= kFrame, qPrintable(text(found)));
  }

  static void standingStillGivesNone() {
    const FootMotion left = [](double) { return glm::dvec3(0.1, 0.0, 0.0); };
    const FootMotion right = [](double) { return glm::dvec3(-0.1, 0.0, 0.0); };
    compareSteps(steps(makeWalker(left, right, 0.0, 2.0)), {});
    compareSteps(steps(makeWalker(left, right, 0.0, 0.0, 0.5)), {});
  }

  static void swayingGivesNone() {
    // Weight shifts that lift a heel by a few millimetres and slide a foot slightly.
    const auto foot = [](double x) {
      return [x](double t) {
        const double wave = std::sin(2.0 * std::numbers::pi * t);
        return glm::dvec3(x + 0.01 * wave, 0.004 * (1.0 + wave), 0.01 * wave);
      };
    };
    compareSteps(steps(makeWalker(foot(0.1), foot(-0.1), 0.0, 2.0)), {});
  }

  static void jumpLandsOnce() {
    const auto foot = [](double x) {
      return [x](double t) {
        const double u = (t - 0.5) / 0.6;
        return glm::dvec3(x, u > 0.0 && u < 1.0 ? 1.6 * u * (1.0 - u) : 0.0, 0.0);
      };
    };
    const auto found = steps(makeWalker(foot(0.1), foot(-0.1), 0.0, 2.0));
    compareSteps(found, {{"footstep_l", 1.1, ""}, {"footstep_r", 1.1, ""}});
  }

  static void footInAirMakesNoSteps() {
    const FootMotion raised = [](double t) {
      return glm::dvec3(-0.1, 0.5 + 0.1 * std::sin(2.0 * std::numbers::pi * t),
                        0.2 * std::cos(2.0 * std::numbers::pi * t));
    };
    const model::Model model = makeWalker(stepping({1.0, 0.2, 0.6, 0.0, 0.1}, 0.1), raised, 0.0, 1.0);
    compareSteps(steps(model), {{"footstep_l", 0.2, ""}});
  }

  static void cancelled() {
    const model::Model model = makeWalker(stepping({}, 0.1), stepping({1.0, 0.5}, -0.1), 0.0, 1.0);
    JobContext job;
    job.cancel();
    QVERIFY(contacts::findFootsteps(model, ClipIndex(0), *contacts::findFeet(model), {}, job).empty());
  }
};

TEXELETON_SUITE(TestFootsteps)
#include "test_footsteps.moc"
