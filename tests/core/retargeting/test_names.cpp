#include <QObject>
#include <QTest>

#include "core/retargeting/clip_names.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestMotionNames : public QObject {
  Q_OBJECT
 private slots:
  void namesOfFiles() {
    QCOMPARE(retargeting::motionName("walk.fbx"), std::string("walk"));
    QCOMPARE(retargeting::motionName("hero@walk.fbx"), std::string("walk"));
    QCOMPARE(retargeting::motionName("folder/hero@run fast.v2.fbx"), std::string("run fast.v2"));
    QCOMPARE(retargeting::motionName("hero@.fbx"), std::string("hero@"));
    QCOMPARE(retargeting::motionName("走路.bvh"), std::string("走路"));
  }
  void idleNames() {
    for (const char* name : {"", "mixamo.com", "Take 001", "take001", "Scene", "Armature|mixamo.com|Layer0",
                             "Armature|Take 001|BaseLayer", "Unreal Take"}) {
      QVERIFY2(retargeting::isIdleName(name), name);
    }
    for (const char* name :
         {"Walk", "Take off", "Scenery", "Armature|Walk", "Armature|Walk|BaseLayer", "Animation of the sea"}) {
      QVERIFY2(!retargeting::isIdleName(name), name);
    }
  }
  void numbersUsedNames() {
    std::set<std::string, std::less<>> taken{"Walk"};
    QCOMPARE(retargeting::freeName("Run", taken), std::string("Run"));
    QCOMPARE(retargeting::freeName("Walk", taken), std::string("Walk 2"));
    QCOMPARE(retargeting::freeName("Walk", taken), std::string("Walk 3"));
    QVERIFY(retargeting::freeName(std::string(255, 'x'), taken).size() == 255);
    QVERIFY(retargeting::freeName(std::string(255, 'x'), taken).size() <= 255);
  }
  void findsCommonAffixes_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QString>("suffix");
    QTest::newRow("a rig before and behind")
        << QStringList{"Rig|Walk_Rig", "Rig|1H_Melee_Attack_Chop_Rig", "Rig|T-Pose_Rig"} << "Rig|"
        << "_Rig";
    QTest::newRow("words are not cut") << QStringList{"Rig|Walk", "Rig|Wave"} << "Rig|"
                                       << "";
    QTest::newRow("words of one name") << QStringList{"hero_walk", "hero_run_fast"} << "hero_"
                                       << "";
    QTest::newRow("numbers stay") << QStringList{"Attack_01", "Attack_02"} << ""
                                  << "";
    QTest::newRow("names may begin with a digit") << QStringList{"hero_1H_Chop", "hero_2H_Spin"} << "hero_"
                                                  << "";
    QTest::newRow("letters stay") << QStringList{"Armature|Attack_A", "Armature|Attack_B"} << "Armature|"
                                  << "";
    QTest::newRow("one name is the start of another") << QStringList{"Rig|Walk", "Rig|Walk_Back"} << "Rig|"
                                                      << "";
    QTest::newRow("one name is the end of another") << QStringList{"Walk", "Fast_Walk"} << ""
                                                    << "";
    QTest::newRow("layers") << QStringList{"Rig|Walk|BaseLayer", "Rig|Run|BaseLayer"} << "Rig|"
                            << "|BaseLayer";
    QTest::newRow("one without") << QStringList{"Rig|Walk", "Rig|Run", "TPose"} << ""
                                 << "";
    QTest::newRow("Chinese") << QStringList{"骨骼|走路", "骨骼|走开"} << "骨骼|"
                             << "";
    QTest::newRow("a single clip") << QStringList{"Rig|Walk_Rig"} << "Rig|"
                                   << "";
    QTest::newRow("a single clip with a layer") << QStringList{"Rig|Walk|BaseLayer"} << "Rig|"
                                                << "|BaseLayer";
    QTest::newRow("a single clip that says nothing") << QStringList{"Armature|mixamo.com|Layer0"} << ""
                                                     << "";
    QTest::newRow("the same name twice") << QStringList{"Rig|Walk", "Rig|Walk"} << "Rig|"
                                         << "";
    QTest::newRow("prefix and suffix overlap") << QStringList{"ab_cd_ef", "ab_cd_cd_ef"} << "ab_cd_"
                                               << "";
    QTest::newRow("an empty name") << QStringList{"Rig|Walk", ""} << ""
                                   << "";
    QTest::newRow("no names") << QStringList{} << ""
                              << "";
  }
  void findsCommonAffixes() {
    QFETCH(QStringList, names);
    QFETCH(QString, prefix);
    QFETCH(QString, suffix);
    std::vector<std::string> given;
    for (const QString& name : names) {
      given.push_back(name.toStdString());
    }
    const retargeting::NameAffixes affixes = retargeting::commonAffixes(given);
    QCOMPARE(QString::fromStdString(affixes.prefix), prefix);
    QCOMPARE(QString::fromStdString(affixes.suffix), suffix);
    std::set<std::string> before(given.begin(), given.end());
    std::set<std::string> after;
    for (const std::string& name : given) {
      const std::string stripped = retargeting::withoutAffixes(name, affixes);
      QCOMPARE(affixes.prefix + stripped + affixes.suffix, name);
      QVERIFY(!stripped.empty() || name.empty());
      after.insert(stripped);
    }
    QCOMPARE(after.size(), before.size());
  }
  void keepsNamesWithoutAffixes() {
    const retargeting::NameAffixes affixes{"Rig|", "_Rig"};
    QCOMPARE(retargeting::withoutAffixes("Rig|Walk_Rig", affixes), std::string("Walk"));
    QCOMPARE(retargeting::withoutAffixes("Rig|Walk", affixes), std::string("Rig|Walk"));
    QCOMPARE(retargeting::withoutAffixes("Rig|_Rig", affixes), std::string("Rig|_Rig"));
    QVERIFY(retargeting::NameAffixes().isEmpty());
  }
};

TEXELETON_PLAIN_SUITE(TestMotionNames)
#include "test_names.moc"
