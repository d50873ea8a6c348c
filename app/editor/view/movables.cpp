#include "app/editor/view/movables.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "viewport/scene/hang_attachments.h"

namespace texeleton::editor {

namespace {

std::uint32_t shownInstance(const Scene& scene) { return scene.selection.empty() ? 0 : scene.selection.front(); }

std::vector<PlacedAttachment> placedBy(const Recipe& recipe, const Workshop& workshop) {
  if (!workshop.model()) {
    return {};
  }
  JobContext unheard;  // The bake tells what hangs on nothing.
  return attachmentsOf(recipe, workshop.source(), unheard);
}

/// Shows what hangs on the character where the recipe has it, before it is baked.
void showBy(const Recipe& recipe, const Workshop& workshop, RhiWindow& window) {
  const auto& bake = workshop.bake();
  if (!bake || window.scene().animation != bake->animation) {
    return;
  }
  const std::vector<PlacedAttachment> now = placedBy(recipe, workshop);
  std::vector<PlacedAttachment> shown = bake->attachments;
  for (PlacedAttachment& each : shown) {
    const auto same = std::find_if(now.begin(), now.end(), [&each](const PlacedAttachment& other) {
      return other.name == each.name && other.node == each.node;
    });
    each.local = same == now.end() ? each.local : same->local;
  }
  window.scene().attachments = sceneAttachments(shown, *bake->model, *bake->animation);
  window.requestUpdate();
}

}  // namespace

Transform socketOffset(const Recipe& recipe, const std::string& node) {
  for (const RecipeSocketName& socket : recipe.bake.socketNames) {
    if (socket.node == node && socket.offset) {
      return *socket.offset;
    }
  }
  return {};
}

std::vector<RecipeSocketName> withOffset(const Recipe& recipe, const std::string& node, const Transform& offset) {
  std::vector<RecipeSocketName> sockets = recipe.bake.socketNames;
  auto own =
      std::find_if(sockets.begin(), sockets.end(), [&node](const RecipeSocketName& each) { return each.node == node; });
  if (own == sockets.end()) {
    own = sockets.insert(sockets.end(), {node, {}, {}});
  }
  own->offset = offset == Transform() ? std::nullopt : std::optional(offset);
  if (!own->offset && own->name.empty()) {
    sockets.erase(own);
  }
  return sockets;
}

AttachmentMovable::AttachmentMovable(Workshop& workshop, RhiWindow& window, std::string name)
    : m_workshop(workshop), m_window(window), m_name(std::move(name)) {}

const RecipeAttachment* AttachmentMovable::attachment() const {
  const auto& all = m_workshop.document().recipe().bake.attachments;
  const auto own = std::find_if(all.begin(), all.end(), [this](const auto& each) { return each.name == m_name; });
  return own == all.end() ? nullptr : &*own;
}

glm::dmat4 AttachmentMovable::parentWorld() const {
  for (const PlacedAttachment& each : placedBy(m_workshop.document().recipe(), m_workshop)) {
    if (each.name == m_name) {
      return nodeWorld(m_window.scene(), each.node, shownInstance(m_window.scene())) * each.parent;
    }
  }
  return glm::dmat4(1.0);
}

Transform AttachmentMovable::local() const {
  const RecipeAttachment* const own = attachment();
  return own != nullptr ? own->local : Transform();
}

glm::dvec3 AttachmentMovable::centre() const {
  for (const PlacedAttachment& each : placedBy(m_workshop.document().recipe(), m_workshop)) {
    if (each.name == m_name && each.model && !each.model->bindBounds.isEmpty()) {
      const Box& box = each.model->bindBounds;
      return glm::dvec3(parentWorld() * toMatrix(local()) * glm::dvec4(glm::dvec3(box.min + box.max) * 0.5, 1.0));
    }
  }
  return Movable::centre();
}

void AttachmentMovable::preview(const Transform& local) {
  Recipe recipe = m_workshop.document().recipe();
  for (RecipeAttachment& each : recipe.bake.attachments) {
    if (each.name == m_name) {
      each.local = local;
    }
  }
  showBy(recipe, m_workshop, m_window);
}

void AttachmentMovable::commit(const Transform& local) {
  std::vector<RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
  for (RecipeAttachment& each : all) {
    if (each.name == m_name) {
      each.local = local;
    }
  }
  m_workshop.document().set(QCoreApplication::translate("texeleton::editor::Movables", "Move attachment"),
                            &RecipeBake::attachments, all);
  showBy(m_workshop.document().recipe(), m_workshop, m_window);
}

SocketMovable::SocketMovable(Workshop& workshop, RhiWindow& window, std::string node)
    : m_workshop(workshop), m_window(window), m_node(std::move(node)) {}

glm::dmat4 SocketMovable::parentWorld() const {
  NodeIndex index;
  for (std::size_t i = 0; m_workshop.model() && i < m_workshop.model()->nodes.size(); ++i) {
    if (m_workshop.model()->nodes[i].name == m_node) {
      index = NodeIndex(i);
    }
  }
  return nodeWorld(m_window.scene(), index, shownInstance(m_window.scene()));
}

Transform SocketMovable::local() const { return socketOffset(m_workshop.document().recipe(), m_node); }

void SocketMovable::preview(const Transform& local) {
  Recipe recipe = m_workshop.document().recipe();
  recipe.bake.socketNames = withOffset(recipe, m_node, local);
  showBy(recipe, m_workshop, m_window);
}

void SocketMovable::commit(const Transform& local) {
  m_workshop.document().set(QCoreApplication::translate("texeleton::editor::Movables", "Move socket"),
                            &RecipeBake::socketNames, withOffset(m_workshop.document().recipe(), m_node, local));
  showBy(m_workshop.document().recipe(), m_workshop, m_window);
}

}  // namespace texeleton::editor
