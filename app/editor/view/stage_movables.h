#pragma once

#include <functional>

#include "app/editor/document/document.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/movable.h"

namespace texeleton::editor {

/// The single character: where it stands and how it is turned. It keeps its size.
class CharacterMovable : public Movable {
 public:
  /// `show` shows it somewhere without an edit.
  CharacterMovable(Document& document, std::function<void(const Transform&)> show);

  glm::dmat4 parentWorld() const override { return glm::dmat4(1.0); }
  Transform local() const override { return m_document.state().view.character; }
  bool can(GizmoMode mode) const override { return mode != GizmoMode::Scale; }
  void preview(const Transform& local) override { m_show(local); }
  void commit(const Transform& local) override;

 private:
  Document& m_document;
  std::function<void(const Transform&)> m_show;
};

/// The key light, which shines on the middle of what is shown from where it stands.
class LightMovable : public Movable {
 public:
  LightMovable(Document& document, RhiWindow& window);

  glm::dmat4 parentWorld() const override;
  Transform local() const override;
  bool can(GizmoMode mode) const override { return mode == GizmoMode::Translate; }
  void preview(const Transform& local) override;
  void commit(const Transform& local) override;

 private:
  Document& m_document;
  RhiWindow& m_window;
  glm::dvec3 m_middle;  ///< It stays where it was when the light was taken.
  double m_reach;
};

/// What the camera looks at and turns about. The camera stays where it is, and turns there when the drag ends.
class CameraTargetMovable : public Movable {
 public:
  CameraTargetMovable(Document& document, RhiWindow& window);

  glm::dmat4 parentWorld() const override { return glm::dmat4(1.0); }
  Transform local() const override;
  bool can(GizmoMode mode) const override { return mode == GizmoMode::Translate; }
  void preview(const Transform&) override {}
  void commit(const Transform& local) override;

 private:
  Document& m_document;
  RhiWindow& m_window;
};

/// The camera at the same place, looking at another point.
Camera lookingAt(const Camera& camera, const glm::dvec3& target);

}  // namespace texeleton::editor
