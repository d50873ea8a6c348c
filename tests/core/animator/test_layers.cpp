// Layers of an animator: masks, weights, additive layers, empty states and triggers, against results computed by hand.

#include <QtTest>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <new>

#include "core/animator/animator.h"
#include "tests/core/animator/compare_matrices.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

namespace {

std::size_t g_layerAllocations = 0;

}  // namespace

// Counts allocations, to show that an update makes none. Not inlined: GCC 14 reports a mismatch if it sees only one of
// new and delete.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++g_layerAllocations;
  return std::malloc(size != 0 ? size : 1);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr std::uint32_t kBend = 0;   // The tip turns to 90° at 0.5 s and back.
constexpr std::uint32_t kSlide = 1;  // The root moves 2 m along X in 1 s.
constexpr std::uint32_t kPose = 2;   // Holds the tip at 45°; has no length.

animator::AnimatorState stateOf(const std::string& name, std::optional<std::uint32_t> clip, std::uint32_t layer,
                                bool loop = true) {
  animator::AnimatorState state;
  state.name = name;
  if (clip) {
    state.children.push_back({ClipIndex(*clip)});
  }
  state.loop = loop;
  state.layer = layer;
  return state;
}

/// The base plays one clip and a layer another.
animator::AnimatorController twoClips(std::uint32_t base, std::uint32_t above) {
  animator::AnimatorController controller;
  controller.parameters = {{"share", animator::ParameterKind::Number, 1.0}};
  controller.states = {stateOf("base", base, 0), stateOf("above", above, 1)};
  controller.layers.emplace_back().name = "above";
  controller.layers[0].initialState = 1;
  return controller;
}

animator::Animator playing(const animator::AnimatorController& controller,
                           std::shared_ptr<const model::Model> model = nullptr) {
  model = model != nullptr ? std::move(model) : std::make_shared<const model::Model>(twoBoneStrip());
  auto animator =
      animator::Animator::create(std::move(model), std::make_shared<const animator::AnimatorController>(controller));
  if (!animator) {
    qFatal("%s", animator.error().message.c_str());
  }
  return std::move(*animator);
}

/// Rotation of the strip's tip about Z, in degrees.
double degreesOfTip(const animator::Animator& animator) {
  const glm::dvec3 up(animator.worlds()[1][1]);
  return glm::degrees(std::atan2(-up.x, up.y));
}
double xOfRoot(const animator::Animator& animator) { return animator.worlds()[0][3].x; }
bool isNear(double a, double b) { return std::abs(a - b) < 1e-5; }

}  // namespace

class TestLayers : public QObject {
  Q_OBJECT

 private slots:
  void maskWeighsNodes_data() {
    QTest::addColumn<double>("root");
    QTest::addColumn<double>("tip");
    QTest::addColumn<double>("weight");
    for (const double root : {0.0, 0.5, 1.0}) {
      for (const double tip : {0.0, 0.5, 1.0}) {
        for (const double weight : {0.0, 0.5, 1.0}) {
          QTest::addRow("root %g, tip %g, weight %g", root, tip, weight) << root << tip << weight;
        }
      }
    }
  }
  void maskWeighsNodes() {
    QFETCH(double, root);
    QFETCH(double, tip);
    QFETCH(double, weight);
    animator::AnimatorController controller = twoClips(kSlide, kPose);
    controller.layers[0].mask = {root, tip, 0.0};
    controller.layers[0].weight = weight;
    animator::Animator animator = playing(controller);
    QVERIFY(animator.update(0.25));
    QVERIFY(isNear(degreesOfTip(animator), 45.0 * tip * weight));
    QVERIFY(isNear(xOfRoot(animator), 0.5 * (1.0 - root * weight)));  // The root of the pose is at rest.
    QCOMPARE(animator.layerCount(), std::size_t{2});
    QCOMPARE(animator.layerShare(1), weight);
  }

