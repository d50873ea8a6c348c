#include "app/editor/document/attachment_edit.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/remedy.h"

namespace texeleton::editor {

namespace {

std::string escapedByQt(const std::string& name) {
  return QRegularExpression::escape(QString::fromStdString(name)).toStdString();
}

/// Replaces expressions that match only the name. Those that match more than it are left to the user.
void renameIn(std::vector<std::string>& patterns, const std::string& before, const std::string& after) {
  for (std::string& pattern : patterns) {
    if (pattern == asExpression(before) || pattern == escapedByQt(before)) {
      pattern = asExpression(after);
    }
  }
}

std::vector<recipe::RecipeSocketName>::iterator socketOf(std::vector<recipe::RecipeSocketName>& sockets,
                                                         const std::string& bone) {
  return std::ranges::find(sockets, bone, &recipe::RecipeSocketName::node);
}

}  // namespace

AttachmentParent parentOf(const recipe::RecipeAttachment& attachment) {
  using Kind = AttachmentParent::Kind;
  return !attachment.attachment.empty() ? AttachmentParent{Kind::Attachment, attachment.attachment}
         : !attachment.socket.empty()   ? AttachmentParent{Kind::Socket, attachment.socket}
                                        : AttachmentParent{Kind::Node, attachment.node};
}

void attachTo(recipe::RecipeAttachment& attachment, const AttachmentParent& parent) {
  attachment.attachment = parent.kind == AttachmentParent::Kind::Attachment ? parent.name : std::string();
  attachment.socket = parent.kind == AttachmentParent::Kind::Socket ? parent.name : std::string();
  attachment.node = parent.kind == AttachmentParent::Kind::Node ? parent.name : std::string();
}

void renameAttachment(recipe::RecipeBake& bake, const std::string& before, const std::string& after) {
  bool isMerged = false;
  for (recipe::RecipeAttachment& each : bake.attachments) {
    isMerged = isMerged || (each.name == before && each.merge);
    each.name = each.name == before ? after : each.name;
    each.attachment = each.attachment == before ? after : each.attachment;
  }
  if (!isMerged) {
    return;
  }
  renameIn(bake.meshes.show, before, after);
  renameIn(bake.meshes.hide, before, after);
  for (recipe::RecipeVariant& variant : bake.variants) {
    renameIn(variant.match, before, after);
    std::replace(variant.meshes.begin(), variant.meshes.end(), before, after);
  }
}

void removeAttachment(DocumentState& state, const std::string& name) {
  std::vector<recipe::RecipeAttachment>& all = state.recipe.bake.attachments;
  std::set<std::string> gone = {name};
  for (std::size_t before = 0; before != gone.size();) {
    before = gone.size();
    for (const recipe::RecipeAttachment& each : all) {
      if (gone.count(each.attachment) != 0) {
        gone.insert(each.name);
      }
    }
  }
  std::erase_if(all, [&gone](const recipe::RecipeAttachment& each) { return gone.count(each.name) != 0; });
  const std::vector<recipe::RecipeSource> before = std::exchange(state.recipe.sources, {});
  std::vector<std::uint32_t> numbers(before.size(), 0);
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    numbers[i] = static_cast<std::uint32_t>(state.recipe.sources.size());
    if (before[i].role != pack::SourceRole::Attachment ||
        std::ranges::any_of(all, [i](const auto& each) { return each.source == i; })) {
      state.recipe.sources.push_back(before[i]);
    }
  }
  for (recipe::RecipeAttachment& each : all) {
    each.source = each.source < numbers.size() ? numbers[each.source] : each.source;
  }
  for (std::vector<recipe::RecipeClip>* const clips : {&state.recipe.clips, &state.unticked}) {
    for (recipe::RecipeClip& clip : *clips) {
      clip.source = clip.source && *clip.source < numbers.size() ? std::optional(numbers[*clip.source]) : clip.source;
    }
  }
}

std::string socketNameOf(const recipe::RecipeBake& bake, const std::string& bone) {
  const auto own = std::ranges::find(bake.socketNames, bone, &recipe::RecipeSocketName::node);
  return own == bake.socketNames.end() || own->name.empty() ? bone : own->name;
}

void renameSocket(recipe::RecipeBake& bake, const std::string& bone, const std::string& name) {
  const std::string before = socketNameOf(bake, bone);
  const std::string own = name == bone ? std::string() : name;
  auto socket = socketOf(bake.socketNames, bone);
  if (socket == bake.socketNames.end()) {
    if (own.empty()) {
      return;
    }
    socket = bake.socketNames.insert(socket, {bone, {}, {}});
  }
  socket->name = own;
  if (own.empty() && !socket->offset) {
    bake.socketNames.erase(socket);
  }
  // The bone's name refers to its socket too, whatever the socket is called.
  for (recipe::RecipeAttachment& each : bake.attachments) {
    if (before != bone && each.socket == before) {
      each.socket = own.empty() ? bone : own;
    }
  }
}

}  // namespace texeleton::editor
