#pragma once

#include <glm/glm.hpp>

#include "core/transform/transform.h"
#include "viewport/scene/gizmo.h"

namespace texeleton::viewport {

/// Something that a gizmo moves: an attachment, the offset of a socket, a target, a light. Its world matrix is
/// parentWorld() times its local one.
class Movable {
 public:
  Movable() = default;
  Movable(const Movable&) = delete;
  Movable& operator=(const Movable&) = delete;
  virtual ~Movable() = default;

  /// Whether it is shown now; else no gizmo is on it either. It may come again.
  virtual bool isThere() const { return true; }
  /// Of what it hangs on, as it is shown now; metres, Y up.
  virtual glm::dmat4 parentWorld() const = 0;
  virtual transform::Transform local() const = 0;
  /// A point of it in the world that it may be turned and scaled about: the middle of what is seen of it.
  virtual glm::dvec3 centre() const { return glm::dvec3((parentWorld() * toMatrix(local()))[3]); }
  virtual bool can(GizmoMode) const { return true; }

  /// Shows it so while it is being dragged. No edit.
  virtual void preview(const transform::Transform& local) = 0;
  /// Makes it so, as one edit that undo takes back; what was previewed is over. With what local() was before the drag,
  /// nothing happens but that.
  virtual void commit(const transform::Transform& local) = 0;
};

}  // namespace texeleton::viewport
