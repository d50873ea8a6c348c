#include "core/recipe/attachment_orders.h"

#include <algorithm>

#include "core/recipe/resolve.h"

namespace texeleton::recipe {

namespace fs = std::filesystem;

std::vector<AttachmentOrder> attachmentOrders(const Recipe& recipe, const fs::path& recipeFile) {
  std::vector<AttachmentOrder> orders;
  orders.reserve(recipe.bake.attachments.size());
  for (const RecipeAttachment& attachment : recipe.bake.attachments) {
    AttachmentOrder& order = orders.emplace_back();
    order.attachment = attachment;
    if (attachment.source < recipe.sources.size() &&
        recipe.sources[attachment.source].role == pack::SourceRole::Attachment) {
      const RecipeSource& source = recipe.sources[attachment.source];
      order.file = fileOf(source, recipeFile);
      order.scale = source.scale;
    }
  }
  return orders;
}

std::vector<fs::path> filesOf(const std::vector<AttachmentOrder>& orders) {
  std::vector<fs::path> files;
  for (const AttachmentOrder& order : orders) {
    if (!order.file.empty() && std::find(files.begin(), files.end(), order.file) == files.end()) {
      files.push_back(order.file);
    }
  }
  return files;
}

bool hangsOn(const std::vector<RecipeAttachment>& attachments, const std::string& name, const std::string& parent) {
  const std::string* at = &name;
  for (std::size_t i = 0; i < attachments.size(); ++i) {
    const auto found = std::find_if(attachments.begin(), attachments.end(),
                                    [at](const RecipeAttachment& each) { return each.name == *at; });
    if (found == attachments.end() || found->attachment.empty()) {
      return false;
    }
    if (found->attachment == parent) {
      return true;
    }
    at = &found->attachment;
  }
  return false;
}

std::string freeAttachmentName(const std::string& wanted, const std::vector<RecipeAttachment>& attachments) {
  std::string name = wanted;
  const auto isTaken = [&](const RecipeAttachment& each) { return each.name == name; };
  for (int i = 2; std::any_of(attachments.begin(), attachments.end(), isTaken); ++i) {
    name = wanted + "_" + std::to_string(i);
  }
  return name;
}

}  // namespace texeleton::recipe