  void parameterScalesWeight() {
    animator::AnimatorController controller = twoClips(kSlide, kPose);
    controller.layers[0].weight = 0.5;
    controller.layers[0].parameter = 0;
    animator::Animator animator = playing(controller);
    for (const auto& [value, share] : {std::pair(1.0, 0.5), {0.5, 0.25}, {7.0, 0.5}, {-1.0, 0.0}}) {
      QVERIFY(animator.set("share", value));
      QVERIFY(animator.update(0.0));
      QVERIFY(isNear(degreesOfTip(animator), 45.0 * share));
      QCOMPARE(animator.layerShare(1), share);
    }
  }

  // Additive layers add the difference of a clip from its first frame: a clip of one frame adds nothing.
  void additiveLayers() {
    animator::AnimatorController controller = twoClips(kPose, kBend);
    controller.layers[0].additive = true;
    controller.layers[0].mask = {1.0, 0.5, 1.0};
    animator::Animator bend = playing(controller);
    QVERIFY(isNear(degreesOfTip(bend), 45.0));
    QVERIFY(bend.update(0.25));  // 45° from its first frame, at half weight.
    QVERIFY(isNear(degreesOfTip(bend), 67.5));
    QVERIFY(bend.update(0.25));
    QVERIFY(isNear(degreesOfTip(bend), 90.0));
    controller = twoClips(kBend, kPose);
    controller.layers[0].additive = true;
    animator::Animator pose = playing(controller);
    QVERIFY(pose.update(0.25));
    QVERIFY(isNear(degreesOfTip(pose), 45.0));
    controller = twoClips(kSlide, kSlide);
    controller.layers[0].additive = true;
    controller.layers[0].weight = 0.5;
    animator::Animator slide = playing(controller);
    QVERIFY(slide.update(0.5));
    QVERIFY(isNear(xOfRoot(slide), 1.5));
    // Scales are multiplied.
    model::Model model = twoBoneStrip();
    addTrack(model.clips[kPose], model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(1), {0.0},
             {3.0f, 3.0f, 3.0f});
    addTrack(model.clips[kBend], model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(1), {0.0, 1.0},
             {2.0f, 2.0f, 2.0f, 4.0f, 4.0f, 4.0f});
    controller = twoClips(kPose, kBend);
    controller.layers[0].additive = true;
    animator::Animator grown = playing(controller, std::make_shared<const model::Model>(model));
    QVERIFY(grown.update(0.5));
    QVERIFY(isNear(glm::length(glm::dvec3(grown.worlds()[1][0])), 3.0 * 1.5));
  }

  // From an empty state and back, the layer's weight fades while the base plays on.
  void emptyStatesFade() {
    animator::AnimatorController controller = twoClips(kSlide, kPose);
    controller.parameters.push_back({"attack", animator::ParameterKind::Trigger, 0.0});
    controller.states.push_back(stateOf("none", std::nullopt, 1));
    controller.layers[0].initialState = 2;
    controller.transitions = {{{}, 1, 1.0, 0.0, {}, {{1, animator::Compare::IsSet, 0.0}}},
                              {1, 2, 1.0, 0.0, {}, {{0, animator::Compare::Less, 0.5}}}};
    animator::Animator animator = playing(controller);
    QVERIFY(animator.update(0.25));
    QVERIFY(isNear(degreesOfTip(animator), 0.0));
    QCOMPARE(animator.layerShare(1), 0.0);
    QVERIFY(animator.set("attack", 1.0));
    QVERIFY(animator.update(0.0));
    QCOMPARE(animator.state(0), 0u);
    QCOMPARE(animator.state(1), 1u);
    QCOMPARE(animator.value("attack"), std::optional(0.0));
    QVERIFY(animator.update(0.25));
    QVERIFY(isNear(degreesOfTip(animator), 0.25 * 45.0));
    QCOMPARE(animator.layerShare(1), 0.25);
    QCOMPARE(animator.fadeWeight(0), 1.0);
    QVERIFY(isNear(xOfRoot(animator), 0.75 * 1.0));
    QVERIFY(animator.update(0.75));
    QVERIFY(isNear(degreesOfTip(animator), 45.0));
    // Half-way it turns back: no jump, starting from the current weight.
    QVERIFY(animator.set("share", 0.0));
    QVERIFY(animator.update(0.0));
    QVERIFY(animator.update(0.5));
    QVERIFY(isNear(degreesOfTip(animator), 22.5));
    QVERIFY(animator.set("share", 1.0));
    QVERIFY(animator.play(1, 1.0));
    QVERIFY(animator.update(0.0));
    QVERIFY(isNear(degreesOfTip(animator), 22.5));
    QVERIFY(animator.update(0.5));
    QVERIFY(isNear(degreesOfTip(animator), 33.75));
    QVERIFY(isNear(animator.layerShare(1), 0.75));
  }

