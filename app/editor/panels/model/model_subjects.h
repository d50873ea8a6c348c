#pragma once

#include <QCoreApplication>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/selection/selection_facts.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

/// Facts about parts of the model for the Selection panel. Each list is empty if there is no such item; there must be a
/// model.
class ModelSubjects {
  Q_DECLARE_TR_FUNCTIONS(ModelSubjects)

 public:
  ModelSubjects(const Workshop& workshop, const Selection& selection) : m_workshop(workshop), m_selection(selection) {}

  SelectionFacts mesh() const;
  SelectionFacts material() const;
  /// A variant of the document, or a character that shares the animation.
  SelectionFacts variant() const;

 private:
  void addCharacter(SelectionFacts& facts, std::size_t number, const meshes::MeshInstances& meshes) const;

  const Workshop& m_workshop;
  const Selection& m_selection;
};

}  // namespace texeleton::editor
