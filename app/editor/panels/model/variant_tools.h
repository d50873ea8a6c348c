#pragma once

#include <QMenu>
#include <QWidget>

#include "app/editor/panels/model/meshes_section.h"
#include "app/editor/panels/model/model_tree.h"
#include "app/editor/panels/model/variants_section.h"

namespace texeleton::editor {

/// Buttons below the Model panel's tree: they add variants, and select the variants that show the selected meshes.
class VariantTools : public QWidget {
  Q_OBJECT

 public:
  VariantTools(const MeshesSection& meshes, VariantsSection& variants, const ModelTree& tree,
               QWidget* parent = nullptr);

  /// Where the selected meshes are shown: always, or in some variants.
  QMenu& menu() const { return *m_menu; }

 signals:
  /// The action is impossible, with the reason.
  void refused(const QString& why);

 private:
  void fillMenu();
  void addVariants(bool eachMesh);

  const MeshesSection& m_meshes;
  VariantsSection& m_variants;
  QMenu* m_menu = nullptr;
};

}  // namespace texeleton::editor
