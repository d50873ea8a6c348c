// Characters played from their full skeleton, against separately evaluated poses and results computed by hand.

#include <QtTest>
#include <cmath>
#include <functional>

#include "core/animation/pose.h"
#include "core/animator/animator.h"
#include "core/transform/rotation.h"
#include "tests/core/animator/compare_matrices.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::shared_ptr<const model::Model> strip() { return std::make_shared<const model::Model>(twoBoneStrip()); }

animator::AnimatorState clipState(const std::string& name, std::uint32_t clip, bool loop = true, double speed = 1.0) {
  return {name, {{ClipIndex(clip), 0.0}}, 0, speed, loop};
}

/// One looping state per clip, without transitions.
animator::AnimatorController controllerOfClips(const model::Model& model) {
  animator::AnimatorController controller;
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    controller.states.push_back(clipState(model.clips[i].name, i));
  }
  return controller;
}

animator::Animator made(std::shared_ptr<const model::Model> model, animator::AnimatorController controller) {
  auto animator = animator::Animator::create(
      std::move(model), std::make_shared<const animator::AnimatorController>(std::move(controller)));
  if (!animator) {
    qFatal("%s", animator.error().message.c_str());
  }
  return std::move(*animator);
}

/// Rotation of the strip's tip about Z, in degrees.
double tipDegrees(const animator::Animator& animator) {
  const glm::dvec3 up(animator.worlds()[1][1]);
  return glm::degrees(std::atan2(-up.x, up.y));
}
double rootX(const animator::Animator& animator) { return animator.worlds()[0][3].x; }

/// A model whose root is at x = clip index · 10 + seconds; clip i lasts i + 1 seconds.
std::shared_ptr<const model::Model> sliders(std::size_t count) {
  model::Model model = twoBoneStrip();
  model.clips.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const float from = 10.0f * static_cast<float>(i);
    const double length = static_cast<double>(i + 1);
    model::Clip clip;
    clip.name = "slide " + std::to_string(i);
    clip.lengthSeconds = length;
    addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0, length},
             {from, 0.0f, 0.0f, from + static_cast<float>(length), 0.0f, 0.0f});
    model.clips.push_back(clip);
  }
  return std::make_shared<const model::Model>(std::move(model));
}

}  // namespace

class TestAnimator : public QObject {
  Q_OBJECT

 private slots:
  void clipEqualsSourcePose() {
    CharacterSpec spec;
    const auto model = std::make_shared<const model::Model>(makeCharacter(spec));
    animator::Animator animator = made(model, controllerOfClips(*model));
    animation::SourcePose pose(*model, ClipIndex(0));
    const double length = model->clips[0].lengthSeconds;
    pose.evaluate(model->clips[0].startSeconds);
    QVERIFY(difference(animator.skinMatrices(), pose.skinMatrices()) < 1e-12);
    double seconds = 0.0;
    for (int i = 0; i < 50; ++i) {
      QVERIFY(animator.update(0.07));
      seconds += 0.07;
      pose.evaluate(model->clips[0].startSeconds + std::fmod(seconds, length));
      QVERIFY(difference(animator.worlds(), pose.worlds()) < 1e-9);
      QVERIFY(difference(animator.skinMatrices(), pose.skinMatrices()) < 1e-9);
    }
  }

  void playsOnceAndBackward() {
    animator::AnimatorController controller;
    controller.states = {clipState("once", 1, false), clipState("back", 1, false, -2.0)};
    animator::Animator animator = made(strip(), controller);
    QVERIFY(animator.update(0.25));
    QVERIFY(std::abs(rootX(animator) - 0.5) < 1e-6);
    QVERIFY(animator.update(60.0));
    QVERIFY(std::abs(rootX(animator) - 2.0) < 1e-6);
    QVERIFY(animator.play(1, 0.0, 1.0));
    QVERIFY(animator.update(0.25));
    QVERIFY(std::abs(rootX(animator) - 1.0) < 1e-6);
    QVERIFY(animator.update(60.0));
    QVERIFY(std::abs(rootX(animator)) < 1e-6);
  }

