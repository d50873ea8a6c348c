#pragma once

#include <Qt>

namespace texeleton::editor {

/// The item that a row of the Model panel's tree represents, as a number of its kind.
enum ModelRole {
  kNodeRole = Qt::UserRole,
  kMeshRole,        ///< Index into MeshInstances::instances.
  kMaterialRole,    ///< Material of the model.
  kVariantRole,     ///< Variants of the document, then of characters.
  kFileRole,        ///< Files of the characters that share the animation, the model first.
  kAttachmentRole,  ///< Name of an attachment.
  kDetailRole       ///< True: a line about the row above it.
};

}  // namespace texeleton::editor
