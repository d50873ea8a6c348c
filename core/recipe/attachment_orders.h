#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/recipe/recipe.h"

namespace texeleton::recipe {

/// An attachment and its model file.
struct AttachmentOrder {
  RecipeAttachment attachment;  ///< `source` is not used.
  std::filesystem::path file;
  std::optional<double> scale = std::nullopt;  ///< Metres per file unit; unset: the file's own.
};

/// The attachments of a recipe; files are resolved from the recipe's folder. An attachment whose source has another
/// role has no file.
std::vector<AttachmentOrder> attachmentOrders(const Recipe& recipe, const std::filesystem::path& recipeFile);

/// Their files, in order, without duplicates.
std::vector<std::filesystem::path> filesOf(const std::vector<AttachmentOrder>& orders);

/// Whether the attachment `name` is attached to `parent`, directly or through others; with equal names: whether it is
/// attached to itself.
bool hangsOn(const std::vector<RecipeAttachment>& attachments, const std::string& name, const std::string& parent);

/// A free name for an attachment: `wanted`, with a number if it is taken.
std::string freeAttachmentName(const std::string& wanted, const std::vector<RecipeAttachment>& attachments);

}  // namespace texeleton::recipe
