#pragma once

#include <QPoint>
#include <QString>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/panels/sockets/attachments_panel.h"
#include "app/editor/view/gizmo_control.h"
#include "tests/editor/editor_window.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/gizmo/gizmo.h"

namespace texeleton::test {

/// Base of the gizmo tests: grabs handles, drags them, and computes the expected result from lines of sight,
/// independently of the gizmo's own code.
class GizmoTest : public EditorTest {
 protected:
  /// Metres: tolerance of a target's position.
  static constexpr double kWithin = 1e-4;
  struct Sight {
    glm::dvec3 from;
    glm::dvec3 along;
  };

  viewport::RhiWindow& view() { return window().viewport().window(); }
  editor::GizmoControl& gizmo() { return window().viewport().gizmo(); }
  editor::AttachmentsPanel& panel() { return *window().findChild<editor::AttachmentsPanel*>(); }
  const std::vector<recipe::RecipeAttachment>& attachments() { return document().recipe().bake.attachments; }
  std::filesystem::path banner() { return m_editor->sampleFile().parent_path() / "banner.glb"; }

  /// The line of sight through a pixel, from the camera's numbers.
  Sight sightAt(const QPointF& at);
  static glm::dvec3 onPlane(const Sight& sight, const glm::dvec3& o, const glm::dvec3& n) {
    return sight.from + sight.along * (glm::dot(o - sight.from, n) / glm::dot(sight.along, n));
  }
  /// Parameter s of the point o + s·d nearest to a line of sight: two equations.
  static double nearest(const Sight& sight, const glm::dvec3& o, const glm::dvec3& d);

  /// A pixel at which the handle can be grabbed, away from the others.
  std::optional<QPoint> pixelOf(viewport::GizmoHandle handle);

  void dragTo(const QPoint& from, const QPoint& to);

  void typeKeys(const QString& text);

  const recipe::RecipeAttachment* named(const std::string& name);

  /// The expected world matrix after the drag.
  glm::dmat4 wanted(viewport::GizmoMode mode, viewport::GizmoHandle handle, const viewport::GizmoFrame& frame,
                    const glm::dmat4& world, const QPointF& from, const QPointF& to);

  static double apart(const glm::dmat4& a, const glm::dmat4& b);

  static std::vector<viewport::GizmoHandle> handlesOf(viewport::GizmoMode mode);

  /// Turns the camera until it looks at the gizmo along a diagonal of its axes, where every handle of its mode can be
  /// grabbed. False: there is no such direction.
  bool lookDownADiagonal(bool orthographic);

  /// The end of a drag with a large effect: outwards along axes and planes, around the centre along rings. Never
  /// straight, so that it also has components that the handle must ignore.
  QPoint wayOf(viewport::GizmoMode mode, viewport::GizmoHandle handle, const QPoint& from);

  struct Case {
    viewport::GizmoMode mode = viewport::GizmoMode::Translate;
    viewport::GizmoSpace space = viewport::GizmoSpace::Local;
    bool orthographic = false;
    viewport::GizmoPivot pivot = viewport::GizmoPivot::Origin;
  };

  /// Drags every handle in every case. `world` returns the target's matrix in the document. The first error; empty:
  /// none.
  QString dragAll(const std::vector<Case>& cases, const std::function<glm::dmat4()>& world);

  /// All spaces, with rotation if the target can be rotated, and one orthographic case.
  static std::vector<Case> casesOf(bool turns);

  std::function<glm::dmat4()> worldOf(const std::string& attachment);
  /// Gives the first attachment another transform.
  void placeBanner(const transform::Transform& local);
  /// Opens the sample with a banner on its right hand and puts the gizmo on the banner.
  void openBanner();
};

}  // namespace texeleton::test
