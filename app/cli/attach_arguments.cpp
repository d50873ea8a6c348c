#include "app/cli/attach_arguments.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "app/cli/option_values.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/pipeline/attach_models.h"
#include "core/recipe/attachment_orders.h"
#include "core/recipe/resolve.h"

namespace texeleton::cli {

void AttachArguments::addTo(CLI::App& command) {
  command
      .add_option("--attach", attach,
                  "Attach this model to a node of the character or to an earlier attachment; the pack gets a socket "
                  "for it; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FILE@NODE");
  command.add_flag("--merge-attached", merge,
                   "Merge the models of --attach into the mesh, as rigid geometry, in place of a socket");
}

void AttachArguments::check() const {
  for (const std::string& text : attach) {
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
      throw CLI::ValidationError("--attach", "must be FILE@NODE, as in sword.glb@hand_r, not \"" + text + "\"");
    }
  }
  if (merge && attach.empty()) {
    throw CLI::ValidationError("--merge-attached", "needs --attach FILE@NODE");
  }
}

void AttachArguments::addTo(recipe::Recipe& recipe) const {
  std::vector<recipe::RecipeAttachment>& known = recipe.bake.attachments;
  for (const std::string& text : attach) {
    const std::size_t at = text.rfind('@');
    const std::filesystem::path file = text.substr(0, at);
    const std::string place = text.substr(at + 1);
    recipe::RecipeAttachment attachment;
    const auto source = std::ranges::find_if(recipe.sources, [&](const auto& each) {
      return each.role == pack::SourceRole::Attachment && recipe::fileOf(each, {}) == file;
    });
    attachment.source = static_cast<std::uint32_t>(source - recipe.sources.begin());
    if (source == recipe.sources.end()) {
      recipe::addSource(recipe, pack::SourceRole::Attachment, file);
    }
    const bool onOther = std::ranges::any_of(known, [&place](const auto& each) { return each.name == place; });
    (onOther ? attachment.attachment : attachment.node) = place;
    attachment.name = recipe::freeAttachmentName(file.stem().string(), known);
    attachment.merge = merge;
    known.push_back(std::move(attachment));
  }
}

Result<void> keepSizes(std::vector<recipe::RecipeAttachment>& attachments, std::size_t first,
                       const model::Model& character) {
  for (std::size_t i = first; i < attachments.size(); ++i) {
    recipe::RecipeAttachment& attachment = attachments[i];
    if (!attachment.attachment.empty()) {
      continue;
    }
    const auto node = std::ranges::find(character.nodes, attachment.node, &model::Node::name);
    if (node == character.nodes.end()) {
      return fail(ErrorCode::NotFound,
                  message("--attach: the model has no node %1%2", inQuotes(attachment.node),
                          didYouMean(attachment.node, mapped(character.nodes, &model::Node::name))));
    }
    attachment.local =
        pipeline::unscaledOn(character, NodeIndex(static_cast<std::size_t>(node - character.nodes.begin())));
  }
  return {};
}

}  // namespace texeleton::cli
