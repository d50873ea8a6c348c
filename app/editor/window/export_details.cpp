#include "app/editor/window/export_details.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

namespace {

enum AbilityColumn { kAbility, kAbilityNote, kAbilityColumns };
constexpr int kNumberDecimals = 3;

recipe::OptionValue defaultOf(const exporting::ExportOption& option) {
  return std::visit([](const auto& value) { return recipe::OptionValue(value); }, option.standard);
}

/// Icon, colour and meaning of an ability.
struct AbilitySign {
  const char* icon;
  Token token;
  QString meaning;
};

AbilitySign signOf(exporting::Plays plays) {
  switch (plays) {
    case exporting::Plays::Yes:
      return {"good", Token::Good, ExportAbilities::tr("Plays")};
    case exporting::Plays::Partly:
      return {"warning", Token::Warning, ExportAbilities::tr("Plays in part")};
    case exporting::Plays::No:
      break;
  }
  return {"error", Token::Muted, ExportAbilities::tr("Does not play")};
}

}  // namespace

ExportOptionsForm::ExportOptionsForm(Changed changed, QWidget* parent)
    : QWidget(parent), m_changed(std::move(changed)) {
  m_form = new QFormLayout(this);
  m_form->setContentsMargins(8, 8, 8, 8);
  m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

void ExportOptionsForm::show(const exporting::ExportTarget* target, const recipe::OptionValues& given) {
  if (m_target == target && m_given == given) {
    return;  // Fields in use are kept.
  }
  m_target = target;
  m_given = given;
  while (m_form->rowCount() > 0) {
    QLayoutItem* field = m_form->itemAt(0, QFormLayout::FieldRole);
    if (field != nullptr && field->widget() != nullptr) {
      field->widget()->disconnect(this);  // Leaving it is not an edit.
    }
    auto row = m_form->takeRow(0);
    for (QLayoutItem* item : {row.labelItem, row.fieldItem}) {
      if (item != nullptr) {
        item->widget()->deleteLater();  // Deferred, because one of them may be emitting the change.
        item->widget()->hide();
        item->widget()->setObjectName({});
        delete item;
      }
    }
  }
  if (target == nullptr) {
    return;
  }
  for (const exporting::ExportOption& option : target->options) {
    recipe::OptionValue value = defaultOf(option);
    for (const auto& [key, own] : given) {
      value = key == option.key ? own : value;
    }
    QWidget* const field = named(fieldOf(option, value), QString("option-") + option.key);
    const QString help = localized(option.help);
    field->setAccessibleDescription(help);
    if (option.type == exporting::OptionType::Flag) {
      m_form->addRow(field);
    } else {
      m_form->addRow(labelOf(field, localized(option.title)), field);
    }
    m_form->addRow(wrappedLabel(help, "muted"));
  }
}

QWidget* ExportOptionsForm::fieldOf(const exporting::ExportOption& option, const recipe::OptionValue& value) {
  switch (option.type) {
    case exporting::OptionType::Flag: {
      auto* box = new QCheckBox(localized(option.title));
      const bool* const is = std::get_if<bool>(&value);
      box->setChecked(is != nullptr && *is);
      connect(box, &QCheckBox::clicked, this, [this, &option](bool checked) { tell(option, checked); });
      return box;
    }
    case exporting::OptionType::Number: {
      auto* number = new NumberField(option.least, option.most, option.whole ? 0 : kNumberDecimals, {});
      const double* const is = std::get_if<double>(&value);
      number->show(is != nullptr ? *is : option.least);
      connect(number, &QDoubleSpinBox::valueChanged, this, [this, &option](double typed) { tell(option, typed); });
      return number;
    }
    case exporting::OptionType::Choice: {
      auto* choice = new QComboBox;
      const std::string* const is = std::get_if<std::string>(&value);
      for (const char* const each : option.choices) {
        choice->addItem(QString::fromUtf8(each));
        if (is != nullptr && *is == each) {
          choice->setCurrentIndex(choice->count() - 1);
        }
      }
      connect(choice, &QComboBox::textActivated, this,
              [this, &option](const QString& chosen) { tell(option, chosen.toStdString()); });
      return choice;
    }
    case exporting::OptionType::Text:
      break;
  }
  auto* text = new QLineEdit;
  const std::string* const is = std::get_if<std::string>(&value);
  text->setText(is != nullptr ? QString::fromStdString(*is) : QString());
  connect(text, &QLineEdit::editingFinished, this, [this, &option, text] { tell(option, text->text().toStdString()); });
  return text;
}

void ExportOptionsForm::tell(const exporting::ExportOption& option, recipe::OptionValue value) {
  const std::string key = option.key;
  const auto own = std::ranges::find_if(m_given, [&](const auto& given) { return given.first == key; });
  const recipe::OptionValue before = own == m_given.end() ? defaultOf(option) : own->second;
  if (value == before) {
    return;
  }
  // The emitting field already shows this value.
  if (own != m_given.end()) {
    m_given.erase(own);
  }
  const bool isDefault = value == defaultOf(option);
  if (!isDefault) {
    m_given.emplace_back(key, value);
  }
  m_changed(key, isDefault ? std::nullopt : std::optional(std::move(value)));
}

ExportAbilities::ExportAbilities(QWidget* parent) : QWidget(parent) {
  m_list = named(columnList(kAbilityColumns), "exportAbilities");
  m_list->setSelectionMode(QAbstractItemView::NoSelection);
  m_list->header()->setStretchLastSection(true);
  m_list->header()->setSectionResizeMode(kAbility, QHeaderView::ResizeToContents);
  m_tested = named(wrappedLabel({}, "muted"), "exportTested");
  m_tested->setMargin(4);
  put(spaced(new QVBoxLayout(this), 6), {{m_list, 1}, m_tested});
}

void ExportAbilities::show(const exporting::ExportTarget* target) {
  m_list->clear();
  m_tested->setText(target == nullptr ? QString() : tr("Tested: %1").arg(localized(target->tested)));
  if (target == nullptr) {
    return;
  }
  for (const exporting::Plays plays : {exporting::Plays::Yes, exporting::Plays::Partly, exporting::Plays::No}) {
    const AbilitySign sign = signOf(plays);
    for (const exporting::ExportAbility& ability : target->abilities) {
      if (ability.plays != plays) {
        continue;
      }
      const QString note = localized(ability.note);
      auto* item = new QTreeWidgetItem(m_list, {localized(ability.subject), note});
      item->setIcon(kAbility, icon(sign.icon, sign.token));
      item->setToolTip(kAbility, sign.meaning);
      item->setToolTip(kAbilityNote, note);
      item->setForeground(kAbilityNote, color(Token::Muted));
      item->setData(kAbility, Qt::AccessibleDescriptionRole, sign.meaning);
    }
  }
}

}  // namespace texeleton::editor
