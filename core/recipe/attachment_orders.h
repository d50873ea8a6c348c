#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/recipe/recipe.h"

namespace texeleton::recipe {

/// An attachment and the file of its model.
struct AttachmentOrder {
  RecipeAttachment attachment;  ///< Its `source` counts for nothing.
  std::filesystem::path file;
  std::optional<double> scale = std::nullopt;  ///< Metres per unit of the file; unset: the file's own.
};

/// The attachments of a recipe, their files relative to the recipe's place. An attachment whose source has another role
/// has no file.
std::vector<AttachmentOrder> attachmentOrders(const Recipe& recipe, const std::filesystem::path& recipeFile);

/// The files of these, each once, in order.
std::vector<std::filesystem::path> filesOf(const std::vector<AttachmentOrder>& orders);

/// A name for an attachment that no other has: `wanted`, else with a number behind.
std::string freeAttachmentName(const std::string& wanted, const std::vector<RecipeAttachment>& attachments);

}  // namespace texeleton::recipe
