#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QTreeWidget>
#include <functional>
#include <vector>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/folding_section.h"
#include "app/editor/widgets/node_chooser.h"

namespace texeleton::editor {

/// The document's constraints in the order of evaluation, and the settings of the selected one. Every change is an
/// edit.
class ConstraintsSection : public FoldingSection {
  Q_OBJECT

 public:
  ConstraintsSection(Workshop& workshop, Selection& selection, QWidget* parent = nullptr);

  QTreeWidget& list() const { return *m_list; }
  /// Display name and tool tip.
  struct Text {
    QString name;
    QString tip;
  };
  static Text typeText(constraints::ConstraintType type);

 private:
  using Constraints = std::vector<recipe::RecipeConstraint>;

  QWidget* makeButtons();
  QWidget* makeOrder();
  /// Shows which constraint acts before one that moves what it follows.
  void showOrder();
  const Constraints& constraints() const { return m_workshop.document().recipe().constraints; }
  void set(const QString& text, Constraints constraints, int current);
  /// Changes the selected constraint.
  void change(const std::function<void(constraints::Constraint&)>& how);
  void add(constraints::ConstraintType type);
  void moveBy(int rows);
  void removeCurrent();
  int current() const;
  void select(int row);
  void showConstraints();
  /// Creates the fields of a type, unless they already exist.
  void makeFields(constraints::ConstraintType type);
  void addField(const constraints::ConstraintField& field, constraints::ConstraintType type);
  void addRow(const QString& name, const QString& tip, QWidget* field, const QString& objectName);
  void showFields();
  void fillClips(QMenu& menu);
  static Text fieldText(const std::string& key, constraints::ConstraintType type);
  bool eventFilter(QObject* watched, QEvent* event) override;

  Workshop& m_workshop;
  Selection& m_selection;
  QTreeWidget* m_list = nullptr;
  QToolButton* m_up = nullptr;
  QToolButton* m_down = nullptr;
  QToolButton* m_delete = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_order = nullptr;
  QLabel* m_orderText = nullptr;
  QPushButton* m_sort = nullptr;
  QWidget* m_fields = nullptr;
  QFormLayout* m_form = nullptr;
  NodeChooser* m_node = nullptr;
  QToolButton* m_clips = nullptr;
  std::vector<NodeChooser*> m_choosers;
  std::vector<std::function<void(const constraints::Constraint&)>> m_shows;  ///< Each updates the field of a setting.
  int m_madeFor = -1;                                                        ///< The type for which fields exist.
};

}  // namespace texeleton::editor
