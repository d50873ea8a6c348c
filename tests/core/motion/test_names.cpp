#include <QObject>
#include <QTest>

#include "core/motion/clip_names.h"
#include "core/motion/match_bones.h"

using namespace texeleton;

class TestMotionNames : public QObject {
  Q_OBJECT
 private slots:
  void bareNames() {
    QVERIFY(bareName("Hips") == "Hips");
    QVERIFY(bareName("mixamorig1:Hips") == "Hips");
    QVERIFY(bareName("a:b:Hips") == "Hips");
    QVERIFY(bareName("Armature|Hips") == "Hips");
    QVERIFY(bareName("骨骼:左脚") == "左脚");
    QVERIFY(bareName("empty:").empty());
  }
  void namesOfFiles() {
    QCOMPARE(motionName("walk.fbx"), std::string("walk"));
    QCOMPARE(motionName("hero@walk.fbx"), std::string("walk"));
    QCOMPARE(motionName("folder/hero@run fast.v2.fbx"), std::string("run fast.v2"));
    QCOMPARE(motionName("hero@.fbx"), std::string("hero@"));
    QCOMPARE(motionName("走路.bvh"), std::string("走路"));
  }
  void idleNames() {
    for (const char* name : {"", "mixamo.com", "Take 001", "take001", "Scene", "Armature|mixamo.com|Layer0",
                             "Armature|Take 001|BaseLayer", "Unreal Take"}) {
      QVERIFY2(isIdleName(name), name);
    }
    for (const char* name :
         {"Walk", "Take off", "Scenery", "Armature|Walk", "Armature|Walk|BaseLayer", "Animation of the sea"}) {
      QVERIFY2(!isIdleName(name), name);
    }
  }
  void takenNamesGetANumber() {
    std::set<std::string, std::less<>> taken{"Walk"};
    QCOMPARE(freeName("Run", taken), std::string("Run"));
    QCOMPARE(freeName("Walk", taken), std::string("Walk 2"));
    QCOMPARE(freeName("Walk", taken), std::string("Walk 3"));
    QVERIFY(freeName(std::string(255, 'x'), taken).size() == 255);
    QVERIFY(freeName(std::string(255, 'x'), taken).size() <= 255);
  }
};

QTEST_APPLESS_MAIN(TestMotionNames)
#include "test_names.moc"
