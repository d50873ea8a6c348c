#include <QObject>
#include <QTest>

#include "core/base/name_expression.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestNameExpression : public QObject {
  Q_OBJECT

 private slots:
  void wholeNames() {
    const auto hand = NameExpression::compile("(.*_)?hand_[lr]");
    QVERIFY(hand.has_value());
    QCOMPARE(hand->matches("hand_l").value(), true);
    QCOMPARE(hand->matches("rig_hand_r").value(), true);
    QCOMPARE(hand->matches("hand_left").value(), false);
    QCOMPARE(NameExpression::compile("HAND", false)->matches("hand").value(), true);
    QCOMPARE(NameExpression::compile("größe")->matches("größe").value(), true);
  }

  // They used to count as "does not match" after ten million steps per name.
  void stepsAreBounded_data() {
    QTest::addColumn<QString>("pattern");
    for (const char* pattern : {"(a+)+$", "(a|aa)+b", "(a*)*b", "(.*a){20}b"}) {
      QTest::newRow(pattern) << pattern;
    }
  }
  void stepsAreBounded() {
    QFETCH(QString, pattern);
    const auto expression = NameExpression::compile(pattern.toStdString());
    QVERIFY(expression.has_value());
    std::string name(200, 'a');
    name += "c_b";
    const auto matches = expression->matches(name);
    QVERIFY(!matches.has_value());
    QCOMPARE(matches.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(matches.error().message.text());
    QVERIFY2(message.contains('"' + pattern + '"') && message.contains("too many steps"), qPrintable(message));
    QVERIFY(message.size() < 400);
  }

  void usualExpressionsStayWithinTheBound() {
    std::string name = "mixamorig_left_hand_l_tip_joint_left_leaf_elf_";
    name.append(80, 'x');
    for (const char* pattern : {".*l.*e.*f.*t.*", "(.*_)?hand_[lr](_.*)?", ".*(hand|foot|toe|head).*", "[A-Za-z0-9_]*",
                                "(left|right)_(.*)_(.*)_(.*)"}) {
      QVERIFY2(NameExpression::compile(pattern)->matches(name).has_value(), pattern);
    }
  }

  void lengthIsBounded() {
    const auto expression = NameExpression::compile(std::string(700'000, 'a'));
    QVERIFY(!expression.has_value());
    QVERIFY(expression.error().message.size() < 300);
    QVERIFY(expression.error().message.find("4096") != std::string::npos);
  }
};

TEXELETON_SUITE(TestNameExpression)
#include "test_name_expression.moc"
