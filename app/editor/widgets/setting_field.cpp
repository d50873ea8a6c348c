#include "app/editor/widgets/setting_field.h"

namespace texeleton::editor {

namespace {

constexpr double kMostUsual = 99'999.0;

}  // namespace

QSize SettingField::withoutRareDigits(QSize hint) const {
  if (maximum() > kMostUsual) {
    const QFontMetrics metrics = fontMetrics();
    hint.rwidth() -=
        metrics.horizontalAdvance(textFromValue(maximum())) - metrics.horizontalAdvance(textFromValue(kMostUsual));
  }
  return hint;
}

}  // namespace texeleton::editor
