#pragma once

#include <QLineEdit>
#include <QMenu>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/characters_section.h"
#include "app/editor/panels/materials_section.h"
#include "app/editor/panels/meshes_section.h"
#include "app/editor/panels/model_facts.h"
#include "app/editor/panels/model_tree.h"
#include "app/editor/panels/panel.h"
#include "app/editor/panels/rig_section.h"
#include "app/editor/panels/variant_tools.h"
#include "app/editor/panels/variants_section.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// What the model is: its file, size, bones, meshes and materials. Which meshes are baked, and in which variants, is
/// chosen here. The panel puts a tree together from sections, which know their rows and what can be done with them; it
/// has them shown when something has changed, and takes what is selected to and from the other panels.
class ModelPanel : public Panel {
  Q_OBJECT

 public:
  ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent = nullptr);

  /// Selects the bone, mesh or material of that name; false: there is none.
  bool showNamed(const QString& name);
  LinkedTree& tree() const { return *m_tree; }
  /// Where the selected meshes are shown: always, or in which variants.
  QMenu& variantMenu() const { return m_variantTools->menu(); }

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
  void makeSections();
  QLayout* makeTop();
  void connectTree();
  void connectDocument();
  void addKeys();
  void rebuild();
  void showMeshes();
  void select(const QTreeWidgetItem* item);
  void showSelection();
  /// Marks the rows that belong to what is selected.
  void showRelated();
  void menuAt(const QPoint& place);
  void removeCurrent();

  Workshop& m_workshop;
  Selection& m_selection;
  ModelFacts* m_facts = nullptr;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_addCharacters = nullptr;
  ModelTree* m_tree = nullptr;
  CharactersSection* m_characters = nullptr;
  RigSection* m_rig = nullptr;
  MeshesSection* m_meshes = nullptr;
  VariantsSection* m_variants = nullptr;
  MaterialsSection* m_materials = nullptr;
  VariantTools* m_variantTools = nullptr;
};

}  // namespace texeleton::editor
