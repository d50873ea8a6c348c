// Animators by name: resolved in a model, rejected with the missing name, and made from the clips of the sample.

#include <QtTest>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/animator/animator_setup.h"
#include "core/pipeline/load_model.h"
#include "core/vat/masks.h"
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

/// A skeleton whose bones are 0.3 m apart; those in `moving` move vertices.
model::Model rigOf(const std::vector<std::pair<std::string, std::string>>& namesAndParents,
                   const std::vector<std::string>& moving) {
  model::Model model = twoBoneStrip();
  model.clips.clear();
  model.nodes.clear();
  const auto indexOf = [&model](const std::string& name) {
    const auto found = std::find_if(model.nodes.begin(), model.nodes.end(),
                                    [&name](const model::Node& node) { return node.name == name; });
    return found == model.nodes.end() ? NodeIndex() : NodeIndex(static_cast<std::size_t>(found - model.nodes.begin()));
  };
  for (const auto& [name, parent] : namesAndParents) {
    model::Node node;
    node.name = name;
    node.parent = indexOf(parent);
    node.rest.translation = {0.0, 0.3, 0.0};
    model.nodes.push_back(node);
  }
  model.palette.clear();
  for (const std::string& name : moving) {
    model.palette.push_back({indexOf(name), glm::dmat4(1.0)});
  }
  model::VertexData& vertices = model.vertices;
  vertices.influences.clear();
  vertices.influenceBegin.clear();
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(v));
    vertices.influences.push_back({static_cast<std::uint32_t>(v % model.palette.size()), 1.0f});
  }
  vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.positions.size()));
  model.parts.front().node = NodeIndex(0);
  return model;
}

}  // namespace

class TestSetup : public QObject {
  Q_OBJECT