  void fadesFromOneClipToAnother() {
    // "Pose" holds the tip at 45°, "Bend" passes 90° at 0.5 s.
    animator::AnimatorController controller;
    controller.states = {clipState("pose", 2), clipState("bend", 0)};
    animator::Animator animator = made(strip(), controller);
    QVERIFY(std::abs(tipDegrees(animator) - 45.0) < 1e-5);
    QVERIFY(animator.play(1, 1.0));
    QVERIFY(animator.update(0.25));
    QCOMPARE(animator.fadeWeight(), 0.25);
    QVERIFY(std::abs(tipDegrees(animator) - 45.0) < 1e-5);  // Both are at 45°.
    QVERIFY(animator.update(0.25));
    QVERIFY(std::abs(tipDegrees(animator) - 67.5) < 1e-5);  // Half-way between 45° and 90°.
    QVERIFY(animator.update(0.5));
    QCOMPARE(animator.fadeWeight(), 1.0);
    QVERIFY(std::abs(tipDegrees(animator)) < 1e-5);
  }

  void interruptedFadeDoesNotJump() {
    animator::AnimatorController controller;
    controller.states = {clipState("pose", 2), clipState("bend", 0), clipState("slide", 1)};
    animator::Animator animator = made(strip(), controller);
    QVERIFY(animator.play(1, 0.5));
    QVERIFY(animator.update(0.3));
    const std::vector<glm::dmat4> before(animator.worlds().begin(), animator.worlds().end());
    QVERIFY(animator.play(2, 0.5));
    QVERIFY(animator.update(1e-6));
    QVERIFY(difference(before, animator.worlds()) < 1e-4);
    QVERIFY(animator.update(0.25));
    QVERIFY(std::abs(rootX(animator) - 0.5 * 2.0 * 0.25) < 1e-4);
    QVERIFY(animator.update(0.25));
    QCOMPARE(animator.fadeWeight(), 1.0);
    QVERIFY(std::abs(tipDegrees(animator)) < 1e-5);
  }

  void blendTreeKeepsPhase() {
    animator::AnimatorController controller;
    controller.parameters = {{"speed", animator::ParameterKind::Number, 1.0}};
    controller.states = {{"move", {{ClipIndex(0), 1.0}, {ClipIndex(1), 2.0}, {ClipIndex(3), 4.0}}, 0, 1.0, true}};
    animator::Animator animator = made(sliders(4), controller);
    QVERIFY(animator.update(0.5));
    QVERIFY(std::abs(rootX(animator) - 0.5) < 1e-6);  // Only the first.
    QVERIFY(animator.set("speed", 3.0));              // Half of clip 1 (2 s) and of clip 3 (4 s): 3 s.
    QVERIFY(animator.update(0.3));
    const double fraction = 0.5 + 0.3 / 3.0;
    QVERIFY(std::abs(animator.fraction() - fraction) < 1e-9);
    QVERIFY(std::abs(animator.seconds() - 3.0 * fraction) < 1e-9);
    QVERIFY(std::abs(rootX(animator) - 0.5 * ((10.0 + 2.0 * fraction) + (30.0 + 4.0 * fraction))) < 1e-5);
    QVERIFY(animator.set("speed", 99.0));
    QVERIFY(animator.update(0.0));
    QVERIFY(std::abs(rootX(animator) - (30.0 + 4.0 * fraction)) < 1e-5);
    QVERIFY(animator.set("speed", -5.0));
    QVERIFY(animator.update(0.0));
    QVERIFY(std::abs(rootX(animator) - fraction) < 1e-5);
  }

