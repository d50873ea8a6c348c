// The words of names in the conventions of several tools.

#include <QObject>
#include <QTest>
#include <string>
#include <vector>

#include "core/base/name_words.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestNameWords : public QObject {
  Q_OBJECT

 private slots:
  static void splits() {
    using Words = std::vector<std::string>;
    QCOMPARE(nameWords("b_RightFoot01"), (Words{"b", "right", "foot"}));
    QCOMPARE(nameWords("LFoot"), (Words{"l", "foot"}));
    QCOMPARE(nameWords("IKHandle.L"), (Words{"ik", "handle", "l"}));
    QCOMPARE(nameWords("handIK"), (Words{"hand", "ik"}));
    QCOMPARE(nameWords("mixamorig:LeftUpLeg"), (Words{"mixamorig", "left", "up", "leg"}));
    QCOMPARE(nameWords("1H_Melee-Attack 2"), (Words{"h", "melee", "attack"}));
    QVERIFY(nameWords("左足首").empty() && nameWords("").empty());
  }
};

TEXELETON_SUITE(TestNameWords)
#include "test_name_words.moc"
