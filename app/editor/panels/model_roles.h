#pragma once

#include <Qt>

namespace texeleton::editor {

/// What a row of the Model panel's tree stands for: a number of that kind.
enum ModelRole {
  kNodeRole = Qt::UserRole,
  kMeshRole,      ///< Into MeshInstances::instances.
  kMaterialRole,  ///< Of the model.
  kVariantRole,   ///< Of the document, then of characters.
  kFileRole,      ///< Of the characters that share the animation, the model first.
  kDetailRole     ///< True: a line about the row above it.
};

}  // namespace texeleton::editor
