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

/// A form of an export target's options. Empty if the target has none.
class ExportOptionsForm : public QWidget {
  Q_OBJECT

 public:
  /// Reports a changed option; without a value: reset to its default.
  using Changed = std::function<void(const std::string& key, const std::optional<recipe::OptionValue>& value)>;

  explicit ExportOptionsForm(Changed changed, QWidget* parent = nullptr);

  /// Shows the options of a target with the export's values; unset ones show their defaults.
  void show(const exporting::ExportTarget* target, const recipe::OptionValues& given);

 private:
  QWidget* fieldOf(const exporting::ExportOption& option, const recipe::OptionValue& value);
  void tell(const exporting::ExportOption& option, recipe::OptionValue value);

  const Changed m_changed;
  QFormLayout* m_form = nullptr;
  const exporting::ExportTarget* m_target = nullptr;
  recipe::OptionValues m_given;
};

/// What a target supports fully, in part and not at all, and how that was tested.
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