 private slots:
  void findsNames() {
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
    const auto resolved = animator::resolveSetup(setup, model, clips, {});
    QVERIFY2(resolved.has_value(), resolved ? "" : resolved.error().message.c_str());
    QCOMPARE(resolved->controller.initialState, 1u);
    QVERIFY(!resolved->controller.states[0].loop);                            // Like its clip.
    QCOMPARE(resolved->controller.states[1].children[0].clip, ClipIndex(0));  // Ascending.
    QCOMPARE(resolved->controller.transitions[0].to, 0u);
    QCOMPARE(resolved->limbs[0].end, NodeIndex(2));
    QVERIFY(!resolved->limbs[0].pole && !resolved->limbs[0].targetNode.isValid());
    QVERIFY(resolved->gazes[0].atCamera);
    const auto refused = [&](const animator::AnimatorSetup& wrong, const char* says) {
      const auto result = animator::resolveSetup(wrong, model, clips, {});
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

  // A mask has a weight for every node: nodes that move no vertices follow the bone above them.
  void layersByName() {
    const model::Model rig = rigOf({{"root", ""},
                                    {"spine", "root"},
                                    {"arm", "spine"},
                                    {"offset", "arm"},
                                    {"hand", "offset"},
                                    {"grip", "hand"},
                                    {"leg", "root"},
                                    {"toe", "leg"}},
                                   {"spine", "arm", "hand", "leg"});
    const vat::MaskWeights upper = vat::nodeWeights(rig, {"upper", {"spine", "nose"}, 1, {{"hand", 0.25}}});
    QCOMPARE(upper.weights, (std::vector<float>{0.0f, 0.5f, 1.0f, 1.0f, 0.25f, 0.25f, 0.0f, 0.0f}));
    QCOMPARE(upper.notFound, (std::vector<std::string>{"nose"}));

    const model::Model model = twoBoneStrip();
    const std::vector<animator::PlayableClip> clips = clipsOf(model, {true, true, false});
    const std::vector<vat::MaskChoice> masks = {{"tip", {"Tip"}, 0, {}}, {"none", {"Nose"}, 0, {}}};
    animator::AnimatorSetup setup;
    setup.parameters = {{{"share", animator::ParameterKind::Number, 1.0}}};
    setup.layers = {{"unused", "", 1.0, "", false, ""}, {"top", "tip", 0.5, "share", true, "Strike"}};
    setup.states = {{"None", {}, "", "", 1.0, std::nullopt, "top"},
                    {"Strike", {{"Pose"}}, "", "", 1.0, std::nullopt, "top"},
                    {"Move", {{"Slide"}}, "", "", 1.0, std::nullopt}};
    setup.transitions = {{"Strike", "None", 0.1, 0.0, 1.0, {}}};
    const auto resolved = animator::resolveSetup(setup, model, clips, masks);
    QVERIFY2(resolved.has_value(), resolved ? "" : resolved.error().message.c_str());
    const animator::AnimatorController& controller = resolved->controller;
    QCOMPARE(controller.initialState, 2u);
    QCOMPARE(controller.layers.size(), std::size_t{1});  // The other has no states.
    QCOMPARE(controller.layers[0].mask, (std::vector<double>{0.0, 1.0, 1.0}));
    QCOMPARE(controller.layers[0].weight, 0.5);
    QCOMPARE(controller.layers[0].parameter, std::optional(0u));
    QCOMPARE(controller.layers[0].initialState, 1u);
    QVERIFY(controller.layers[0].additive);
    QCOMPARE(controller.states[0].layer, 1u);
    QVERIFY(controller.states[0].children.empty());
    const auto refused = [&](const animator::AnimatorSetup& wrong, const char* says) {
      const auto result = animator::resolveSetup(wrong, model, clips, masks);
      QVERIFY(!result);
      QVERIFY2(result.error().message.find(says) != std::string::npos, result.error().message.c_str());
    };
    animator::AnimatorSetup wrong = setup;
    wrong.layers[1].mask = "tipp";
    refused(wrong, "tipp");
    wrong.layers[1].mask = "none";
    refused(wrong, "no bone has a weight");
    wrong = setup;
    wrong.layers[1].parameter = "shar";
    refused(wrong, "shar");
    wrong = setup;
    wrong.states[0].layer = "to";
    refused(wrong, "to");
    wrong = setup;
    wrong.transitions[0].to = "Move";
    refused(wrong, "leads to another layer");
    // An invalid layer is left out with its states and reported once.
    wrong = setup;
    wrong.layers.push_back({"bottom", "leg", 1.0, "", false, ""});
    wrong.states.push_back({"Kick", {{"Bend"}}, "", "", 1.0, std::nullopt, "bottom"});
    wrong.transitions.push_back({"", "Kick", 0.1, 0.0, 1.0, {}});
    wrong.layers[1].initial = "Gone";
    std::vector<Message> problems;
    const auto rest = animator::resolveSetup(wrong, model, clips, masks, &problems);
    QVERIFY2(rest.has_value(), rest ? "" : rest.error().message.c_str());
    QCOMPARE(problems.size(), std::size_t{2});
    QVERIFY2(problems[0].find("leg") != std::string::npos, problems[0].c_str());
    QVERIFY2(problems[1].find("Gone") != std::string::npos, problems[1].c_str());
    QCOMPARE(rest->controller.layers.size(), std::size_t{1});
    QCOMPARE(rest->controller.layers[0].name, std::string("top"));
    QCOMPARE(rest->controller.states.size(), std::size_t{3});
    QCOMPARE(rest->controller.states[rest->controller.layers[0].initialState].name, std::string("None"));
    QCOMPARE(rest->controller.transitions.size(), std::size_t{1});
  }

  // With a list for problems, only invalid parts are left out.
  void faultsLeaveOutTheirParts() {
    const model::Model model = twoBoneStrip();
    const std::vector<animator::PlayableClip> clips = clipsOf(model, {true, true, false});
    animator::AnimatorSetup setup;
    setup.parameters = {{{"speed", animator::ParameterKind::Number, 0.5}, 0.0, 2.0}};
    setup.states = {{"Lost", {{"Gone"}}, "", "", 1.0, std::nullopt},
                    {"Pose", {{"Pose"}}, "", "", 1.0, std::nullopt},
                    {"Move", {{"Bend", 1.0}, {"Gone", 1.5}, {"Slide", 2.0}}, "speed", "", 1.0, std::nullopt}};
    setup.initial = "Lost";
    setup.transitions = {{"Move", "Pose", 0.1, 0.0, {}, {{"speed", animator::Compare::Less, 0.1}}},
                         {"Move", "Lost", 0.1, 0.0, 1.0, {}},
                         {"Pose", "Move", 0.1, 0.0, {}, {{"sped", animator::Compare::Greater, 0.1}}}};
    setup.limbs = {{"arm", "Root", "elbow", "weapon_r", {0.0, 1.0, 0.5}, "", std::nullopt},
                   {"leg", "Root", "Tip", "weapon_r", {0.0, 1.0, 0.5}, "", std::nullopt}};
    setup.gazes = {{"Nose", std::nullopt}, {"Tip", std::nullopt}};
    QVERIFY(!animator::resolveSetup(setup, model, clips, {}));
    std::vector<Message> problems;
    const auto resolved = animator::resolveSetup(setup, model, clips, {}, &problems);
    QVERIFY2(resolved.has_value(), resolved ? "" : resolved.error().message.c_str());
    QCOMPARE(resolved->controller.states.size(), std::size_t{2});
    QCOMPARE(resolved->controller.states[1].children.size(), std::size_t{2});
    QCOMPARE(resolved->controller.initialState, 0u);
    QCOMPARE(resolved->controller.transitions.size(), std::size_t{1});
    QCOMPARE(resolved->limbs.size(), std::size_t{1});
    QCOMPARE(resolved->gazes.size(), std::size_t{1});
    QCOMPARE(problems.size(), std::size_t{5});  // Two clips, the transition by "sped", a limb and a gaze.
    for (const char* name : {"Gone", "sped", "elbow", "Nose"}) {
      QVERIFY2(std::any_of(problems.begin(), problems.end(),
                           [name](const Message& problem) { return problem.find(name) != std::string::npos; }),
               name);
    }
    setup.states.resize(1);
    problems.clear();
    QVERIFY(!animator::resolveSetup(setup, model, clips, {}, &problems));
  }

  // The bundled knight stands, walks and runs in place; the feet give the speed.
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
    QVERIFY(animator::resolveSetup(setup, **model, clips, {}).has_value());
    const std::vector<animator::SetupLimb> limbs = animator::proposedLimbs(**model);
    QVERIFY2(limbs.size() >= 4, qPrintable(QString::number(limbs.size())));
    animator::AnimatorSetup withLimbs = setup;
    withLimbs.limbs = limbs;
    QVERIFY(animator::resolveSetup(withLimbs, **model, clips, {}).has_value());
    QVERIFY(std::all_of(limbs.begin(), limbs.end(), [](const auto& limb) { return limb.weight == 1.0; }));
    QVERIFY(animator::defaultSetup(**model, {}).states.empty());
  }

  // Limbs follow the chain of bones that move vertices, not IK, control or twist bones.
  void limbsByTheirChains() {
    const model::Model model = rigOf({{"root", ""},
                                      {"spine", "root"},
                                      {"upperarm.l", "spine"},
                                      {"upperarm_twist.l", "upperarm.l"},
                                      {"lowerarm.l", "upperarm_twist.l"},
                                      {"lowerarm.l.001", "lowerarm.l"},
                                      {"offset", "lowerarm.l.001"},
                                      {"hand.l", "offset"},
                                      {"handslot.l", "hand.l"},
                                      {"1H_Sword_Offhand", "handslot.l"},
                                      {"thigh_l", "root"},
                                      {"shin_l", "thigh_l"},
                                      {"foot_l", "shin_l"},
                                      {"handIK.l", "root"},
                                      {"elbowIK.l", "root"},
                                      {"IK-foot.l", "root"},
                                      {"ctrl_hand_l", "root"},
                                      {"hand_l_end", "hand.l"}},
                                     {"spine", "upperarm.l", "upperarm_twist.l", "lowerarm.l", "lowerarm.l.001",
                                      "hand.l", "1H_Sword_Offhand", "thigh_l", "shin_l", "foot_l"});
    const std::vector<animator::SetupLimb> limbs = animator::proposedLimbs(model);
    QCOMPARE(limbs.size(), std::size_t{2});
    QCOMPARE(limbs[0].root + ' ' + limbs[0].middle + ' ' + limbs[0].end, std::string("thigh_l shin_l foot_l"));
    QCOMPARE(limbs[1].root + ' ' + limbs[1].middle + ' ' + limbs[1].end, std::string("upperarm.l lowerarm.l hand.l"));
  }
};

TEXELETON_SUITE(TestSetup)
#include "test_setup.moc"
