#pragma once

#include <QObject>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/model/model_tree.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

/// The materials of the Model panel's tree, with their properties and issues.
class MaterialsSection : public QObject {
  Q_OBJECT

 public:
  MaterialsSection(const Workshop& workshop, ModelTree& tree, QObject* parent);

  /// Adds the heading and its rows to the tree. There must be a model with these meshes.
  void fill(const meshes::MeshInstances& meshes);
  /// Forgets the rows of a tree that was or will be emptied.
  void forget();
  /// The row of a material of the model; null: there is none.
  QTreeWidgetItem* row(std::size_t material) const;

 private:
  void paintSwatches();

  const Workshop& m_workshop;
  ModelTree& m_tree;
  QTreeWidgetItem* m_heading = nullptr;
  JobRunner m_swatches;
};

}  // namespace texeleton::editor