  // A trigger starts a transition in each layer that uses it, and is reset then.
  void triggerServesAllLayers() {
    animator::AnimatorController controller = twoClips(kSlide, kPose);
    controller.parameters.push_back({"go", animator::ParameterKind::Trigger, 0.0});
    controller.states.push_back(stateOf("base 2", kBend, 0));
    controller.states.push_back(stateOf("above 2", kBend, 1));
    const std::vector<animator::AnimatorCondition> go = {{1, animator::Compare::IsSet, 0.0}};
    controller.transitions = {{{}, 2, 0.0, 0.0, {}, go}, {{}, 3, 0.0, 0.0, {}, go}};
    animator::Animator both = playing(controller);
    QVERIFY(both.set("go", 1.0));
    QVERIFY(both.update(0.1));
    QCOMPARE(both.state(0), 2u);
    QCOMPARE(both.state(1), 3u);
    QCOMPARE(both.value("go"), std::optional(0.0));
    controller.transitions.erase(controller.transitions.begin());
    animator::Animator above = playing(controller);
    QVERIFY(above.set("go", 1.0));
    QVERIFY(above.update(0.1));
    QCOMPARE(above.state(0), 0u);
    QCOMPARE(above.state(1), 3u);
    // States are entered in their own layers.
    QVERIFY(above.play(2));
    QCOMPARE(above.state(0), 2u);
    QCOMPARE(above.state(1), 3u);
  }

  // Ordered by time over all layers; none from a layer without weight.
  void eventsOfLayers() {
    model::Model model = twoBoneStrip();
    animator::AnimatorController controller = twoClips(kSlide, kBend);
    controller.layers[0].parameter = 0;
    controller.states[0].children[0].events = {{"a", 0.2, ""}, {"b", 0.6, ""}};
    controller.states[1].children[0].events = {{"c", 0.1, ""}, {"d", 0.4, ""}};
    controller.states[1].speed = 0.5;
    animator::Animator animator = playing(controller, std::make_shared<const model::Model>(model));
    const auto heard = [&animator] {
      std::string names;
      for (const animator::PassedEvent& passed : animator.passedEvents()) {
        names += animator.eventOf(passed).name;
      }
      return names;
    };
    QVERIFY(animator.update(0.9));
    QVERIFY2(heard() == "acbd" || heard() == "cabd", heard().c_str());  // Both at 0.2.
    QVERIFY(animator.set("share", 0.0));
    QVERIFY(animator.update(0.9));
    QCOMPARE(heard(), std::string("ab"));
    QVERIFY(animator.update(1.0));
    QCOMPARE(heard(), std::string("ab"));
  }

  void copyContinues() {
    animator::AnimatorController controller = twoClips(kSlide, kBend);
    controller.states.push_back(stateOf("none", std::nullopt, 1));
    animator::Animator first = playing(controller);
    QVERIFY(first.update(0.2));
    QVERIFY(first.play(2, 0.6));
    QVERIFY(first.update(0.2));
    QVERIFY(first.play(1, 0.6, 0.3));
    animator::Animator second = first;
    for (int i = 0; i < 20; ++i) {
      QVERIFY(first.update(0.05) && second.update(0.05));
      QVERIFY(difference(first.worlds(), second.worlds()) == 0.0);
      QCOMPARE(first.layerShare(1), second.layerShare(1));
    }
  }

