#pragma once

#include <QLineEdit>
#include <QPushButton>
#include <vector>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/linked_tree.h"

namespace texeleton::editor {

/// What the model is: its file, size, bones and meshes. Meshes are chosen here.
class ModelPanel : public Panel {
  Q_OBJECT

 public:
  ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent = nullptr);

  /// Selects the bone or mesh of that name; false: there is none.
  bool showNamed(const QString& name);
  LinkedTree& tree() const { return *m_tree; }

 private:
  void rebuild();
  void showFacts();
  void showMeshes();
  void showSockets();
  void addBones(QTreeWidgetItem& rig);
  static void expandBones(QTreeWidgetItem& item, int depth);
  void meshEdited(QTreeWidgetItem* item);
  void filter();
  void showSelection();
  void fixUnits();

  Workshop& m_workshop;
  Selection& m_selection;
  QLineEdit* m_filter = nullptr;
  QLabel* m_facts = nullptr;
  QFrame* m_unitsCard = nullptr;
  QLabel* m_units = nullptr;
  QPushButton* m_fixUnits = nullptr;
  LinkedTree* m_tree = nullptr;
  std::vector<QTreeWidgetItem*> m_bones;  ///< Of each node.
  QTreeWidgetItem* m_meshRoot = nullptr;
  bool m_showing = false;
};

}  // namespace texeleton::editor
