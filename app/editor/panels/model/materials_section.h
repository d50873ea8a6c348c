#pragma once

#include "app/editor/jobs/job_runner.h"
#include "app/editor/panels/model/model_tree.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

/// The materials of the Model panel's tree, with their properties and issues.
class MaterialsSection : public ModelSection {
  Q_OBJECT

 public:
  using ModelSection::ModelSection;

  /// Adds the heading and its rows to the tree. There must be a model with these meshes.
  void fill(const meshes::MeshInstances& meshes);
  /// Forgets the rows of a tree that was or will be emptied.
  void forget();

 private:
  void paintSwatches();

  JobRunner m_swatches;
};

}  // namespace texeleton::editor
