#pragma once

#include <QLabel>
#include <QTreeWidget>
#include <QWidget>
#include <functional>
#include <optional>
#include <string>

#include "core/export/export_target.h"

class QFormLayout;

namespace texeleton::editor {

/// The options of an export target as a form. Empty where the target has none.
class ExportOptionsForm : public QWidget {
  Q_OBJECT

 public:
  /// What the user has set; without a value: back to its default.
  using Changed = std::function<void(const std::string& key, const std::optional<recipe::OptionValue>& value)>;

  explicit ExportOptionsForm(Changed changed, QWidget* parent = nullptr);

  /// The options of a target, with the values that an export gives; unset ones show their defaults.
  void show(const exporting::ExportTarget* target, const recipe::OptionValues& given);

 private:
  QWidget* fieldOf(const exporting::ExportOption& option, const recipe::OptionValue& value);
  void tell(const exporting::ExportOption& option, recipe::OptionValue value);

  const Changed m_changed;
  QFormLayout* m_form = nullptr;
  const exporting::ExportTarget* m_target = nullptr;
  recipe::OptionValues m_given;
};

/// What a target plays, plays in part and does not play, and how that was tested.
class ExportAbilities : public QWidget {
  Q_OBJECT

 public:
  explicit ExportAbilities(QWidget* parent = nullptr);
  void show(const exporting::ExportTarget* target);

 private:
  QTreeWidget* m_list = nullptr;
  QLabel* m_tested = nullptr;
};

}  // namespace texeleton::editor
