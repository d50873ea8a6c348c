#pragma once

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <set>
#include <string>
#include <vector>

namespace texeleton::editor {

/// Renames several items at once: removes and replaces text, with a preview. Duplicate names are reported and not
/// accepted.
class RenameDialog : public QDialog {
  Q_OBJECT

 public:
  /// `taken`: names that other items have.
  RenameDialog(std::vector<std::string> names, std::set<std::string> taken, QWidget* parent = nullptr);

  /// In the order of the given names.
  const std::vector<std::string>& names() const { return m_result; }

 private:
  void preview();

  const std::vector<std::string> m_names;
  const std::set<std::string> m_taken;
  std::vector<std::string> m_result;
  QLineEdit* m_prefix = nullptr;
  QLineEdit* m_find = nullptr;
  QLineEdit* m_replace = nullptr;
  QCheckBox* m_case = nullptr;
  QTreeWidget* m_list = nullptr;
  QLabel* m_problem = nullptr;
  QPushButton* m_accept = nullptr;
};

}  // namespace texeleton::editor
