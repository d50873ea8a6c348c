#include <QObject>
#include <string>
#include <vector>

#include "core/vat/masks.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

// root ─ hips ─┬─ spine ─ chest ─┬─ head
//              │                 └─ arm ─ hand
//              └─ leg
// The hand comes first: parents may come after their children.
const std::vector<vat::BakedBone> kBones = {
    {"hand", 7, false},  {"root", -1, false}, {"hips", 1, false}, {"spine", 2, false},
    {"chest", 3, false}, {"head", 4, false},  {"leg", 2, false},  {"arm", 4, false},
};

std::vector<float> weightsOf(const vat::MaskChoice& choice) { return vat::maskWeights(kBones, choice).weights; }

}  // namespace

/// Masks of layers: the weights and anchors of bones.
class TestMasks : public QObject {
  Q_OBJECT

 private slots:
  void subtrees() {
    QCOMPARE(weightsOf({"upper", {"spine"}, 0, {}}), (std::vector<float>{1, 0, 0, 1, 1, 1, 0, 1}));
    // Softened over three bones: quarters from the spine on.
    QCOMPARE(weightsOf({"upper", {"spine"}, 3, {}}), (std::vector<float>{1, 0, 0, 0.25f, 0.5f, 0.75f, 0, 0.75f}));
    // A root below another one does not restart the weights.
    QCOMPARE(weightsOf({"upper", {"spine", "arm"}, 3, {}}),
             (std::vector<float>{1, 0, 0, 0.25f, 0.5f, 0.75f, 0, 0.75f}));
  }

  void paintedBones() {
    const vat::MaskChoice painted{
        "painted", {"spine"}, 0, {{"head", 0.0}, {"chest", 0.5}, {"leg", 1.0}, {"tail", 1.0}}};
    const vat::MaskWeights found = vat::maskWeights(kBones, painted);
    QCOMPARE(found.weights, (std::vector<float>{1, 0, 0, 1, 0.5f, 0, 1, 1}));
    QCOMPARE(found.notFound, std::vector<std::string>{"tail"});
    QVERIFY(vat::maskWeights(kBones, {"none", {"nowhere"}, 0, {}}).isEmpty());
  }

  void anchors() {
    const std::vector<float> weights = weightsOf({"upper", {"spine"}, 0, {{"chest", 0.0}}});
    std::vector<std::int32_t> anchors;
    for (std::size_t i = 0; i < kBones.size(); ++i) {
      anchors.push_back(vat::maskAnchor(kBones, weights, i));
    }
    QCOMPARE(anchors, (std::vector<std::int32_t>{4, -1, -1, 2, -1, 4, -1, 4}));
    const std::vector<float> all(kBones.size(), 1.0f);
    QCOMPARE(vat::maskAnchor(kBones, all, 0), -1);
  }
};

TEXELETON_PLAIN_SUITE(TestMasks)
#include "test_masks.moc"
