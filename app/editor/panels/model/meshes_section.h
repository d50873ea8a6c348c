#pragma once

#include <cstddef>
#include <vector>

#include "app/editor/document/variant_edit.h"
#include "app/editor/panels/model/model_tree.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

/// The meshes of the model, which must exist.
meshes::MeshInstances meshesOf(const Workshop& workshop);
/// The variants of the document, with the meshes of the model, which must exist.
VariantEdit variantsOf(const Workshop& workshop, const meshes::MeshInstances& all);

/// The meshes of the Model panel's tree; ticked ones are baked.
class MeshesSection : public ModelSection {
  Q_OBJECT

 public:
  using ModelSection::ModelSection;

  /// In the order of the rows.
  meshes::MeshInstances meshes() const { return meshesOf(m_workshop); }
  VariantEdit variants() const { return variantsOf(m_workshop, meshes()); }

  /// Adds the heading and its rows to the tree.
  void fill(const meshes::MeshInstances& all);
  /// Shows which meshes are baked, and in which variants they are shown.
  void show();
  int size() const { return m_heading == nullptr ? 0 : m_heading->childCount(); }
  /// Numbers of the selected meshes that are baked, ascending.
  std::vector<std::size_t> selected() const;
  /// Includes the mesh of a row in the bake or excludes it, according to its check box.
  void tick(const QTreeWidgetItem& row);

 private:
  QString variantsText(const VariantEdit& variants, std::size_t mesh) const;
};

}  // namespace texeleton::editor
