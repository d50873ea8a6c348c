#pragma once

#include <QMenu>
#include <QWidget>

#include "app/editor/panels/meshes_section.h"
#include "app/editor/panels/model_tree.h"
#include "app/editor/panels/variants_section.h"

namespace texeleton::editor {

/// The buttons below the Model panel's tree: they add variants, and choose in which the selected meshes are shown.
class VariantTools : public QWidget {
  Q_OBJECT

 public:
  VariantTools(const MeshesSection& meshes, VariantsSection& variants, const ModelTree& tree,
               QWidget* parent = nullptr);

  /// Where the selected meshes are shown: always, or in which variants.
  QMenu& menu() const { return *m_menu; }

 signals:
  /// What cannot be done, and why.
  void refused(const QString& why);

 private:
  void fillMenu();
  void addVariants(bool eachMesh);

  const MeshesSection& m_meshes;
  VariantsSection& m_variants;
  QMenu* m_menu = nullptr;
};

}  // namespace texeleton::editor
