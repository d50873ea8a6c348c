#pragma once

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <functional>
#include <optional>
#include <vector>

#include "app/editor/document/selection.h"
#include "app/editor/document/variant_edit.h"
#include "app/editor/jobs/socket_finder.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/linked_tree.h"

namespace texeleton::editor {

/// What the model is: its file, size, bones, meshes and materials. Which meshes are baked, and in which variants, is
/// chosen here.
class ModelPanel : public Panel {
  Q_OBJECT

 public:
  ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent = nullptr);

  /// Selects the bone, mesh or material of that name; false: there is none.
  bool showNamed(const QString& name);
  LinkedTree& tree() const { return *m_tree; }
  /// Where the selected meshes are shown: always, or in which variants.
  QMenu& variantMenu() const { return *m_variantMenu; }

 signals:
  /// What was asked for cannot be done, and why.
  void refused(const QString& why);
  /// Files of characters that share the animation are to be chosen.
  void charactersAsked();

 protected:
  void themeChanged() override {
    rebuild();
    showSelection();
  }

 private:
  void rebuild();
  void showFacts();
  void showMeshes();
  void showSockets();
  void markSockets(const std::vector<NodeIndex>& nodes);
  void addBones(QTreeWidgetItem& rig);
  static void expandBones(QTreeWidgetItem& item, int depth);
  void addMeshes(const meshes::MeshInstances& meshes);
  void addMaterials(const meshes::MeshInstances& meshes);
  void showCharacters();
  void addCharacterMenu(QMenu& menu, const QTreeWidgetItem* item);
  void addUnitMenu(QMenu& menu, const QString& path);
  void setCharacterUnit(const QString& path, std::optional<double> metres);
  void paintSwatches();
  void finishRoots();
  QWidget* makeVariantTools();
  void select(const QTreeWidgetItem* item);
  void itemEdited(QTreeWidgetItem* item, int column);
  void tickMesh(QTreeWidgetItem& item);
  void showVariants(const VariantEdit& variants);
  void showRelated();
  void menuAt(const QPoint& place);
  void fillVariantMenu();
  void addVariants(bool eachMesh);
  void renameVariant(int number, const QString& name);
  void removeVariant();
  void editName();
  meshes::MeshInstances meshes() const;
  VariantEdit variantEdit() const;
  void changeVariants(const QString& text, const std::function<void(VariantEdit&)>& change);
  QString variantsText(const VariantEdit& variants, std::size_t mesh) const;
  std::vector<std::size_t> selectedMeshes() const;
  std::vector<QTreeWidgetItem*> roots() const {
    return {m_characterRoot, m_rig, m_meshRoot, m_variantRoot, m_materialRoot};
  }
  void filter();
  void showSelection();
  QWidget* makeUnit();
  void showUnit();
  void setUnit(std::optional<double> metres);
  void fixUnits();

  Workshop& m_workshop;
  Selection& m_selection;
  QLineEdit* m_filter = nullptr;
  QLabel* m_facts = nullptr;
  QWidget* m_unitRow = nullptr;
  NumberField* m_unit = nullptr;
  QToolButton* m_resetUnit = nullptr;
  QFrame* m_unitsCard = nullptr;
  QLabel* m_units = nullptr;
  QPushButton* m_fixUnits = nullptr;
  LinkedTree* m_tree = nullptr;
  QWidget* m_variantTools = nullptr;
  QMenu* m_variantMenu = nullptr;
  SocketFinder m_socketFinder;
  std::vector<QTreeWidgetItem*> m_bones;  ///< Of each node.
  QToolButton* m_addCharacters = nullptr;
  QTreeWidgetItem* m_characterRoot = nullptr;
  QTreeWidgetItem* m_rig = nullptr;
  QTreeWidgetItem* m_meshRoot = nullptr;
  QTreeWidgetItem* m_variantRoot = nullptr;
  QTreeWidgetItem* m_materialRoot = nullptr;
  JobRunner m_swatches;
  bool m_showing = false;
};

}  // namespace texeleton::editor