  void takesTransitions() {
    animator::AnimatorController controller;
    controller.parameters = {{"speed", animator::ParameterKind::Number, 0.0},
                             {"jump", animator::ParameterKind::Trigger, 0.0},
                             {"armed", animator::ParameterKind::Flag, 0.0}};
    controller.states = {clipState("idle", 0), clipState("walk", 1), clipState("jump", 2, false)};
    controller.transitions = {
        {{}, 2, 0.1, 0.0, {}, {{1, animator::Compare::IsSet, 0.0}}},
        {0, 1, 0.2, 0.0, {}, {{0, animator::Compare::Greater, 0.5}, {2, animator::Compare::IsNotSet, 0.0}}},
        {1, 0, 0.2, 0.0, {}, {{0, animator::Compare::Less, 0.4}}},
        {2, 0, 0.0, 0.0, 1.0, {}},
    };
    animator::Animator animator = made(sliders(3), controller);
    QVERIFY(animator.update(0.1));
    QCOMPARE(animator.state(), 0u);
    QVERIFY(animator.set("armed", 7.0));
    QCOMPARE(animator.value("armed"), std::optional(1.0));
    QVERIFY(animator.set("speed", 1.0));
    QVERIFY(animator.update(0.1));
    QCOMPARE(animator.state(), 0u);  // Armed: not yet.
    QVERIFY(animator.set("armed", 0.0));
    QVERIFY(animator.update(0.1));
    QCOMPARE(animator.state(), 1u);
    QVERIFY(animator.set("speed", 0.45));  // Neither transition: hysteresis.
    QVERIFY(animator.update(1.0));
    QCOMPARE(animator.state(), 1u);
    QVERIFY(animator.set("jump", 1.0));
    QVERIFY(animator.update(0.1));
    QCOMPARE(animator.state(), 2u);
    QCOMPARE(animator.value("jump"), std::optional(0.0));  // Reset.
    QVERIFY(animator.update(2.9));                         // Clip 2 lasts 3 s.
    QCOMPARE(animator.state(), 2u);
    QVERIFY(animator.update(0.2));
    QCOMPARE(animator.state(), 0u);
    QVERIFY(std::abs(rootX(animator)) < 1e-9);  // At its start.
    QVERIFY(!animator.set("no such", 1.0));
    QVERIFY(!animator.set("speed", std::nan("")));
    QVERIFY(!animator.value("no such"));
    QCOMPARE(animator.findState("walk"), std::optional(1u));
  }

  void exitTimeOfLoops() {
    animator::AnimatorController controller;
    controller.parameters = {{"go", animator::ParameterKind::Flag, 0.0}};
    controller.states = {clipState("a", 0), clipState("b", 1)};
    controller.transitions = {{0, 1, 0.0, 0.25, 0.75, {{0, animator::Compare::IsSet, 0.0}}}};
    animator::Animator animator = made(sliders(2), controller);
    QVERIFY(animator.update(0.8));  // Passed 0.75 while the flag was off.
    QVERIFY(animator.set("go", 1.0));
    QVERIFY(animator.update(0.8));  // 1.6
    QCOMPARE(animator.state(), 0u);
    QVERIFY(animator.update(0.2));  // 1.8: passes 1.75.
    QCOMPARE(animator.state(), 1u);
    QVERIFY(std::abs(rootX(animator) - 10.5) < 1e-6);  // A quarter of 2 s in.
  }

