#include "app/editor/widgets/numbers.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

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

QString millimetres(double number) { return QString("%1 %2").arg(decimal(number * unitsPerMillimetre()), unitSign()); }

QString milliseconds(double time) {
  constexpr double kLongMillimetres = 0.01;
  return QCoreApplication::translate("Numbers", "%1 ms")
      .arg(QLocale().toString(time * 1000.0, 'f', time < kLongMillimetres ? 2 : 1));
}

QString seconds(double number, int decimals) {
  return QCoreApplication::translate("Numbers", "%1 s").arg(QLocale().toString(number, 'f', decimals));
}

}  // namespace texeleton::editor
