#include "app/editor/view/movables.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/model/nodes.h"
#include "core/transform/rotation.h"
#include "viewport/scene/hang_attachments.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::editor {

namespace {

std::vector<double> stillTyped(const std::vector<double>& degrees, const glm::dquat& rotation) {
  return transform::givesRotation(degrees, rotation) ? degrees : std::vector<double>();
}

std::vector<model::PlacedAttachment> placedBy(const recipe::Recipe& recipe, const Workshop& workshop) {
  if (!workshop.model()) {
    return {};
  }
  JobContext unheard;  // The bake reports attachments without a parent.
  return attachmentsOf(recipe, workshop.source(), unheard);
}

/// Shows attachments at the recipe's placement before it is baked.
void showBy(const recipe::Recipe& recipe, const Workshop& workshop, viewport::RhiWindow& window) {
  const auto& bake = workshop.bake();
  if (!bake || window.scene().animation != bake->animation) {
    return;
  }
  const std::vector<model::PlacedAttachment> now = placedBy(recipe, workshop);
  std::vector<model::PlacedAttachment> shown = bake->attachments;
  for (model::PlacedAttachment& each : shown) {
    const auto same = std::ranges::find_if(now, [&each](const model::PlacedAttachment& other) {
      return other.name == each.name && other.node == each.node;
    });
    each.local = same == now.end() ? each.local : same->local;
  }
  window.scene().attachments = viewport::sceneAttachments(shown, *bake->model, *bake->animation);
  window.requestUpdate();
}

}  // namespace

transform::Transform socketOffset(const recipe::Recipe& recipe, const std::string& node) {
  for (const recipe::RecipeSocketName& socket : recipe.bake.socketNames) {
    if (socket.node == node && socket.offset) {
      return *socket.offset;
    }
  }
  return {};
}

std::vector<recipe::RecipeSocketName> withOffset(const recipe::Recipe& recipe, const std::string& node,
                                                 const transform::Transform& offset,
                                                 const std::vector<double>& degrees) {
  std::vector<recipe::RecipeSocketName> sockets = recipe.bake.socketNames;
  auto own = std::ranges::find(sockets, node, &recipe::RecipeSocketName::node);
  if (own == sockets.end()) {
    own = sockets.insert(sockets.end(), {node, {}, {}});
  }
  own->offset = offset == transform::Transform() ? std::nullopt : std::optional(offset);
  own->rotationDegrees = own->offset ? stillTyped(degrees, offset.rotation) : std::vector<double>();
  if (!own->offset && own->name.empty()) {
    sockets.erase(own);
  }
  return sockets;
}

std::optional<glm::dmat4> attachmentParentWorld(const recipe::Recipe& recipe, const Workshop& workshop,
                                                const viewport::RhiWindow& window, const std::string& name) {
  for (const model::PlacedAttachment& each : placedBy(recipe, workshop)) {
    if (each.name == name) {
      return viewport::nodeWorld(window.scene(), each.node, viewport::shownInstance(window.scene())) * each.parent;
    }
  }
  return std::nullopt;
}

AttachmentMovable::AttachmentMovable(Workshop& workshop, viewport::RhiWindow& window, std::string name)
    : m_workshop(workshop), m_window(window), m_name(std::move(name)) {}

const recipe::RecipeAttachment* AttachmentMovable::attachment() const {
  const auto& all = m_workshop.document().recipe().bake.attachments;
  const auto own = std::ranges::find_if(all, [this](const auto& each) { return each.name == m_name; });
  return own == all.end() ? nullptr : &*own;
}

glm::dmat4 AttachmentMovable::parentWorld() const {
  return attachmentParentWorld(m_workshop.document().recipe(), m_workshop, m_window, m_name).value_or(glm::dmat4(1.0));
}

transform::Transform AttachmentMovable::local() const {
  const recipe::RecipeAttachment* const own = attachment();
  return own != nullptr ? own->local : transform::Transform();
}

glm::dvec3 AttachmentMovable::centre() const {
  for (const model::PlacedAttachment& each : placedBy(m_workshop.document().recipe(), m_workshop)) {
    if (each.name == m_name && each.model && !each.model->bindBounds.isEmpty()) {
      const model::Box& box = each.model->bindBounds;
      return glm::dvec3(parentWorld() * toMatrix(local()) * glm::dvec4(glm::dvec3(box.min + box.max) * 0.5, 1.0));
    }
  }
  return viewport::Movable::centre();
}

void AttachmentMovable::preview(const transform::Transform& local) {
  recipe::Recipe recipe = m_workshop.document().recipe();
  for (recipe::RecipeAttachment& each : recipe.bake.attachments) {
    if (each.name == m_name) {
      each.local = local;
    }
  }
  showBy(recipe, m_workshop, m_window);
}

std::vector<double> AttachmentMovable::typedRotation() const {
  const recipe::RecipeAttachment* const own = attachment();
  return own != nullptr ? own->rotationDegrees : std::vector<double>();
}

void AttachmentMovable::commitTyped(const transform::Transform& local, const std::vector<double>& degrees) {
  std::vector<recipe::RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
  for (recipe::RecipeAttachment& each : all) {
    if (each.name == m_name) {
      each.local = local;
      each.rotationDegrees = stillTyped(degrees, local.rotation);
    }
  }
  m_workshop.document().set(QCoreApplication::translate("texeleton::editor::Movables", "Move attachment"),
                            &recipe::RecipeBake::attachments, all);
  showBy(m_workshop.document().recipe(), m_workshop, m_window);
}

SocketMovable::SocketMovable(Workshop& workshop, viewport::RhiWindow& window, std::string node)
    : m_workshop(workshop), m_window(window), m_node(std::move(node)) {}

glm::dmat4 SocketMovable::parentWorld() const {
  const NodeIndex node = m_workshop.model() ? model::nodeCalled(*m_workshop.model(), m_node) : NodeIndex();
  return viewport::nodeWorld(m_window.scene(), node, viewport::shownInstance(m_window.scene()));
}

transform::Transform SocketMovable::local() const { return socketOffset(m_workshop.document().recipe(), m_node); }

void SocketMovable::preview(const transform::Transform& local) {
  recipe::Recipe recipe = m_workshop.document().recipe();
  recipe.bake.socketNames = withOffset(recipe, m_node, local);
  showBy(recipe, m_workshop, m_window);
}

std::vector<double> SocketMovable::typedRotation() const {
  for (const recipe::RecipeSocketName& socket : m_workshop.document().recipe().bake.socketNames) {
    if (socket.node == m_node) {
      return socket.rotationDegrees;
    }
  }
  return {};
}

void SocketMovable::commitTyped(const transform::Transform& local, const std::vector<double>& degrees) {
  m_workshop.document().set(QCoreApplication::translate("texeleton::editor::Movables", "Move socket"),
                            &recipe::RecipeBake::socketNames,
                            withOffset(m_workshop.document().recipe(), m_node, local, degrees));
  showBy(m_workshop.document().recipe(), m_workshop, m_window);
}

}  // namespace texeleton::editor
