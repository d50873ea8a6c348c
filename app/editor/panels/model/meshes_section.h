#pragma once

#include <QObject>
#include <cstddef>
#include <vector>

#include "app/editor/document/variant_edit.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/model/model_tree.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

/// The meshes of the Model panel's tree; ticked ones are baked.
class MeshesSection : public QObject {
  Q_OBJECT

 public:
  MeshesSection(Workshop& workshop, ModelTree& tree, QObject* parent);

  /// The meshes of the model, which must exist, in the order of the rows.
  meshes::MeshInstances meshes() const;
  /// The variants of the document, with the meshes of the model, which must exist.
  VariantEdit variants() const;

  /// Adds the heading and its rows to the tree.
  void fill(const meshes::MeshInstances& all);
  /// Forgets the rows of an emptied tree.
  void forget() { m_heading = nullptr; }
  /// Shows which meshes are baked, and in which variants they are shown.
  void show();
  int size() const { return m_heading == nullptr ? 0 : m_heading->childCount(); }
  /// The row of a mesh; null: there is none.
  QTreeWidgetItem* row(std::size_t mesh) const;
  /// Numbers of the selected meshes that are baked, ascending.
  std::vector<std::size_t> selected() const;
  /// Includes the mesh of a row in the bake or excludes it, according to its check box.
  void tick(const QTreeWidgetItem& row);

 private:
  QString variantsText(const VariantEdit& variants, std::size_t mesh) const;

  Workshop& m_workshop;
  ModelTree& m_tree;
  QTreeWidgetItem* m_heading = nullptr;
};

}  // namespace texeleton::editor