  void limbsAndAimsComeLast() {
    animator::Animator animator = made(strip(), controllerOfClips(*strip()));
    QVERIFY(animator.update(0.5));
    animator.limbs().push_back({NodeIndex(0), NodeIndex(1), NodeIndex(2), {0.5, 1.0, 0.5}, glm::dvec3(0, 0, 5), 1.0});
    const auto end = [&] { return glm::dvec3(animator.worlds()[2][3]); };
    for (int i = 0; i < 3; ++i) {  // Repeated: a goal does not add to that of the previous frame.
      QVERIFY(animator.update(0.0));
      QVERIFY(glm::distance(end(), glm::dvec3(0.5, 1.0, 0.5)) < 1e-9);
    }
    QVERIFY(difference(animator.skinMatrices().first(1), animator.worlds().first(1)) < 1e-9);  // Root binds at 0.
    animator.limbs().clear();
    animator.aims().push_back({NodeIndex(2), {0, 0, 1}, {5, 2, 0}, 30.0, 1.0});
    QVERIFY(animator.update(0.0));
    const glm::dmat4 once = animator.worlds()[2];
    QVERIFY(animator.update(0.0));
    QVERIFY(difference({&once, 1}, animator.worlds().subspan(2, 1)) < 1e-12);  // Limited to 30°, not to 30° per frame.
    animator.aims().clear();
    QVERIFY(animator.update(0.0));
    animation::SourcePose pose(animator.model(), ClipIndex(0));
    pose.evaluate(0.5);
    QVERIFY(difference(animator.worlds(), pose.worlds()) < 1e-9);
    animator.aims().push_back({NodeIndex(77), {0, 0, 1}, {5, 2, 0}, 30.0, 1.0});
    animator.limbs().push_back({NodeIndex(2), NodeIndex(1), NodeIndex(0), {0.5, 1.0, 0.5}, glm::dvec3(0, 0, 5), 1.0});
    QVERIFY(animator.update(0.0));
    QVERIFY(difference(animator.worlds(), pose.worlds()) < 1e-9);
  }

  void rejectsInvalidSetups_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    QTest::newRow("no state") << 0 << "needs a state";
    QTest::newRow("no clip") << 1 << "shows no clip";
    QTest::newRow("unknown clip") << 2 << "names a clip";
    QTest::newRow("thresholds") << 3 << "do not ascend";
    QTest::newRow("parameter") << 4 << "needs a parameter";
    QTest::newRow("transition") << 5 << "a state that is not there";
    QTest::newRow("never or always") << 6 << "neither a condition";
    QTest::newRow("fade") << 7 << "no number of use";
    QTest::newRow("same names") << 8 << "no name of its own";
    QTest::newRow("speed") << 9 << "not a finite number";
  }
  void rejectsInvalidSetups() {
    QFETCH(int, which);
    QFETCH(QString, says);
    animator::AnimatorController controller;
    controller.parameters = {{"x", animator::ParameterKind::Number, 0.0}, {"t", animator::ParameterKind::Trigger, 0.0}};
    controller.states = {clipState("a", 0), clipState("b", 1)};
    controller.transitions = {{0, 1, 0.0, 0.0, 1.0, {}}};
    QVERIFY(animator::checkController(controller, *strip()));
    const std::function<void()> spoil[] = {
        [&] { controller.states.clear(); },
        [&] { controller.states[1].children.clear(); },
        [&] { controller.states[1].children[0].clip = ClipIndex(9); },
        [&] {
          controller.states[1].children.push_back({ClipIndex(0), -1.0});
        },
        [&] {
          controller.states[1].children.push_back({ClipIndex(0), 1.0});
          controller.states[1].parameter = 1;
        },
        [&] { controller.transitions[0].to = 5; },
        [&] { controller.transitions[0].exitFraction.reset(); },
        [&] { controller.transitions[0].fadeSeconds = -1.0; },
        [&] { controller.states[1].name = "a"; },
        [&] { controller.states[0].speed = std::nan(""); },
    };
    spoil[which]();
    const auto animator =
        animator::Animator::create(strip(), std::make_shared<const animator::AnimatorController>(controller));
    QVERIFY(!animator);
    QVERIFY2(animator.error().message.find(says.toStdString()) != std::string::npos, animator.error().message.c_str());
  }

  void rejectsInvalidSteps() {
    animator::Animator animator = made(strip(), controllerOfClips(*strip()));
    QVERIFY(!animator.update(-1.0));
    QVERIFY(!animator.update(std::nan("")));
    QVERIFY(!animator.play(99));
    QVERIFY(!animator.play(0, -1.0));
    QCOMPARE(animator.fraction(), 0.0);
  }
};

TEXELETON_PLAIN_SUITE(TestAnimator)
#include "test_animator.moc"
