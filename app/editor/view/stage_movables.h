#pragma once

#include <functional>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/view/limb_targets.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/gizmo/movable.h"

namespace texeleton::editor {

/// The single character's position and rotation. Its scale is fixed.
class CharacterMovable : public viewport::Movable {
 public:
  /// `show` displays a placement without an edit.
  CharacterMovable(Document& document, std::function<void(const transform::Transform&)> show);

  glm::dmat4 parentWorld() const override { return glm::dmat4(1.0); }
  transform::Transform local() const override { return m_document.state().view.character; }
  bool can(viewport::GizmoMode mode) const override { return mode != viewport::GizmoMode::Scale; }
  void preview(const transform::Transform& local) override { m_show(local); }
  void commit(const transform::Transform& local) override { commitTyped(local, typedRotation()); }
  std::vector<double> typedRotation() const override { return m_document.state().view.characterDegrees; }
  void commitTyped(const transform::Transform& local, const std::vector<double>& degrees) override;

 private:
  Document& m_document;
  std::function<void(const transform::Transform&)> m_show;
};

/// The key light, which shines on the centre of the scene from its position.
class LightMovable : public viewport::Movable {
 public:
  LightMovable(Document& document, viewport::RhiWindow& window);

  glm::dmat4 parentWorld() const override;
  transform::Transform local() const override;
  bool can(viewport::GizmoMode mode) const override { return mode == viewport::GizmoMode::Translate; }
  void preview(const transform::Transform& local) override;
  void commit(const transform::Transform& local) override;

 private:
  Document& m_document;
  viewport::RhiWindow& m_window;
  glm::dvec3 m_middle;  ///< Fixed when the light was grabbed.
  double m_reach;
};

/// The camera's target. The camera keeps its position, and turns to the target when the drag ends.
class CameraTargetMovable : public viewport::Movable {
 public:
  CameraTargetMovable(Document& document, viewport::RhiWindow& window);

  glm::dmat4 parentWorld() const override { return glm::dmat4(1.0); }
  transform::Transform local() const override;
  bool can(viewport::GizmoMode mode) const override { return mode == viewport::GizmoMode::Translate; }
  void preview(const transform::Transform&) override {}
  void commit(const transform::Transform& local) override;

 private:
  Document& m_document;
  viewport::RhiWindow& m_window;
};

/// A target or pole of a limb, or the target of a gaze, while the animator plays.
class LimbTargetMovable : public viewport::Movable {
 public:
  LimbTargetMovable(LimbTargets& targets, const LimbTargets::Target& target) : m_targets(targets), m_target(target) {}

  bool isThere() const override { return m_targets.frameOf(m_target).has_value(); }
  glm::dmat4 parentWorld() const override { return m_targets.frameOf(m_target).value_or(glm::dmat4(1.0)); }
  transform::Transform local() const override;
  bool can(viewport::GizmoMode mode) const override { return mode == viewport::GizmoMode::Translate; }
  void preview(const transform::Transform& local) override { m_targets.preview(m_target, local.translation); }
  void commit(const transform::Transform& local) override { m_targets.moveTo(m_target, local.translation); }

 private:
  LimbTargets& m_targets;
  LimbTargets::Target m_target;
};

/// The camera at the same position, looking at another point.
viewport::Camera lookingAt(const viewport::Camera& camera, const glm::dvec3& target);

}  // namespace texeleton::editor
