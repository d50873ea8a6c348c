#include "tests/editor/gizmo_test.h"

#include <QDockWidget>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "app/editor/view/movables.h"
#include "tests/editor/gestures.h"
#include "tests/support/test_models.h"

namespace texeleton::test {

using namespace texeleton::editor;

GizmoTest::Sight GizmoTest::sightAt(const QPointF& at) {
  const viewport::Camera& camera = view().scene().camera;
  const double yaw = static_cast<double>(camera.yaw);
  const double pitch = static_cast<double>(camera.pitch);
  const glm::dvec3 back(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
  const glm::dvec3 right(std::cos(yaw), 0.0, -std::sin(yaw));
  const glm::dvec3 up = glm::cross(back, right);
  const double distance = static_cast<double>(camera.distance);
  const double half = std::tan(static_cast<double>(camera.fieldOfView) * 0.5);
  const double x = (2.0 * at.x() - view().width()) / view().height();
  const double y = (view().height() - 2.0 * at.y()) / view().height();
  const glm::dvec3 eye = glm::dvec3(camera.target) + back * distance;
  if (camera.orthographic) {
    return {eye + (right * x + up * y) * half * distance, -back};
  }
  return {eye, glm::normalize(-back + (right * x + up * y) * half)};
}

double GizmoTest::nearest(const Sight& sight, const glm::dvec3& o, const glm::dvec3& d) {
  const glm::dmat2 m(glm::dot(d, d), glm::dot(d, sight.along), -glm::dot(d, sight.along),
                     -glm::dot(sight.along, sight.along));
  const glm::dvec3 w = sight.from - o;
  return (glm::inverse(m) * glm::dvec2(glm::dot(w, d), glm::dot(w, sight.along))).x;
}

std::optional<QPoint> GizmoTest::pixelOf(viewport::GizmoHandle handle) {
  const viewport::GizmoView seen(view().scene().camera, glm::dvec2(view().width(), view().height()));
  const auto shapes = viewport::gizmoShapes(*view().scene().gizmo, seen);
  for (const viewport::GizmoShape& shape : shapes) {
    if (shape.handle != handle) {
      continue;
    }
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      const glm::dvec2& next = shape.points[(i + 1) % shape.points.size()];
      for (const double share : {0.5, 0.3, 0.7, 0.0}) {
        const glm::dvec2 at = glm::round(glm::mix(shape.points[i], next, share));
        if (at.x > 4 && at.y > 4 && at.x < view().width() - 4 && at.y < view().height() - 4 &&
            viewport::handleAt(shapes, at) == handle) {
          return QPoint(static_cast<int>(at.x), static_cast<int>(at.y));
        }
      }
    }
  }
  return std::nullopt;
}

void GizmoTest::dragTo(const QPoint& from, const QPoint& to) {
  QTest::mouseMove(&view(), from);
  QTest::mousePress(&view(), Qt::LeftButton, {}, from);
  QTest::mouseMove(&view(), from + (to - from) / 2);
  QTest::mouseMove(&view(), to);
  QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
}

void GizmoTest::typeKeys(const QString& text) {
  for (const QChar letter : text) {
    QTest::keyClick(&view(), letter.toLatin1());
  }
}

const recipe::RecipeAttachment* GizmoTest::named(const std::string& name) {
  for (const recipe::RecipeAttachment& each : attachments()) {
    if (each.name == name) {
      return &each;
    }
  }
  return nullptr;
}

glm::dmat4 GizmoTest::wanted(viewport::GizmoMode mode, viewport::GizmoHandle handle, const viewport::GizmoFrame& frame,
                             const glm::dmat4& world, const QPointF& from, const QPointF& to) {
  const Sight a = sightAt(from);
  const Sight b = sightAt(to);
  const glm::dvec3 o = frame.origin;
  const glm::dvec3 sight = view().scene().camera.orthographic ? a.along : glm::normalize(o - sightAt(QPointF()).from);
  const auto axis = viewport::axisOf(handle);
  glm::dmat4 change(1.0);
  if (mode == viewport::GizmoMode::Translate) {
    glm::dvec3 by;
    if (axis && !viewport::isPlane(handle)) {
      by = frame.axes[*axis] * (nearest(b, o, frame.axes[*axis]) - nearest(a, o, frame.axes[*axis]));
    } else {
      const glm::dvec3 n = axis ? glm::cross(frame.axes[(*axis + 1) % 3], frame.axes[(*axis + 2) % 3]) : sight;
      by = onPlane(b, o, n) - onPlane(a, o, n);
    }
    change[3] = glm::dvec4(by, 1.0);
    return change * world;
  }
  glm::dmat4 there(1.0);
  there[3] = glm::dvec4(o, 1.0);
  if (mode == viewport::GizmoMode::Rotate) {
    const glm::dvec3 n = axis ? frame.turns[*axis] : -sight;
    const glm::dvec3 u = onPlane(a, o, n) - o;
    const glm::dvec3 v = onPlane(b, o, n) - o;
    double angle = std::atan2(glm::dot(n, glm::cross(u, v)), glm::dot(u, v));
    if (!axis) {  // Around the line of sight, the angle is the one on screen.
      const viewport::GizmoView seen(view().scene().camera, glm::dvec2(view().width(), view().height()));
      const glm::dvec2 m = *seen.placeOf(o);
      angle = std::remainder(std::atan2(m.y - to.y(), to.x() - m.x) - std::atan2(m.y - from.y(), from.x() - m.x),
                             6.283185307179586);
    }
    return there * glm::dmat4(glm::mat3_cast(glm::angleAxis(angle, n))) * glm::inverse(there) * world;
  }
  // Scale along the axes of the frame, about its origin.
  double factor = 1.0 + (to.x() - from.x() - to.y() + from.y()) / 80.0;
  if (axis && !viewport::isPlane(handle)) {
    factor = nearest(b, o, frame.axes[*axis]) / nearest(a, o, frame.axes[*axis]);
  } else if (axis) {
    const glm::dvec3 u = frame.axes[(*axis + 1) % 3];
    const glm::dvec3 v = frame.axes[(*axis + 2) % 3];
    factor =
        glm::dot(onPlane(b, o, glm::cross(u, v)) - o, u + v) / glm::dot(onPlane(a, o, glm::cross(u, v)) - o, u + v);
  }
  const glm::dmat3 axes(frame.axes[0], frame.axes[1], frame.axes[2]);
  glm::dmat3 grown(1.0);
  for (std::size_t i = 0; i < 3; ++i) {
    grown[static_cast<int>(i)][static_cast<int>(i)] = viewport::touches(handle, i) ? factor : 1.0;
  }
  return there * glm::dmat4(axes * grown * glm::inverse(axes)) * glm::inverse(there) * world;
}

double GizmoTest::apart(const glm::dmat4& a, const glm::dmat4& b) {
  double most = 0.0;
  for (int c = 0; c < 4; ++c) {
    most = std::max(most, glm::length(a[c] - b[c]));
  }
  return most;
}

std::vector<viewport::GizmoHandle> GizmoTest::handlesOf(viewport::GizmoMode mode) {
  using Handle = viewport::GizmoHandle;
  if (mode == viewport::GizmoMode::Rotate) {
    return {Handle::X, Handle::Y, Handle::Z, Handle::Screen};
  }
  return {Handle::X, Handle::Y, Handle::Z, Handle::PlaneX, Handle::PlaneY, Handle::PlaneZ, Handle::Screen};
}

bool GizmoTest::lookDownADiagonal(bool orthographic) {
  if (!view().scene().gizmo) {
    return false;
  }
  const viewport::GizmoFrame frame = view().scene().gizmo->frame;
  for (int octant = 0; octant < 8; ++octant) {
    glm::dvec3 back(0.0);
    for (int i = 0; i < 3; ++i) {
      back += frame.axes[static_cast<std::size_t>(i)] * ((octant >> i & 1) != 0 ? -1.0 : 1.0);
    }
    back = glm::normalize(back);
    if (std::abs(back.y) > 0.97) {
      continue;
    }
    viewport::Camera camera = view().scene().camera;
    camera.target = glm::vec3(frame.origin);
    camera.yaw = static_cast<float>(std::atan2(back.x, back.z));
    camera.pitch = static_cast<float>(std::asin(back.y));
    camera.distance = static_cast<float>(1.5 * view().scene().animation->sizeMetres);
    camera.orthographic = orthographic;
    view().setCamera(camera);
    const auto handles = handlesOf(gizmo().mode());
    if (view().scene().gizmo &&
        std::all_of(handles.begin(), handles.end(), [this](auto handle) { return pixelOf(handle).has_value(); })) {
      return true;
    }
  }
  return false;
}

QPoint GizmoTest::wayOf(viewport::GizmoMode mode, viewport::GizmoHandle handle, const QPoint& from) {
  const viewport::GizmoView seen(view().scene().camera, glm::dvec2(view().width(), view().height()));
  const glm::dvec2 out = glm::dvec2(from.x(), from.y()) - *seen.placeOf(view().scene().gizmo->frame.origin);
  const bool turns = mode == viewport::GizmoMode::Rotate;
  if (!turns && handle == viewport::GizmoHandle::Screen) {
    return {23, -17};
  }
  const glm::dvec2 along = glm::normalize(out);
  const glm::dvec2 across(-along.y, along.x);
  const glm::dvec2 way = glm::round(turns ? 22.0 * across + 6.0 * along : 20.0 * along + 9.0 * across);
  return {static_cast<int>(way.x), static_cast<int>(way.y)};
}

QString GizmoTest::dragAll(const std::vector<Case>& cases, const std::function<glm::dmat4()>& world) {
  for (const Case& each : cases) {
    gizmo().setMode(each.mode);
    gizmo().setSpace(each.space);
    gizmo().setPivot(each.pivot);
    const QString name = QString("mode %1 space %2 pivot %3 %4")
                             .arg(int(each.mode))
                             .arg(int(each.space))
                             .arg(int(each.pivot))
                             .arg(each.orthographic ? "orthographic" : "perspective");
    if (gizmo().mode() != each.mode || !lookDownADiagonal(each.orthographic)) {
      return name + ": not every handle can be taken";
    }
    const viewport::Camera camera = view().scene().camera;
    for (const viewport::GizmoHandle handle : handlesOf(each.mode)) {
      const QString what = name + QString(" handle %1").arg(int(handle));
      const auto from = pixelOf(handle);
      if (!from) {
        return what + ": cannot be taken any more";
      }
      const DocumentState state = document().state();
      const int edits = document().undoStack().index();
      const QPoint to = *from + wayOf(each.mode, handle, *from);
      const glm::dmat4 before = world();
      const glm::dmat4 expected = wanted(each.mode, handle, view().scene().gizmo->frame, before, *from, to);
      dragTo(*from, to);
      const double off = apart(world(), expected);
      if (!(off < kWithin)) {
        return what + QString(": off by %1").arg(off);
      }
      if (apart(world(), before) < 10.0 * kWithin) {
        return what + ": did not move";
      }
      if (document().undoStack().index() != edits + 1) {
        return what + ": is not one edit";
      }
      document().undoStack().undo();
      if (!(document().state() == state) || !(world() == before) || !(view().scene().camera == camera)) {
        return what + ": undo did not give back what was";
      }
    }
  }
  return {};
}

std::vector<GizmoTest::Case> GizmoTest::casesOf(bool turns) {
  std::vector<Case> cases;
  for (const viewport::GizmoSpace space :
       {viewport::GizmoSpace::Local, viewport::GizmoSpace::Parent, viewport::GizmoSpace::World}) {
    cases.push_back({viewport::GizmoMode::Translate, space});
    if (turns) {
      cases.push_back({viewport::GizmoMode::Rotate, space});
    }
  }
  cases.push_back({viewport::GizmoMode::Translate, viewport::GizmoSpace::World, true});
  if (turns) {
    cases.push_back({viewport::GizmoMode::Rotate, viewport::GizmoSpace::Local, true});
  }
  return cases;
}

std::function<glm::dmat4()> GizmoTest::worldOf(const std::string& attachment) {
  const glm::dmat4 parent = AttachmentMovable(window().workshop(), view(), attachment).parentWorld();
  return [this, attachment, parent] { return parent * toMatrix(named(attachment)->local); };
}

void GizmoTest::placeBanner(const transform::Transform& local) {
  std::vector<recipe::RecipeAttachment> all = attachments();
  all[0].local = local;
  document().set("Place", &recipe::RecipeBake::attachments, all);
  gizmo().refresh();
}

void GizmoTest::openBanner() {
  openSampleWindow();
  auto& dock = find<QDockWidget>("attachmentsDock");
  dock.show();
  dock.raise();
  playback().setPlaying(false);
  std::filesystem::copy_file(sourceFolder() / "resources/samples/banner.glb", banner(),
                             std::filesystem::copy_options::overwrite_existing);
  window().selection().selectBone(nodeNamed(model(), "hand_r"));
  panel().attach(banner());
  QVERIFY(m_editor->waitUntilBaked());
  QVERIFY(gizmo().hasTarget());
  QTRY_VERIFY(view().scene().gizmo.has_value());
}

}  // namespace texeleton::test
