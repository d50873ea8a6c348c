// Times as people type them: seconds and frames.

#include <QTest>

#include "app/editor/widgets/time_field.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton::editor;
using namespace texeleton::test;

class TestTimeField : public QObject {
  Q_OBJECT

 private slots:
  void timesAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("seconds");  // At 24 frames a second; −1: it is no time.
    QTest::newRow("plain") << "1.5" << 1.5;
    QTest::newRow("seconds") << "1.5 s" << 1.5;
    QTest::newRow("without a blank") << "1.5s" << 1.5;
    QTest::newRow("in full") << "2 seconds" << 2.0;
    QTest::newRow("milliseconds") << "250 ms" << 0.25;
    QTest::newRow("frames") << "30f" << 1.25;
    QTest::newRow("frames in full") << " 30 frames " << 1.25;
    QTest::newRow("part of a frame") << "1.5 frames" << 0.0625;
    QTest::newRow("behind zero") << "-6F" << -0.25;
    QTest::newRow("nothing") << "" << -1.0;
    QTest::newRow("no number") << "frames" << -1.0;
    QTest::newRow("another unit") << "3 m" << -1.0;
    QTest::newRow("two numbers") << "1 2" << -1.0;
  }
  void timesAreRead() {
    QFETCH(QString, text);
    QFETCH(double, seconds);
    const auto time = readTime(text, QLocale::c());
    QCOMPARE(time.has_value(), seconds != -1.0);
    if (time) {
      QCOMPARE(time->seconds(24.0), seconds);
    }
  }

  // German writes a comma; a point is understood all the same.
  void numbersAreThoseOfTheLanguage() {
    const QLocale german(QLocale::German);
    QCOMPARE(readTime("1,5 s", german)->number, 1.5);
    QCOMPARE(readTime("0.25", german)->number, 0.25);
  }

  void framesAreTyped() {
    TimeField field(0, 100);
    field.setFrameRate(30);
    field.show(2.0);
    QCOMPARE(field.text(), QString("2 s"));
    typeInto(field, "7f");
    const auto isAt = [&field](double seconds) { return std::abs(field.value() - seconds) < 1e-8; };
    QVERIFY(isAt(7.0 / 30.0));
    QCOMPARE(field.text(), QString("0.233 s"));
    // Leaving it as it is rounds nothing.
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(isAt(7.0 / 30.0));
    typeInto(field, "1.5");
    QCOMPARE(field.value(), 1.5);
    // In the middle of the text, before the unit.
    field.findChild<QLineEdit*>()->setCursorPosition(3);
    QTest::keyClicks(&field, "f");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(isAt(0.05));
    // What is no time changes nothing.
    typeInto(field, "3x");
    QVERIFY(isAt(0.05));
    QTest::keyClick(&field, Qt::Key_Up);
    QVERIFY(isAt(0.05 + 1.0 / 30.0));
  }

  void escapeTakesBack() {
    NumberField field(0, 100, 2, "mm");
    field.show(4.0);
    field.show(5.0);
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, "77");
    QTest::keyClick(&field, Qt::Key_Escape);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.value(), 5.0);
    QCOMPARE(field.text(), QString("5 mm"));
  }
};

TEXELETON_EDITOR_SUITE(TestTimeField)

#include "test_time_field.moc"
