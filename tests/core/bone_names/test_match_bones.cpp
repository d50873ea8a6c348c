#include <QObject>
#include <QTest>

#include "core/bone_names/match_bones.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestMatchBones : public QObject {
  Q_OBJECT
 private slots:
  void bareNames() {
    QVERIFY(bone_names::bareName("Hips") == "Hips");
    QVERIFY(bone_names::bareName("mixamorig1:Hips") == "Hips");
    QVERIFY(bone_names::bareName("a:b:Hips") == "Hips");
    QVERIFY(bone_names::bareName("Armature|Hips") == "Hips");
    QVERIFY(bone_names::bareName("骨骼:左脚") == "左脚");
    QVERIFY(bone_names::bareName("empty:").empty());
  }
};

TEXELETON_PLAIN_SUITE(TestMatchBones)
#include "test_match_bones.moc"
