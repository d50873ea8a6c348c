#pragma once

#include <QLineEdit>
#include <QMenu>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/model/attachments_section.h"
#include "app/editor/panels/model/characters_section.h"
#include "app/editor/panels/model/materials_section.h"
#include "app/editor/panels/model/meshes_section.h"
#include "app/editor/panels/model/model_facts.h"
#include "app/editor/panels/model/model_tree.h"
#include "app/editor/panels/model/rig_section.h"
#include "app/editor/panels/model/variant_tools.h"
#include "app/editor/panels/model/variants_section.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// The model: its file, size, bones, meshes and materials. The user selects the baked meshes and their variants here.
/// The panel combines a tree from sections, which manage their rows and actions; it updates them after changes and
/// synchronises the selection with other panels.
class ModelPanel : public Panel {
  Q_OBJECT

 public:
  ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent = nullptr);

  /// Selects the bone, mesh or material with this name; returns false if there is none.
  bool showNamed(const QString& name);
  LinkedTree& tree() const { return *m_tree; }
  /// Where the selected meshes are shown: always, or in some variants.
  QMenu& variantMenu() const { return m_variantTools->menu(); }

 signals:
  /// The action is impossible, with the reason.
  void refused(const QString& why);
  /// The user wants to choose files of characters that share the animation.
  void charactersAsked();
  /// The user wants to choose the parent of an attachment.
  void parentAsked(const QString& attachment);
  /// The user wants to locate missing files.
  void locateAsked();

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
  /// Marks rows related to the selection.
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
  AttachmentsSection* m_attachments = nullptr;
  RigSection* m_rig = nullptr;
  MeshesSection* m_meshes = nullptr;
  VariantsSection* m_variants = nullptr;
  MaterialsSection* m_materials = nullptr;
  VariantTools* m_variantTools = nullptr;
};

}  // namespace texeleton::editor
