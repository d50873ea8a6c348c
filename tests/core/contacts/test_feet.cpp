#include "core/contacts/feet.h"

#include <QObject>
#include <QTest>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// A bone at x, below the bone with the index `parent` (-1: none).
struct Bone {
  const char* name;
  int parent;
  double x = 0.0;
};

model::Model skeleton(std::initializer_list<Bone> bones) {
  model::Model model;
  for (const Bone& bone : bones) {
    model::Node node;
    node.name = bone.name;
    node.parent = bone.parent < 0 ? NodeIndex() : NodeIndex(static_cast<std::size_t>(bone.parent));
    node.rest.translation = {bone.x, bone.parent < 0 ? 1.0 : 0.0, 0.0};
    model.nodes.push_back(node);
  }
  return model;
}

QString feetOf(const model::Model& model, const std::vector<std::string>& patterns = {}) {
  const auto feet = contacts::findFeet(model, patterns);
  if (!feet) {
    return "error: " + QString::fromStdString(feet.error().message.text());
  }
  QStringList list;
  for (const contacts::Foot& foot : *feet) {
    list << QString::fromStdString(model.nodes[foot.node.value].name + ">" + foot.eventName);
  }
  return list.join(' ');
}

}  // namespace

Q_DECLARE_METATYPE(texeleton::contacts::Side)
Q_DECLARE_METATYPE(texeleton::contacts::FootWord)

class TestFeet : public QObject {
  Q_OBJECT

 private slots:
  static void names_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<contacts::FootWord>("word");
    QTest::addColumn<contacts::Side>("side");
    QTest::addColumn<bool>("isHelper");
    const auto row = [](const char* name, contacts::FootWord word, contacts::Side side, bool isHelper = false) {
      QTest::newRow(name) << QString::fromUtf8(name) << word << side << isHelper;
    };
    row("foot.l", contacts::FootWord::Foot, contacts::Side::Left);
    row("mixamorig:RightFoot", contacts::FootWord::Foot, contacts::Side::Right);
    row("mixamorig:LeftToeBase", contacts::FootWord::Toe, contacts::Side::Left);
    row("b_LeftFoot01_017", contacts::FootWord::Foot, contacts::Side::Left);
    row("Bip01 R Foot", contacts::FootWord::Foot, contacts::Side::Right);
    row("RFoot", contacts::FootWord::Foot, contacts::Side::Right);
    row("lfoot", contacts::FootWord::Foot, contacts::Side::Left);
    row("footr", contacts::FootWord::Foot, contacts::Side::Right);
    row("ANKLE_L", contacts::FootWord::Foot, contacts::Side::Left);
    row("ball_r", contacts::FootWord::Toe, contacts::Side::Right);
    row("pied gauche", contacts::FootWord::Foot, contacts::Side::Left);
    row("IK-foot.l", contacts::FootWord::Foot, contacts::Side::Left, true);
    row("control-toe-roll.r", contacts::FootWord::Toe, contacts::Side::Right, true);
    row("左足首", contacts::FootWord::Foot, contacts::Side::Left);
    row("右つま先", contacts::FootWord::Toe, contacts::Side::Right);
    row("右足", contacts::FootWord::Leg, contacts::Side::Right);
    row("左足ＩＫ", contacts::FootWord::Leg, contacts::Side::Left, true);
    row("football", contacts::FootWord::None, contacts::Side::Unknown);
    row("Lantern", contacts::FootWord::None, contacts::Side::Unknown);
    row("total", contacts::FootWord::None, contacts::Side::Unknown);
    row("", contacts::FootWord::None, contacts::Side::Unknown);
  }

  static void names() {
    QFETCH(const QString, name);
    const contacts::FootName found = contacts::readFootName(name.toStdString());
    QTEST(found.word, "word");
    QTEST(found.side, "side");
    QTEST(found.isHelper, "isHelper");
  }

  static void takesUppermostBoneOfFoot() {
    const model::Model model =
        skeleton({{"hips", -1}, {"thigh_l", 0}, {"foot_l", 1}, {"toes_l", 2}, {"foot_r", 0}, {"ball_r", 4}});
    QCOMPARE(feetOf(model), "foot_l>footstep_l foot_r>footstep_r");
    const auto feet = contacts::findFeet(model);
    QCOMPARE(feet->front().points.size(), std::size_t{2});  // ankle and toes
  }

  static void bonesBeforeHelpers() {
    const model::Model model =
        skeleton({{"root", -1}, {"foot.l", 0}, {"foot.r", 0}, {"IK-foot.l", 0}, {"IK-foot.r", 0}});
    QCOMPARE(feetOf(model), "foot.l>footstep_l foot.r>footstep_r");
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"IK-foot.l", 0}, {"IK-foot.r", 0}})),
             "IK-foot.l>footstep_l IK-foot.r>footstep_r");
  }

  static void sidesFromPosition() {
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"foot.001", 0, 0.2}, {"foot.002", 0, -0.2}})),
             "foot.001>footstep_l foot.002>footstep_r");
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"foot", 0}})), "foot>footstep_foot");
  }

  static void namesSeveralFeetAfterBones() {
    QCOMPARE(feetOf(skeleton({{"root", -1}, {"paw_front_l", 0}, {"paw_back_l", 0}, {"paw_back_r", 0}})),
             "paw_front_l>footstep_paw_front_l paw_back_l>footstep_paw_back_l paw_back_r>footstep_r");
  }

  static void givenFeet() {
    model::Model model = skeleton({{"root", -1}, {"leg1", 0, 0.3}, {"leg2", 0, -0.3}, {"tip2", 2}});
    QCOMPARE(feetOf(model), "");  // nothing moves them
    model::Clip clip;
    addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0},
             {0.0f, 1.0f, 0.0f});
    model.clips.push_back(clip);
    QCOMPARE(feetOf(model), "leg1>footstep_l tip2>footstep_r");  // without such names: the lowest ends
    QCOMPARE(feetOf(model, {"leg\\d"}), "leg1>footstep_l leg2>footstep_r");
    QCOMPARE(feetOf(model, {"leg2", "tip2", "leg1"}), "leg1>footstep_l leg2>footstep_r");
    QVERIFY(feetOf(model, {"leg"}).startsWith("error: no node is called \"leg\""));
    QVERIFY(feetOf(model, {"leg("}).startsWith("error: the expression \"leg(\" fails"));
  }

  static void singleObjectOnGroundIsNotFoot() {
    QCOMPARE(feetOf(animatedRigidNode()), "");
    QCOMPARE(feetOf(model::Model()), "");
  }
};

TEXELETON_SUITE(TestFeet)
#include "test_feet.moc"
