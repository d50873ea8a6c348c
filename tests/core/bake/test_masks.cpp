#include <QObject>
#include <algorithm>
#include <string>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/masks.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

// root ─ hips ─┬─ spine ─ chest ─┬─ head
//              │                 └─ arm ─ hand
//              └─ leg
// The hand comes first: parents may come after their children.
const std::vector<bake::BakedBone> kBones = {
    {"hand", 7, false},  {"root", -1, false}, {"hips", 1, false}, {"spine", 2, false},
    {"chest", 3, false}, {"head", 4, false},  {"leg", 2, false},  {"arm", 4, false},
};

std::vector<float> weightsOf(const bake::MaskChoice& choice) { return bake::maskWeights(kBones, choice).weights; }

}  // namespace

/// Masks of layers: the weights and anchors of bones, and the masks in a bake.
class TestMasks : public QObject {
  Q_OBJECT

 private slots:
  void subtrees() {
    QCOMPARE(weightsOf({"upper", {"spine"}, 0, {}}), (std::vector<float>{1, 0, 0, 1, 1, 1, 0, 1}));
    // Softened over three bones: quarters from the spine down.
    QCOMPARE(weightsOf({"upper", {"spine"}, 3, {}}), (std::vector<float>{1, 0, 0, 0.25f, 0.5f, 0.75f, 0, 0.75f}));
    // A root below another one does not restart the weights.
    QCOMPARE(weightsOf({"upper", {"spine", "arm"}, 3, {}}),
             (std::vector<float>{1, 0, 0, 0.25f, 0.5f, 0.75f, 0, 0.75f}));
  }

  void paintedBones() {
    const bake::MaskChoice painted{
        "painted", {"spine"}, 0, {{"head", 0.0}, {"chest", 0.5}, {"leg", 1.0}, {"tail", 1.0}}};
    const bake::MaskWeights found = bake::maskWeights(kBones, painted);
    QCOMPARE(found.weights, (std::vector<float>{1, 0, 0, 1, 0.5f, 0, 1, 1}));
    QCOMPARE(found.notFound, std::vector<std::string>{"tail"});
    QVERIFY(bake::maskWeights(kBones, {"none", {"nowhere"}, 0, {}}).isEmpty());
  }

  void anchors() {
    const std::vector<float> weights = weightsOf({"upper", {"spine"}, 0, {{"chest", 0.0}}});
    std::vector<std::int32_t> anchors;
    for (std::size_t i = 0; i < kBones.size(); ++i) {
      anchors.push_back(bake::maskAnchor(kBones, weights, i));
    }
    QCOMPARE(anchors, (std::vector<std::int32_t>{4, -1, -1, 2, -1, 4, -1, 4}));
    const std::vector<float> all(kBones.size(), 1.0f);
    QCOMPARE(bake::maskAnchor(kBones, all, 0), -1);
  }

  void baked() {
    bake::BakeSettings settings;
    settings.masks = {{"tip", {"Tip"}, 0, {}}, {"lost", {"Tipp"}, 0, {}}};
    JobContext job;
    const auto animation = bake::bake(test::twoBoneStrip(), settings, job);
    QVERIFY2(animation.has_value(), animation ? "" : animation.error().message.c_str());
    QCOMPARE(animation->masks.size(), std::size_t{1});
    QCOMPARE(animation->masks[0].name, std::string("tip"));
    QCOMPARE(animation->masks[0].weights, (std::vector<float>{0, 1}));
    const std::vector<Issue> issues = job.takeIssues();
    const auto said = [&](const char* what) {
      return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
        return issue.subject == "lost" && issue.text.find(what) != std::string::npos;
      });
    };
    QVERIFY(said("did you mean \"Tip\""));
    QVERIFY(said("it is left out"));
  }

  void vertexModeHasNone() {
    bake::BakeSettings settings;
    settings.mode = bake::BakeMode::Vertex;
    settings.masks = {{"tip", {"Tip"}, 0, {}}};
    JobContext job;
    const auto animation = bake::bake(test::twoBoneStrip(), settings, job);
    QVERIFY(animation && animation->masks.empty());
    const std::vector<Issue> issues = job.takeIssues();
    QVERIFY(std::any_of(issues.begin(), issues.end(),
                        [](const Issue& issue) { return issue.text.find("vertex mode") != std::string::npos; }));
  }
};

TEXELETON_PLAIN_SUITE(TestMasks)
#include "test_masks.moc"
