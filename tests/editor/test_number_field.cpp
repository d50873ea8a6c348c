// Typed numbers and times.

#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/editor/widgets/fit_plot.h"
#include "app/editor/widgets/number_text.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/widgets/time_field.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton::editor;
using namespace texeleton::test;

class TestNumberField : public QObject {
  Q_OBJECT

 private slots:
  void numbersAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("language");
    QTest::addColumn<double>("number");  // NaN: rejected.
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto row = [](const char* text, const char* unit, const char* language, double number) {
      QTest::addRow("%s in '%s', %s", text, unit, language)
          << QString(text) << QString(unit) << QString(language) << number;
    };
    for (const char* language : {"en", "zh_CN", "de", "fr", "sv", "pt_BR", "C"}) {
      row("0,5", "", language, 0.5);
      row("0.5", "", language, 0.5);
      row(",5", "", language, 0.5);
      row("1e-3", "", language, 0.001);
      row("2.5E+2", "", language, 250.0);
      row("12000", "", language, 12000.0);
      row("12 000", "", language, 12000.0);
      row("1.234.567", "", language, 1234567.0);
      row("1,234.5", "", language, 1234.5);
      row("1.234,5", "", language, 1234.5);
      row("1+0.25", "", language, 1.25);
      row("-(2 + 1) * 4 / 3", "", language, -4.0);
      row("2 - -3", "", language, 5.0);
      row("−7", "", language, -7.0);
      row("１２．５", "", language, 12.5);
      row("50cm", "m", language, 0.5);
      row("50 CM", "m", language, 0.5);
      row("1m + 20cm", "m", language, 1.2);
      row("2in", "m", language, 0.0508);
      row("50厘米", "m", language, 0.5);
      row("0.5 m", "mm", language, 500.0);
      row("250 ms", "s", language, 0.25);
      row("50%", "", language, 0.5);
      row("1.5x", "×", language, 1.5);
      row("3.141592653589793 rad", "°", language, 180.0);
      for (const char* wrong : {"", " ", "abc", "1 2", "1+", "1..5", "1,2,3", "12,34,567", "(1", "1)", "1/0", "--",
                                "e5", "nan", "inf", "0x10", "5 kg", "1m 20s", "50cm2"}) {
        row(wrong, "m", language, none);
      }
      row("50cm", "s", language, none);
      row("50cm", "", language, none);
    }
    row("1,250", "", "en", 1250.0);
    row("1,250", "", "de", 1.25);
    row("1.250", "", "en", 1.25);
    row("1.250", "", "de", 1250.0);
    row("0,500", "", "en", 0.5);
    row("1’250", "", "de_CH", 1250.0);
  }
  void numbersAreRead() {
    QFETCH(QString, text);
    QFETCH(QString, unit);
    QFETCH(QString, language);
    QFETCH(double, number);
    const auto read = readNumber(text, unit, QLocale(language));
    QCOMPARE(read.has_value(), !std::isnan(number));
    if (read) {
      QCOMPARE(*read, number);
    }
  }

  void rejectsDeepTexts() {
    QVERIFY(!readNumber(QString(100, '(') + "1", {}, QLocale::c()));
    QVERIFY(!readNumber(QString(100'000, '1'), {}, QLocale::c()));
  }

  // Marked red during typing; then a tool tip, and the old number.
  void rejectedTextsChangeNothing_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("no number") << "abc"
                               << "not a number";
    QTest::newRow("another unit") << "5 kg"
                                  << "its unit is not m";
    QTest::newRow("out of range") << "12000"
                                  << "From 0 m to 100 m";
    QTest::newRow("negative") << "-1"
                              << "From 0 m to 100 m";
  }
  void rejectedTextsChangeNothing() {
    QFETCH(QString, text);
    QFETCH(QString, why);
    NumberField field(0, 100, 2, "m");
    field.setLocale(QLocale::c());
    field.show(4.0);
    const QSignalSpy changes(&field, &QDoubleSpinBox::valueChanged);
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, text);
    QVERIFY(field.property("wrong").toBool());
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY2(QToolTip::text().contains(why), qPrintable(QToolTip::text()));
    QCOMPARE(field.value(), 4.0);
    QCOMPARE(field.text(), QString("4 m"));
    QVERIFY(!field.property("wrong").toBool());
    QVERIFY(changes.isEmpty());
  }

  void smallNumbersAreKept() {
    NumberField field(0, 100, 2, "m");
    field.setLocale(QLocale::c());
    typeInto(field, "1e-3");
    QCOMPARE(field.value(), 0.001);
    QCOMPARE(field.text(), QString("0.001 m"));
    typeInto(field, "1.2345");
    QCOMPARE(field.value(), 1.2345);
    QCOMPARE(field.text(), QString("1.23 m"));
    typeInto(field, "50cm");
    QCOMPARE(field.value(), 0.5);
    field.show(-0.0);
    QCOMPARE(field.text(), QString("0 m"));
  }

  void editedThousandsStayThousands() {
    NumberField field(0, 1e6, 2, "m");
    field.setLocale(QLocale("en"));
    field.show(12000.0);
    QCOMPARE(field.text(), QString("12000 m"));
    field.setFocus();
    field.findChild<QLineEdit*>()->setCursorPosition(5);
    QTest::keyClick(&field, Qt::Key_Backspace);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.value(), 1200.0);
    typeInto(field, "1e-12");
    QCOMPARE(field.value(), 1200.0);
    // The locale of the tests writes 1,250 for a German 1.250.
    field.setLocale(QLocale("de"));
    typeInto(field, "1,250");
    QCOMPARE(field.value(), 1200.0);
    QVERIFY2(QToolTip::text().contains("ambiguous"), qPrintable(QToolTip::text()));
    typeInto(field, "1,25");
    QCOMPARE(field.value(), 1.25);
    // A number as displayed by the field is accepted.
    NumberField exact(0, 10, 3, "m");
    exact.setLocale(QLocale("de"));
    exact.show(1.234);
    QCOMPARE(exact.text(), QString("1,234 m"));
    QToolTip::hideText();
    QTRY_VERIFY(QToolTip::text().isEmpty());
    QTest::keyClick(&exact, Qt::Key_Return);
    QVERIFY2(QToolTip::text().isEmpty(), qPrintable(QToolTip::text()));
    QCOMPARE(exact.value(), 1.234);
  }

  void wholeNumbersAreNotRounded() {
    NumberField field(0, 100, 0, {});
    typeInto(field, "12");
    typeInto(field, "1.5");
    QCOMPARE(field.value(), 12.0);
    typeInto(field, "3*5");
    QCOMPARE(field.value(), 15.0);
  }

  void timesAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("seconds");  // At 24 frames per second; −1: not a time.
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

  // German uses a decimal comma; a point is accepted too.
  void usesDecimalSeparatorOfLocale() {
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
    // Leaving the field without typing does not round the value.
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(isAt(7.0 / 30.0));
    typeInto(field, "1.5");
    QCOMPARE(field.value(), 1.5);
    // Typed in the middle of the text, before the unit.
    field.findChild<QLineEdit*>()->setCursorPosition(3);
    QTest::keyClicks(&field, "f");
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(isAt(0.05));
    typeInto(field, "1s+250ms");
    QCOMPARE(field.value(), 1.25);
    typeInto(field, "1 + 0.5 f");
    QVERIFY(isAt(0.05));
    // Invalid text changes nothing.
    typeInto(field, "3x");
    QVERIFY(isAt(0.05));
    QTest::keyClick(&field, Qt::Key_Up);
    QVERIFY(isAt(0.05 + 1.0 / 30.0));
  }

  // After several values the field shows the special text of its minimum again.
  void specialTextsReturn() {
    NumberField field(0, 240, 2, "Hz");
    field.setSpecialValueText("source");
    field.show(0.0);
    QCOMPARE(field.text(), QString("source"));
    field.showMixed();
    QVERIFY(field.text().startsWith(QString::fromUtf8("–")));
    field.show(0.0);
    QCOMPARE(field.text(), QString("source"));
    field.showMixed();
    field.show(30.0);
    QCOMPARE(field.text(), QString("30 Hz"));
  }

  void numbersAreWritten() {
    const auto lengths = {std::pair(0.0, "0.00 mm"),   std::pair(0.004, "<0.01 mm"), std::pair(0.01, "0.01 mm"),
                          std::pair(2.314, "2.31 mm"), std::pair(9.994, "9.99 mm"),  std::pair(9.996, "10.0 mm"),
                          std::pair(12.36, "12.4 mm"), std::pair(99.94, "99.9 mm"),  std::pair(99.96, "100 mm"),
                          std::pair(390.4, "390 mm"),  std::pair(3692.0, "3,692 mm")};
    for (const auto& [length, text] : lengths) {
      QCOMPARE(millimetres(length), QString(text));
      QCOMPARE(millimetreNumber(length) + " mm", QString(text));
    }
    QCOMPARE(exactMillimetres(0.005), QString("0.005 mm"));
    QCOMPARE(exactMillimetres(10.0), QString("10 mm"));
    QCOMPARE(fixed(-0.04, 1), QString("0.0"));
    QCOMPARE(fixed(-0.06, 1), QString("-0.1"));
    QCOMPARE(fixed(0.06, 1), QString("0.1"));
    QCOMPARE(wholeBytes(512), QString("512 B"));
    QCOMPARE(wholeBytes(64u << 10u), QString("64 KB"));
    QCOMPARE(wholeBytes(1u << 20u), QString("1 MB"));
  }

  void ticksOfBytes() {
    const auto kilobytes = [](std::uint64_t number) { return number << 10u; };
    QCOMPARE(byteTicks(3.3, 6.1),
             (std::vector<std::uint64_t>{kilobytes(4), kilobytes(16), kilobytes(64), kilobytes(256), kilobytes(1024)}));
    // Between 90 and 300 KB: powers of two, because 256 KB is the only power of four.
    QCOMPARE(byteTicks(4.964, 5.487), (std::vector<std::uint64_t>{kilobytes(128), kilobytes(256)}));
  }

  void escapeReverts() {
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

TEXELETON_EDITOR_SUITE(TestNumberField)

#include "test_number_field.moc"
