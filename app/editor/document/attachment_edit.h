#pragma once

#include <string>

#include "app/editor/document/document_state.h"

namespace texeleton::editor {

// Edits of attachments and sockets that keep references by name consistent.

/// The parent of an attachment, by name.
struct AttachmentParent {
  enum class Kind { Attachment, Socket, Node } kind = Kind::Node;
  std::string name;

  friend bool operator==(const AttachmentParent&, const AttachmentParent&) = default;
};

AttachmentParent parentOf(const recipe::RecipeAttachment& attachment);
void attachTo(recipe::RecipeAttachment& attachment, const AttachmentParent& parent);

/// Renames an attachment. Its children follow, and, because merged attachments are meshes, so do the baked meshes and
/// variants that name it.
void renameAttachment(recipe::RecipeBake& bake, const std::string& before, const std::string& after);
/// Removes an attachment, its children, and sources that are no longer used.
void removeAttachment(DocumentState& state, const std::string& name);

/// The name of a bone's socket: its own, or the bone's.
std::string socketNameOf(const recipe::RecipeBake& bake, const std::string& bone);
/// Names a bone's socket; an empty name, or the bone's, resets it. Attachments on the socket follow; its offset is
/// kept.
void renameSocket(recipe::RecipeBake& bake, const std::string& bone, const std::string& name);

}  // namespace texeleton::editor
