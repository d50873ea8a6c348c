#pragma once

#include "app/editor/widgets/number_field.h"
#include "core/settings/setting.h"

namespace texeleton::editor {

/// A number of a recipe, in the range of its description (core/recipe/settings.h). Its width fits usual values, not the
/// largest of its range.
class SettingField : public NumberField {
 public:
  SettingField(const SettingAbout& about, int decimals, const QString& unit, QWidget* parent = nullptr)
      : NumberField(about.range.least, about.range.most, decimals, unit, parent) {}

  QSize sizeHint() const override { return withoutRareDigits(NumberField::sizeHint()); }
  QSize minimumSizeHint() const override { return withoutRareDigits(NumberField::minimumSizeHint()); }

 private:
  QSize withoutRareDigits(QSize hint) const;
};

}  // namespace texeleton::editor