  void updatesAllocateNothing() {
    animator::AnimatorController controller = twoClips(kSlide, kBend);
    controller.parameters.push_back({"go", animator::ParameterKind::Trigger, 0.0});
    controller.states.push_back(stateOf("none", std::nullopt, 1));
    controller.states.push_back(stateOf("added", kBend, 2));
    controller.states[0].children[0].events = {{"a", 0.2, ""}, {"b", 0.6, ""}};
    controller.states[1].children[0].events = {{"c", 0.1, ""}};
    controller.layers.emplace_back().name = "added";
    controller.layers[1].additive = true;
    controller.layers[1].initialState = 3;
    controller.transitions = {{1, 2, 0.3, 0.0, {}, {{1, animator::Compare::IsSet, 0.0}}},
                              {2, 1, 0.3, 0.0, {}, {{1, animator::Compare::IsSet, 0.0}}}};
    animator::Animator animator = playing(controller);
    const auto goOn = [&animator](int steps) {
      bool isFine = true;
      for (int i = 0; i < steps; ++i) {
        isFine = (i % 4 != 0 || animator.set("go", 1.0)) && animator.update(0.09) && isFine;
      }
      return isFine;
    };
    QVERIFY(goOn(100));
    const std::size_t before = g_layerAllocations;
    const bool isFine = goOn(100);
    const std::size_t made = g_layerAllocations - before;
    QVERIFY(isFine);
    QCOMPARE(made, std::size_t{0});
  }

  void rejectsMismatch_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    QTest::newRow("transition") << 0 << "leads to another layer";
    QTest::newRow("state of no layer") << 1 << "a layer that is not there";
    QTest::newRow("mask") << 2 << "mask of another model";
    QTest::newRow("weight") << 3 << "outside 0";
    QTest::newRow("parameter") << 4 << "not a number";
    QTest::newRow("begin") << 5 << "the layer \"above\" needs a state";
    QTest::newRow("begin of the base") << 6 << "an animator needs a state";
    QTest::newRow("empty base") << 7 << "shows no clip";
    QTest::newRow("same names") << 8 << "no name of its own";
    QTest::newRow("mask out of range") << 9 << "outside 0";
  }
  void rejectsMismatch() {
    QFETCH(int, which);
    QFETCH(QString, says);
    const model::Model model = twoBoneStrip();
    animator::AnimatorController controller = twoClips(kSlide, kPose);
    controller.parameters.push_back({"go", animator::ParameterKind::Trigger, 0.0});
    QVERIFY(animator::checkController(controller, model));
    const std::function<void()> spoil[] = {
        [&] {
          controller.transitions = {{1, 0, 0.0, 0.0, 1.0, {}}};
        },
        [&] { controller.states[1].layer = 2; },
        [&] { controller.layers[0].mask = {1.0}; },
        [&] { controller.layers[0].weight = 1.5; },
        [&] { controller.layers[0].parameter = 1; },
        [&] { controller.layers[0].initialState = 0; },
        [&] { controller.initialState = 1; },
        [&] { controller.states[0].children.clear(); },
        [&] { controller.layers.push_back(controller.layers[0]); },
        [&] {
          controller.layers[0].mask = {0.0, std::nan(""), 0.0};
        },
    };
    spoil[which]();
    const auto checked = animator::checkController(controller, model);
    QVERIFY(!checked);
    QVERIFY2(checked.error().message.find(says.toStdString()) != std::string::npos, checked.error().message.c_str());
  }
};

TEXELETON_PLAIN_SUITE(TestLayers)
#include "test_layers.moc"
