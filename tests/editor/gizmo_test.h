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

/// What tests of the gizmo share: taking handles, dragging them, and what each drag should make of its target, worked
/// out from lines of sight by another way than the gizmo's.
class GizmoTest : public EditorTest {
 protected:
  /// Metres: how near a target must come to where it should be.
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
  /// Along the line o + s·d, where a line of sight is nearest: two equations.
  static double nearest(const Sight& sight, const glm::dvec3& o, const glm::dvec3& d);

  /// A pixel at which the handle is taken; far from others.
  std::optional<QPoint> pixelOf(viewport::GizmoHandle handle);

  void dragTo(const QPoint& from, const QPoint& to);

  void typeKeys(const QString& text);

  const recipe::RecipeAttachment* named(const std::string& name);

  /// What the drag should make of the world matrix.
  glm::dmat4 wanted(viewport::GizmoMode mode, viewport::GizmoHandle handle, const viewport::GizmoFrame& frame,
                    const glm::dmat4& world, const QPointF& from, const QPointF& to);

  static double apart(const glm::dmat4& a, const glm::dmat4& b);

  static std::vector<viewport::GizmoHandle> handlesOf(viewport::GizmoMode mode);

  /// Turns the camera until it looks at the gizmo down a diagonal of its axes, where every handle of its mode can be
  /// taken. False: there is no such place.
  bool lookDownADiagonal(bool orthographic);

  /// A way to drag a handle that changes much: outwards along axes and planes, around the middle along rings; never
  /// straight, so that what does not count is in it too.
  QPoint wayOf(viewport::GizmoMode mode, viewport::GizmoHandle handle, const QPoint& from);

  struct Case {
    viewport::GizmoMode mode = viewport::GizmoMode::Translate;
    viewport::GizmoSpace space = viewport::GizmoSpace::Local;
    bool orthographic = false;
    viewport::GizmoPivot pivot = viewport::GizmoPivot::Origin;
  };

  /// Drags every handle of every case. `world` tells where the document has the target. What is wrong; empty: nothing.
  QString dragAll(const std::vector<Case>& cases, const std::function<glm::dmat4()>& world);

  /// All spaces, as far as it can be turned too, and once orthographic.
  static std::vector<Case> casesOf(bool turns);

  std::function<glm::dmat4()> worldOf(const std::string& attachment);
  /// Gives the first attachment another transform.
  void placeBanner(const transform::Transform& local);
  /// The sample with a banner on its right hand, which the gizmo is put on.
  void openBanner();
};

}  // namespace texeleton::test
