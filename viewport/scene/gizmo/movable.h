#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "core/transform/transform.h"
#include "viewport/scene/gizmo/gizmo.h"

namespace texeleton::viewport {

/// An object that a gizmo moves: an attachment, the offset of a socket, a target, a light. Its world matrix is
/// parentWorld() times local().
class Movable {
 public:
  Movable() = default;
  Movable(const Movable&) = delete;
  Movable& operator=(const Movable&) = delete;
  virtual ~Movable() = default;

  /// Whether it is shown now; otherwise it has no gizmo. It may reappear.
  virtual bool isThere() const { return true; }
  /// World matrix of the parent as shown now; metres, Y up.
  virtual glm::dmat4 parentWorld() const = 0;
  virtual transform::Transform local() const = 0;
  /// A point in the world for rotations and scales: the middle of the visible object.
  virtual glm::dvec3 centre() const { return glm::dvec3((parentWorld() * toMatrix(local()))[3]); }
  virtual bool can(GizmoMode) const { return true; }

  /// Shows a transform during a drag without editing.
  virtual void preview(const transform::Transform& local) = 0;
  /// Applies a transform as one edit that can be undone, and ends the preview. If it equals local() from before the
  /// drag, it only ends the preview.
  virtual void commit(const transform::Transform& local) = 0;

  /// The rotation of local() as it was typed: Euler angles in degrees (3), or axis and angle (4); empty: not known.
  virtual std::vector<double> typedRotation() const { return {}; }
  /// commit() of a rotation that was typed in this form.
  virtual void commitTyped(const transform::Transform& local, const std::vector<double>& /*degrees*/) { commit(local); }
};

}  // namespace texeleton::viewport
