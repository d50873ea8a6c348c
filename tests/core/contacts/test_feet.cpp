#include "core/contacts/feet.h"

#include <QObject>
#include <QTest>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// Bones by name, each under the one before whose number is its parent's (-1: none), at x.
struct Bone {
  const char* name;
  int parent;
  double x = 0.0;
};

Model skeleton(std::initializer_list<Bone> bones) {
  Model model;
  for (const Bone& bone : bones) {
    Node node;
    node.name = bone.name;
    node.parent = bone.parent < 0 ? NodeIndex() : NodeIndex(static_cast<std::size_t>(bone.parent));
    node.rest.translation = {bone.x, bone.parent < 0 ? 1.0 : 0.0, 0.0};
    model.nodes.push_back(node);
  }
  return model;
}

QString feetOf(const Model& model, const std::vector<std::string>& patterns = {}) {
  const auto feet = findFeet(model, patterns);
  if (!feet) {
    return "error: " + QString::fromStdString(feet.error().message.text());
  }
  QStringList list;
  for (const Foot& foot : *feet) {
    list << QString::fromStdString(model.nodes[foot.node.value].name + ">" + foot.eventName);
  }
  return list.join(' ');
}

}  // namespace

Q_DECLARE_METATYPE(texeleton::Side)
Q_DECLARE_METATYPE(texeleton::FootWord)

class TestFeet : public QObject {
  Q_OBJECT

 private slots:
  static void names_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<FootWord>("word");
    QTest::addColumn<Side>("side");
    QTest::addColumn<bool>("isHelper");
    const auto row = [](const char* name, FootWord word, Side side, bool isHelper = false) {
      QTest::newRow(name) << QString::fromUtf8(name) << word << side << isHelper;
    };
    row("foot.l", FootWord::Foot, Side::Left);
    row("mixamorig:RightFoot", FootWord::Foot, Side::Right);
    row("mixamorig:LeftToeBase", FootWord::Toe, Side::Left);
    row("b_LeftFoot01_017", FootWord::Foot, Side::Left);
    row("Bip01 R Foot", FootWord::Foot, Side::Right);
    row("RFoot", FootWord::Foot, Side::Right);
    row("lfoot", FootWord::Foot, Side::Left);
    row("footr", FootWord::Foot, Side::Right);
    row("ANKLE_L", FootWord::Foot, Side::Left);
    row("ball_r", FootWord::Toe, Side::Right);
    row("pied gauche", FootWord::Foot, Side::Left);
    row("IK-foot.l", FootWord::Foot, Side::Left, true);
    row("control-toe-roll.r", FootWord::Toe, Side::Right, true);
    row("左足首", FootWord::Foot, Side::Left);
    row("右つま先", FootWord::Toe, Side::Right);
    row("右足", FootWord::Leg, Side::Right);
    row("左足ＩＫ", FootWord::Leg, Side::Left, true);
    row("football", FootWord::None, Side::Unknown);
    row("Lantern", FootWord::None, Side::Unknown);
    row("total", FootWord::None, Side::Unknown);
    row("", FootWord::None, Side::Unknown);
  }

  static void names() {
    QFETCH(const QString, name);
    const FootName found = readFootName(name.toStdString());
    QTEST(found.word, "word");
    QTEST(found.side, "side");
    QTEST(found.isHelper, "isHelper");
  }

  static void theUppermostBoneOfAFootIsTaken() {
    const Model model =
        skeleton({{"hips", -1}, {"thigh_l", 0}, {"foot_l", 1}, {"toes_l", 2}, {"foot_r", 0}, {"ball_r", 4}});
    QCOMPARE(feetOf(model), "foot_l>footstep_l foot_r>footstep_r");
    const auto feet = findFeet(model);
    QCOMPARE(feet->front().points.size(), std::size_t{2});  // ankle and toes
  }

  static void bonesBeforeHelpers() {
    const Model model = skeleton({{"root", -1}, {"foot.l", 0}, {"foot.r", 0}, {"IK-foot.l", 0}, {"IK-foot.r", 0}});
    QCOMPARE(feetOf(model), "foot.l>footstep_l foot.r>footstep_r");
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"IK-foot.l", 0}, {"IK-foot.r", 0}})),
             "IK-foot.l>footstep_l IK-foot.r>footstep_r");
  }

  static void sidesFromThePlace() {
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"foot.001", 0, 0.2}, {"foot.002", 0, -0.2}})),
             "foot.001>footstep_l foot.002>footstep_r");
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"foot", 0}})), "foot>footstep_foot");
  }

  static void severalFeetOfASideAreNamedAfterTheirBones() {
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"paw_front_l", 0}, {"paw_back_l", 0}, {"paw_back_r", 0}})),
             "paw_front_l>footstep_paw_front_l paw_back_l>footstep_paw_back_l paw_back_r>footstep_r");
  }

  static void feetAsTold() {
    Model model = skeleton({{"root", -1}, {"leg1", 0, 0.3}, {"leg2", 0, -0.3}, {"tip2", 2}});
    QCOMPARE(feetOf(model), "");  // nothing moves them
    Clip clip;
    addTrack(clip, TrackTarget::Translation, Interpolation::Linear, NodeIndex(0), {0.0}, {0.0f, 1.0f, 0.0f});
    model.clips.push_back(clip);
    QCOMPARE(feetOf(model), "leg1>footstep_l tip2>footstep_r");  // no name says so: the lowest ends
    QCOMPARE(feetOf(model, {"leg\\d"}), "leg1>footstep_l leg2>footstep_r");
    QCOMPARE(feetOf(model, {"leg2", "tip2", "leg1"}), "leg1>footstep_l leg2>footstep_r");
    QVERIFY(feetOf(model, {"leg"}).startsWith("error: no node is called \"leg\""));
    QVERIFY(feetOf(model, {"leg("}).startsWith("error: the expression \"leg(\" fails"));
  }

  static void oneThingOnTheGroundIsNoFoot() {
    QCOMPARE(feetOf(animatedRigidNode()), "");
    QCOMPARE(feetOf(Model()), "");
  }
};

TEXELETON_SUITE(TestFeet)
#include "test_feet.moc"
