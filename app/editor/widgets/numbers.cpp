#include "app/editor/widgets/numbers.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/editor/document/preferences.h"

namespace texeleton::editor {

QString count(std::uint64_t number) { return QLocale().toString(static_cast<qulonglong>(number)); }

QString decimal(double number, int mostDecimals) {
  if (number != 0.0 && number < 0.01 && number > -0.01) {
    return QLocale().toString(number, 'g', 2);
  }
  return QLocale().toString(number, 'f', mostDecimals);
}

QString megabytes(std::uint64_t bytes, std::uint64_t among) {
  constexpr std::uint64_t kManyKilobytes = 100 * 1024;
  const double kilobytes = static_cast<double>(bytes) / 1024.0;
  if (std::max(bytes, among) < kManyKilobytes) {
    return QCoreApplication::translate("Numbers", "%1 KB").arg(QLocale().toString(kilobytes, 'f', 1));
  }
  return QCoreApplication::translate("Numbers", "%1 MB").arg(QLocale().toString(kilobytes / 1024.0, 'f', 2));
}

QString wholeBytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kByteUnits = {
      QT_TRANSLATE_NOOP("Numbers", "%1 B"), QT_TRANSLATE_NOOP("Numbers", "%1 KB"),
      QT_TRANSLATE_NOOP("Numbers", "%1 MB"), QT_TRANSLATE_NOOP("Numbers", "%1 GB")};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < kByteUnits.size(); ++unit) {
    bytes /= 1024;
  }
  return QCoreApplication::translate("Numbers", kByteUnits[unit]).arg(count(bytes));
}

QString fixed(double number, int decimals) {
  const bool isZero = number < 0.0 && number >= -0.5 * std::pow(10.0, -decimals);
  return QLocale().toString(isZero ? 0.0 : number, 'f', decimals);
}

QString millimetres(double number) { return QString("%1 %2").arg(millimetreNumber(number), unitSign()); }

QString exactMillimetres(double number) {
  return QString("%1 %2").arg(QLocale().toString(number * unitsPerMillimetre(), 'g', 4), unitSign());
}

QString millimetreNumber(double number) {
  constexpr double kLeastShown = 0.01;
  const double shown = number * unitsPerMillimetre();
  if (shown > 0.0 && shown < kLeastShown) {
    return "<" + fixed(kLeastShown, 2);
  }
  // Three digits; a number that would be rounded up to the next of these ranges belongs to it.
  return fixed(shown, shown >= 99.95 ? 0 : shown >= 9.995 ? 1 : 2);
}

QString milliseconds(double time) {
  constexpr double kLongMillimetres = 0.01;
  return QCoreApplication::translate("Numbers", "%1 ms")
      .arg(QLocale().toString(time * 1000.0, 'f', time < kLongMillimetres ? 2 : 1));
}

QStringList fourNumbers(const glm::dvec4& value, int digits) {
  QStringList numbers;
  for (int i = 0; i < 4; ++i) {
    numbers << QString::number(value[i], 'g', digits);
  }
  return numbers;
}

QString seconds(double number, int decimals) {
  return QCoreApplication::translate("Numbers", "%1 s").arg(QLocale().toString(number, 'f', decimals));
}

}  // namespace texeleton::editor
