#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/gizmo/movable.h"

namespace texeleton::editor {

/// An attachment of the document, by name; shown on the first selected instance, else on the first.
class AttachmentMovable : public viewport::Movable {
 public:
  AttachmentMovable(Workshop& workshop, viewport::RhiWindow& window, std::string name);

  glm::dmat4 parentWorld() const override;
  transform::Transform local() const override;
  glm::dvec3 centre() const override;
  void preview(const transform::Transform& local) override;
  void commit(const transform::Transform& local) override { commitTyped(local, typedRotation()); }
  std::vector<double> typedRotation() const override;
  void commitTyped(const transform::Transform& local, const std::vector<double>& degrees) override;

 private:
  const recipe::RecipeAttachment* attachment() const;

  Workshop& m_workshop;
  viewport::RhiWindow& m_window;
  std::string m_name;
};

/// The offset of a socket from its node, by the node's name.
class SocketMovable : public viewport::Movable {
 public:
  SocketMovable(Workshop& workshop, viewport::RhiWindow& window, std::string node);

  glm::dmat4 parentWorld() const override;
  transform::Transform local() const override;
  void preview(const transform::Transform& local) override;
  void commit(const transform::Transform& local) override { commitTyped(local, typedRotation()); }
  std::vector<double> typedRotation() const override;
  void commitTyped(const transform::Transform& local, const std::vector<double>& degrees) override;

 private:
  Workshop& m_workshop;
  viewport::RhiWindow& m_window;
  std::string m_node;
};

/// World matrix of the parent of an attachment of a recipe, as shown now; nothing if the attachment is left out.
std::optional<glm::dmat4> attachmentParentWorld(const recipe::Recipe& recipe, const Workshop& workshop,
                                                const viewport::RhiWindow& window, const std::string& name);

/// The document's socket names with a new offset of a node, whose rotation may be typed as degrees; an identity offset
/// removes it.
std::vector<recipe::RecipeSocketName> withOffset(const recipe::Recipe& recipe, const std::string& node,
                                                 const transform::Transform& offset,
                                                 const std::vector<double>& degrees = {});

/// The offset of a node's socket.
transform::Transform socketOffset(const recipe::Recipe& recipe, const std::string& node);

}  // namespace texeleton::editor
