#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QTreeWidget>
#include <functional>
#include <vector>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/folding_section.h"
#include "app/editor/widgets/node_chooser.h"

namespace texeleton::editor {

/// The document's constraints in the order in which they act, and the settings of the one that is selected. Every
/// change is an edit.
class ConstraintsSection : public FoldingSection {
  Q_OBJECT

 public:
  ConstraintsSection(Workshop& workshop, Selection& selection, QWidget* parent = nullptr);

  QTreeWidget& list() const { return *m_list; }

 private:
  using Constraints = std::vector<recipe::RecipeConstraint>;

  QWidget* makeButtons();
  const Constraints& constraints() const { return m_workshop.document().recipe().constraints; }
  void set(const QString& text, Constraints constraints, int current);
  /// Changes the one that is selected.
  void change(const std::function<void(constraints::Constraint&)>& how);
  void add(constraints::ConstraintType type);
  void moveBy(int rows);
  void removeCurrent();
  int current() const;
  void select(int row);
  void showConstraints();
  /// Makes fields for a type, where they are not those that are there.
  void makeFields(constraints::ConstraintType type);
  void addField(const constraints::ConstraintField& field, constraints::ConstraintType type);
  void addRow(const QString& name, const QString& tip, QWidget* field, const QString& objectName);
  void showFields();
  void fillClips(QMenu& menu);
  bool eventFilter(QObject* watched, QEvent* event) override;

  Workshop& m_workshop;
  Selection& m_selection;
  QTreeWidget* m_list = nullptr;
  QToolButton* m_up = nullptr;
  QToolButton* m_down = nullptr;
  QToolButton* m_delete = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_fields = nullptr;
  QFormLayout* m_form = nullptr;
  NodeChooser* m_node = nullptr;
  QToolButton* m_clips = nullptr;
  std::vector<NodeChooser*> m_choosers;
  std::vector<std::function<void(const constraints::Constraint&)>> m_shows;  ///< Each shows a setting in its field.
  int m_madeFor = -1;                                                        ///< The type whose fields there are.
};

/// What a type is called.
QString constraintText(constraints::ConstraintType type);

}  // namespace texeleton::editor
