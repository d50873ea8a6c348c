// Animators by name: resolved in a model, refused with the missing name, and made from the clips of the sample.

#include <QtTest>
#include <algorithm>
#include <optional>

#include "core/animator/animator_setup.h"
#include "core/pipeline/load_model.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::vector<animator::PlayableClip> clipsOf(const model::Model& model, const std::vector<bool>& loops) {
  std::vector<animator::PlayableClip> clips;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const model::Clip& clip = model.clips[i];
    clips.push_back(
        {clip.name, ClipIndex(i), clip.startSeconds, clip.startSeconds + clip.lengthSeconds, loops[i], {}, {}});
  }
  return clips;
}

}  // namespace

class TestSetup : public QObject {
  Q_OBJECT

 private slots:
  void namesAreFound() {
    const model::Model model = twoBoneStrip();
    const std::vector<animator::PlayableClip> clips = clipsOf(model, {true, true, false});
    animator::AnimatorSetup setup;
    setup.parameters = {{{"speed", animator::ParameterKind::Number, 0.5}, 0.0, 2.0}};
    setup.states = {{"Pose", {{"Pose"}}, "", "", 1.0, std::nullopt},
                    {"Move", {{"Slide", 2.0}, {"Bend", 1.0}}, "speed", "", 1.0, std::nullopt}};
    setup.initial = "Move";
    setup.transitions = {{"Move", "Pose", 0.1, 0.0, {}, {{"speed", animator::Compare::Less, 0.1}}}};
    setup.limbs = {{"arm", "Root", "Tip", "weapon_r", {0.0, 1.0, 0.5}, "", std::nullopt}};
    setup.gazes = {{"Tip", std::nullopt}};
    const auto resolved = animator::resolveSetup(setup, model, clips);
    QVERIFY2(resolved.has_value(), resolved ? "" : resolved.error().message.c_str());
    QCOMPARE(resolved->controller.initialState, 1u);
    QVERIFY(!resolved->controller.states[0].loop);                            // As its clip.
    QCOMPARE(resolved->controller.states[1].children[0].clip, ClipIndex(0));  // Ascending.
    QCOMPARE(resolved->controller.transitions[0].to, 0u);
    QCOMPARE(resolved->limbs[0].end, NodeIndex(2));
    QVERIFY(!resolved->limbs[0].pole && !resolved->limbs[0].targetNode.isValid());
    QVERIFY(resolved->gazes[0].atCamera);
    const auto refused = [&](const animator::AnimatorSetup& wrong, const char* says) {
      const auto result = animator::resolveSetup(wrong, model, clips);
      QVERIFY(!result);
      QVERIFY2(result.error().message.find(says) != std::string::npos, result.error().message.c_str());
    };
    animator::AnimatorSetup wrong = setup;
    wrong.states[0].clips[0].clip = "Posee";
    refused(wrong, "Posee");
    wrong = setup;
    wrong.transitions[0].conditions[0].parameter = "sped";
    refused(wrong, "sped");
    wrong = setup;
    wrong.limbs[0].middle = "elbow";
    refused(wrong, "elbow");
    wrong = setup;
    std::swap(wrong.limbs[0].root, wrong.limbs[0].end);
    refused(wrong, "must lie below the root");
    wrong = setup;
    wrong.states[1].clips[0].x = 1.0;
    refused(wrong, "do not ascend");
  }

  // The bundled knight stands, walks and runs in place; its feet say how fast.
  void madeFromClips() {
    pipeline::ModelRequest request;
    request.model = sourceFolder() / "resources/samples/lantern-knight.glb";
    JobContext job;
    const auto model = pipeline::loadModel(request, job);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    const std::vector<animator::PlayableClip> clips = clipsOf(**model, {true, true, true, false});
    const animator::AnimatorSetup setup = animator::defaultSetup(**model, clips);
    QCOMPARE(setup.states.size(), std::size_t{2});
    const std::vector<animator::SetupClip>& move = setup.states[0].clips;
    QCOMPARE(move.size(), std::size_t{3});
    QCOMPARE(move[0].clip, std::string("Idle"));
    QCOMPARE(move[0].x, 0.0);
    QCOMPARE(move[1].clip, std::string("Walk"));
    QCOMPARE(move[2].clip, std::string("Run"));
    QVERIFY2(move[1].x > 0.3 && move[1].x < 2.5 && move[2].x > 1.3 * move[1].x, qPrintable(QString::number(move[1].x)));
    QCOMPARE(setup.states[1].name, std::string("Attack"));
    QCOMPARE(setup.transitions.size(), std::size_t{2});
    QVERIFY(setup.transitions[0].from.empty() && setup.transitions[0].to == "Attack");
    QVERIFY(setup.transitions[1].exitFraction.has_value());
    QVERIFY(animator::resolveSetup(setup, **model, clips).has_value());
    const std::vector<animator::SetupLimb> limbs = animator::proposedLimbs(**model);
    QVERIFY2(limbs.size() >= 4, qPrintable(QString::number(limbs.size())));
    animator::AnimatorSetup withLimbs = setup;
    withLimbs.limbs = limbs;
    QVERIFY(animator::resolveSetup(withLimbs, **model, clips).has_value());
    QVERIFY(animator::defaultSetup(**model, {}).states.empty());
  }
};

TEXELETON_SUITE(TestSetup)
#include "test_setup.moc"
