// The gizmo and the Attachments panel in the window, by mouse and keys: each handle in each space moves what is chosen
// by the amount that the lines of sight say, worked out here by another way; undo gives back exactly what was.

#include <QDockWidget>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <vector>

#include "app/editor/panels/attachments_panel.h"
#include "app/editor/view/movables.h"
#include "core/transform/rotation.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/picture_places.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "viewport/scene/hang_attachments.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

constexpr double kWithin = 1e-4;

struct Sight {
  glm::dvec3 from;
  glm::dvec3 along;
};

}  // namespace

class TestGizmo : public EditorTest {
  Q_OBJECT

  viewport::RhiWindow& view() { return window().viewport().window(); }
  GizmoControl& gizmo() { return window().viewport().gizmo(); }
  AttachmentsPanel& panel() { return *window().findChild<AttachmentsPanel*>(); }
  const std::vector<recipe::RecipeAttachment>& attachments() { return document().recipe().bake.attachments; }
  std::filesystem::path banner() { return m_editor->sampleFile().parent_path() / "banner.glb"; }

  /// The line of sight through a pixel, from the camera's numbers.
  Sight sightAt(const QPointF& at) {
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
  static glm::dvec3 onPlane(const Sight& sight, const glm::dvec3& o, const glm::dvec3& n) {
    return sight.from + sight.along * (glm::dot(o - sight.from, n) / glm::dot(sight.along, n));
  }
  /// Along the line o + s·d, where a line of sight is nearest: two equations.
  static double nearest(const Sight& sight, const glm::dvec3& o, const glm::dvec3& d) {
    const glm::dmat2 m(glm::dot(d, d), glm::dot(d, sight.along), -glm::dot(d, sight.along),
                       -glm::dot(sight.along, sight.along));
    const glm::dvec3 w = sight.from - o;
    return (glm::inverse(m) * glm::dvec2(glm::dot(w, d), glm::dot(w, sight.along))).x;
  }

  /// A pixel at which the handle is taken; far from others.
  std::optional<QPoint> pixelOf(viewport::GizmoHandle handle) {
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

  void dragTo(const QPoint& from, const QPoint& to) {
    QTest::mouseMove(&view(), from);
    QTest::mousePress(&view(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&view(), from + (to - from) / 2);
    QTest::mouseMove(&view(), to);
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
  }

  void typeKeys(const QString& text) {
    for (const QChar letter : text) {
      QTest::keyClick(&view(), letter.toLatin1());
    }
  }

  const recipe::RecipeAttachment* named(const std::string& name) {
    for (const recipe::RecipeAttachment& each : attachments()) {
      if (each.name == name) {
        return &each;
      }
    }
    return nullptr;
  }

  /// What the drag should make of the world matrix.
  glm::dmat4 wanted(viewport::GizmoMode mode, viewport::GizmoHandle handle, const viewport::GizmoFrame& frame,
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
      if (!axis) {  // About the line of sight it is the angle that is seen.
        const viewport::GizmoView seen(view().scene().camera, glm::dvec2(view().width(), view().height()));
        const glm::dvec2 m = *seen.placeOf(o);
        angle = std::remainder(std::atan2(m.y - to.y(), to.x() - m.x) - std::atan2(m.y - from.y(), from.x() - m.x),
                               6.283185307179586);
      }
      return there * glm::dmat4(glm::mat3_cast(glm::angleAxis(angle, n))) * glm::inverse(there) * world;
    }
    // Along the axes of the frame, about its origin.
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

  static double apart(const glm::dmat4& a, const glm::dmat4& b) {
    double most = 0.0;
    for (int c = 0; c < 4; ++c) {
      most = std::max(most, glm::length(a[c] - b[c]));
    }
    return most;
  }

  static std::vector<viewport::GizmoHandle> handlesOf(viewport::GizmoMode mode) {
    using Handle = viewport::GizmoHandle;
    if (mode == viewport::GizmoMode::Rotate) {
      return {Handle::X, Handle::Y, Handle::Z, Handle::Screen};
    }
    return {Handle::X, Handle::Y, Handle::Z, Handle::PlaneX, Handle::PlaneY, Handle::PlaneZ, Handle::Screen};
  }

  /// Turns the camera until it looks at the gizmo down a diagonal of its axes, where every handle of its mode can be
  /// taken. False: there is no such place.
  bool lookDownADiagonal(bool orthographic) {
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

  /// A way to drag a handle that changes much: outwards along axes and planes, around the middle along rings; never
  /// straight, so that what does not count is in it too.
  QPoint wayOf(viewport::GizmoMode mode, viewport::GizmoHandle handle, const QPoint& from) {
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

  struct Case {
    viewport::GizmoMode mode = viewport::GizmoMode::Translate;
    viewport::GizmoSpace space = viewport::GizmoSpace::Local;
    bool orthographic = false;
    viewport::GizmoPivot pivot = viewport::GizmoPivot::Origin;
  };

  /// Drags every handle of every case. `world` tells where the document has the target. What is wrong; empty: nothing.
  QString dragAll(const std::vector<Case>& cases, const std::function<glm::dmat4()>& world) {
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

  /// All spaces, as far as it can be turned too, and once orthographic.
  static std::vector<Case> casesOf(bool turns) {
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

  std::function<glm::dmat4()> worldOf(const std::string& attachment) {
    const glm::dmat4 parent = AttachmentMovable(window().workshop(), view(), attachment).parentWorld();
    return [this, attachment, parent] { return parent * toMatrix(named(attachment)->local); };
  }
  void placeBanner(const transform::Transform& local) {
    std::vector<recipe::RecipeAttachment> all = attachments();
    all[0].local = local;
    document().set("Place", &recipe::RecipeBake::attachments, all);
    gizmo().refresh();
  }

 private slots:
  void init() {
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
  void cleanup() { closeWindow(); }

  void attachmentsInEverySpace() {
    TEXELETON_NEEDS_SCREEN();
    QCOMPARE(attachments().size(), std::size_t{1});
    QCOMPARE(attachments()[0].node, std::string("hand_r"));
    placeBanner({{0.05, 0.1, -0.02}, transform::fromEulerDegrees({20.0, 30.0, 40.0}), glm::dvec3(1.0, 1.5, 0.8)});
    std::vector<Case> cases = casesOf(true);
    cases.push_back({viewport::GizmoMode::Translate, viewport::GizmoSpace::Local, true});
    cases.push_back({viewport::GizmoMode::Scale, viewport::GizmoSpace::Local});
    cases.push_back({viewport::GizmoMode::Scale, viewport::GizmoSpace::Local, true});
    const QString wrong = dragAll(cases, worldOf("banner"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  // About other places than its own origin; moved, all pivots are alike.
  void pivots() {
    TEXELETON_NEEDS_SCREEN();
    placeBanner({{0.3, 0.2, -0.1}, transform::fromEulerDegrees({20.0, 30.0, 40.0}), glm::dvec3(1.0, 1.5, 0.8)});
    std::vector<Case> cases;
    for (const viewport::GizmoPivot pivot : {viewport::GizmoPivot::Parent, viewport::GizmoPivot::Centre}) {
      cases.push_back({viewport::GizmoMode::Translate, viewport::GizmoSpace::World, false, pivot});
      cases.push_back({viewport::GizmoMode::Rotate, viewport::GizmoSpace::Parent, false, pivot});
      cases.push_back({viewport::GizmoMode::Scale, viewport::GizmoSpace::Local, false, pivot});
    }
    const QString wrong = dragAll(cases, worldOf("banner"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    // The two are other places.
    gizmo().setPivot(viewport::GizmoPivot::Parent);
    const glm::dvec3 parent = view().scene().gizmo->frame.origin;
    gizmo().setPivot(viewport::GizmoPivot::Centre);
    QVERIFY(glm::distance(parent, view().scene().gizmo->frame.origin) > 0.1);
    gizmo().setPivot(viewport::GizmoPivot::Origin);
    QVERIFY(glm::distance(glm::dvec3(worldOf("banner")()[3]), view().scene().gizmo->frame.origin) < 1e-9);
  }

  // Along axes of the parent and of the world it is exact where the object's axes lie along them.
  void scaledAlongOtherAxes() {
    TEXELETON_NEEDS_SCREEN();
    placeBanner({{0.1, 0.0, 0.0}, transform::fromEulerDegrees({90.0, 0.0, 90.0}), glm::dvec3(1.0, 1.5, 0.8)});
    QString wrong =
        dragAll({{viewport::GizmoMode::Scale, viewport::GizmoSpace::Parent, false, viewport::GizmoPivot::Parent}},
                worldOf("banner"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    const glm::dmat4 parent = AttachmentMovable(window().workshop(), view(), "banner").parentWorld();
    placeBanner({{0.1, 0.0, 0.0}, glm::inverse(transform::decompose(parent).rotation), glm::dvec3(1.0, 1.5, 0.8)});
    wrong = dragAll({{viewport::GizmoMode::Scale, viewport::GizmoSpace::World}}, worldOf("banner"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  // Below an uneven scale, on another attachment: a world-space move is exact.
  void underAnUnevenParent() {
    TEXELETON_NEEDS_SCREEN();
    std::vector<recipe::RecipeAttachment> all = attachments();
    all[0].local.scale = {1.0, 2.0, 0.5};
    all[0].local.rotation = transform::fromEulerDegrees({20.0, 30.0, 40.0});
    recipe::RecipeAttachment second = all[0];
    second.name = "pennant";
    second.node.clear();
    second.attachment = "banner";
    second.local = {{0.0, 0.3, 0.1}, transform::fromEulerDegrees({0.0, 45.0, 0.0}), glm::dvec3(0.5)};
    all.push_back(second);
    document().set("Uneven", &recipe::RecipeBake::attachments, all);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(panel().showNamed("pennant"));
    std::vector<Case> cases = casesOf(false);
    cases.push_back({viewport::GizmoMode::Scale, viewport::GizmoSpace::Local});
    const QString wrong = dragAll(cases, worldOf("pennant"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    // A turn of the world would need shear here: it is said while it is dragged.
    gizmo().setMode(viewport::GizmoMode::Rotate);
    gizmo().setSpace(viewport::GizmoSpace::World);
    QTest::mouseMove(&view(), QPoint(view().width() / 2, view().height() / 2));
    QTest::keyClick(&view(), Qt::Key_R);
    QTest::keyClick(&view(), Qt::Key_Z);
    typeKeys("60");
    QVERIFY2(gizmo().text().contains("shear"), qPrintable(gizmo().text()));
    QTest::keyClick(&view(), Qt::Key_Escape);
  }

  void keysAsInBlender() {
    const transform::Transform before = attachments()[0].local;
    const int edits = document().undoStack().index();
    const auto keys = [this](std::initializer_list<Qt::Key> all, const QString& typed = {}) {
      QTest::mouseMove(&view(), QPoint(40, 40));
      for (const Qt::Key key : all) {
        QTest::keyClick(&view(), key);
      }
      typeKeys(typed);
    };
    gizmo().setSpace(viewport::GizmoSpace::World);
    AttachmentMovable movable(window().workshop(), view(), "banner");
    const glm::dmat4 parent = movable.parentWorld();
    const auto worldOf = [&] { return parent * toMatrix(attachments()[0].local); };
    const glm::dmat4 world = worldOf();
    keys({Qt::Key_G, Qt::Key_X}, "-0.25");
    QVERIFY2(gizmo().text().contains("-0.25"), qPrintable(gizmo().text()));
    m_editor->keepPicture("gizmo-number");
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(glm::length(glm::dvec3(worldOf()[3] - world[3]) - glm::dvec3(-0.25, 0.0, 0.0)) < kWithin);
    QCOMPARE(document().undoStack().index(), edits + 1);
    // Twice the axis: its own. Z, 90 degrees.
    keys({Qt::Key_R, Qt::Key_Z, Qt::Key_Z}, "90");
    QTest::keyClick(&view(), Qt::Key_Return);
    const glm::dquat turned = before.rotation * transform::fromAxisAngleDegrees({0.0, 0.0, 1.0}, 90.0);
    QVERIFY(std::abs(glm::dot(turned, attachments()[0].local.rotation)) > 1.0 - 1e-9);
    keys({Qt::Key_S}, "2");
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(glm::length(attachments()[0].local.scale - before.scale * 2.0) < 1e-9);
    // A plane: two numbers, Tab between them.
    const glm::dmat4 now = worldOf();
    keys({Qt::Key_G});
    QTest::keyClick(&view(), Qt::Key_Y, Qt::ShiftModifier);
    typeKeys("0.5");
    QTest::keyClick(&view(), Qt::Key_Tab);
    typeKeys("0.125");
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(glm::length(glm::dvec3(worldOf()[3] - now[3]) - glm::dvec3(0.5, 0.0, 0.125)) < kWithin);
    QCOMPARE(document().undoStack().index(), edits + 4);
    // Taken back: no edit.
    keys({Qt::Key_G}, "3");
    QTest::keyClick(&view(), Qt::Key_Escape);
    QVERIFY(!gizmo().isDragging());
    QCOMPARE(document().undoStack().index(), edits + 4);
    for (int i = 0; i < 4; ++i) {
      document().undoStack().undo();
    }
    QVERIFY(attachments()[0].local == before);
  }

  void ctrlSnaps() {
    TEXELETON_NEEDS_SCREEN();
    gizmo().setSpace(viewport::GizmoSpace::World);
    typeInto(find<NumberField>("gizmoStep0"), "0.05");
    QCOMPARE(gizmo().steps().metres, 0.05);
    AttachmentMovable movable(window().workshop(), view(), "banner");
    const glm::dmat4 parent = movable.parentWorld();
    const glm::dmat4 world = parent * toMatrix(attachments()[0].local);
    const auto from = pixelOf(viewport::GizmoHandle::Y);
    QVERIFY(from.has_value());
    QTest::mousePress(&view(), Qt::LeftButton, Qt::ControlModifier, *from);
    QMouseEvent move(QEvent::MouseMove, *from - QPoint(3, 57), view().mapToGlobal(*from - QPoint(3, 57)), Qt::NoButton,
                     Qt::LeftButton, Qt::ControlModifier);
    QCoreApplication::sendEvent(&view(), &move);
    m_editor->keepPicture("gizmo-drag");
    QTest::mouseRelease(&view(), Qt::LeftButton, Qt::ControlModifier, *from - QPoint(3, 57));
    const glm::dvec3 by(parent * toMatrix(attachments()[0].local) * glm::dvec4(0, 0, 0, 1) - world[3]);
    QVERIFY(by.y > 0.02);
    QVERIFY2(std::abs(by.y / 0.05 - std::round(by.y / 0.05)) < 1e-4, qPrintable(QString::number(by.y)));
  }

  // One state, whoever shows it: Show > Gizmo, the panel, keys.
  void settingsInTheViewport() {
    auto& mode = find<Segmented>("gizmoMode");
    auto& space = find<QComboBox>("gizmoSpace");
    auto& pivot = find<QComboBox>("gizmoPivot");
    find<QAction>("gizmoRotate").trigger();
    find<QAction>("gizmoWorld").trigger();
    find<QAction>("gizmoPivotCentre").trigger();
    QCOMPARE(gizmo().mode(), viewport::GizmoMode::Rotate);
    QCOMPARE(gizmo().space(), viewport::GizmoSpace::World);
    QCOMPARE(gizmo().pivot(), viewport::GizmoPivot::Centre);
    QCOMPARE(mode.current(), 1);
    QCOMPARE(space.currentIndex(), 2);
    QCOMPARE(pivot.currentIndex(), 2);
    typeInto(find<NumberField>("gizmoMenuStep1"), "22.5");
    QCOMPARE(gizmo().steps().degrees, 22.5);
    QCOMPARE(find<NumberField>("gizmoStep1").value(), 22.5);
    typeInto(find<NumberField>("gizmoStep2"), "0.25");
    QCOMPARE(find<NumberField>("gizmoMenuStep2").value(), 0.25);
    // By keys, as often as there are choices, all the way round.
    QTest::mouseMove(&view(), QPoint(40, 40));
    for (const auto& [wantedSpace, wantedPivot] : {std::pair(0, 0), std::pair(1, 1), std::pair(2, 2)}) {
      QTest::keyClick(&view(), Qt::Key_Comma);
      QTest::keyClick(&view(), Qt::Key_Period);
      QCOMPARE(static_cast<int>(gizmo().space()), wantedSpace);
      QCOMPARE(static_cast<int>(gizmo().pivot()), wantedPivot);
      QCOMPARE(space.currentIndex(), wantedSpace);
      QCOMPARE(pivot.currentIndex(), wantedPivot);
    }
    // The menu and the panel offer what the target can.
    auto& menu = find<QMenu>("gizmoMenu");
    emit menu.aboutToShow();
    QVERIFY(find<QAction>("gizmoRotate").isChecked() && find<QAction>("gizmoWorld").isChecked());
    QVERIFY(find<QAction>("gizmoScale").isEnabled() && mode.button(2)->isEnabled());
    find<QAction>("gizmoLight").trigger();
    emit menu.aboutToShow();
    QCOMPARE(gizmo().mode(), viewport::GizmoMode::Translate);
    QVERIFY(find<QAction>("gizmoMove").isChecked());
    QVERIFY(!find<QAction>("gizmoScale").isEnabled() && !mode.button(2)->isEnabled());
  }

  void socketsAreMovedToo() {
    document().set("Sockets", &recipe::RecipeBake::expose,
                   std::vector<recipe::RecipeExpose>{recipe::RecipeExpose{"weapon_r", true, {}}});
    QVERIFY(m_editor->waitUntilBaked());
    auto& tree = find<QTreeWidget>("attachmentTree");
    QTRY_VERIFY(itemNamed(tree, "weapon_r") != nullptr);
    tree.setCurrentItem(itemNamed(tree, "weapon_r"));
    gizmo().setSpace(viewport::GizmoSpace::Local);
    const glm::dvec3 before = animation().sockets[0].position;
    QTest::mouseMove(&view(), QPoint(40, 40));
    QTest::keyClick(&view(), Qt::Key_G);
    QTest::keyClick(&view(), Qt::Key_Z);
    typeKeys("0.5");
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(document().recipe().bake.socketNames.size() == 1);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(std::abs(glm::length(animation().sockets[0].position - before) - 0.5) < kWithin);
    document().undoStack().undo();
    QVERIFY(document().recipe().bake.socketNames.empty());
    // By every handle, from an offset that is turned.
    TEXELETON_NEEDS_SCREEN();
    recipe::RecipeSocketName socket;
    socket.node = "weapon_r";
    socket.offset = {{0.1, 0.2, 0.0}, transform::fromEulerDegrees({10.0, 50.0, -30.0}), glm::dvec3(1.2)};
    document().set("Offset", &recipe::RecipeBake::socketNames, std::vector<recipe::RecipeSocketName>{socket});
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(gizmo().hasTarget());
    const glm::dmat4 parent = viewport::nodeWorld(view().scene(), nodeNamed(model(), "weapon_r"), 0);
    std::vector<Case> cases = casesOf(true);
    cases.push_back({viewport::GizmoMode::Scale, viewport::GizmoSpace::Local});
    const QString wrong =
        dragAll(cases, [this, parent] { return parent * toMatrix(socketOffset(document().recipe(), "weapon_r")); });
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void thePanel() {
    auto& tree = find<QTreeWidget>("attachmentTree");
    QVERIFY(itemNamed(tree, "banner") != nullptr);
    window().findChild<QDockWidget*>("attachmentsDock")->raise();
    m_editor->keepPicture("attachments");
    typeInto(find<NumberField>("attachment_positionY"), "0.125");
    QCOMPARE(attachments()[0].local.translation.y, 0.125);
    typeInto(find<NumberField>("attachment_rotationX"), "90");
    QVERIFY(std::abs(glm::dot(attachments()[0].local.rotation, transform::fromEulerDegrees({90, 0, 0}))) > 1.0 - 1e-9);
    // In the pack: a socket called so; merged: a mesh of that name, and no socket.
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_COMPARE(animation().sockets.back().name, std::string("banner"));
    QCOMPARE(animation().sockets.back().attached, std::string("banner.glb"));
    const std::size_t vertices = animation().mesh.vertexCount();
    QTest::mouseClick(&find<QCheckBox>("mergeAttachment"), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(attachments()[0].merge);
    QTRY_VERIFY_WITH_TIMEOUT(animation().mesh.vertexCount() > vertices, 30000);
    document().undoStack().undo();
    QVERIFY(!attachments()[0].merge);
    // Another on it; the tree nests.
    panel().attach(banner());
    QCOMPARE(attachments().back().attachment, std::string("banner"));
    QCOMPARE(attachments().back().name, std::string("banner_2"));
    QVERIFY(itemNamed(tree, "banner_2")->parent() == itemNamed(tree, "banner"));
    // Saved and opened again, all is there.
    const std::filesystem::path file = m_editor->folder() / "hung.texeleton";
    const std::vector<recipe::RecipeAttachment> kept = attachments();
    QVERIFY(document().save(file).has_value());
    JobContext job;
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(attachments() == kept);
    // What it hangs on goes with what hangs on it; the file is no source any more.
    QVERIFY(panel().showNamed("banner"));
    QTest::mouseClick(&find<QPushButton>("removeAttachment"), Qt::LeftButton);
    QVERIFY(attachments().empty());
    for (const recipe::RecipeSource& source : document().recipe().sources) {
      QVERIFY(source.role != "attachment");
    }
    document().undoStack().undo();
    QVERIFY(attachments() == kept);
  }

  // The rest opens; the panel says what is missing and has the button.
  void aMissingFile() {
    const std::filesystem::path file = m_editor->folder() / "lost.texeleton";
    QVERIFY(document().save(file).has_value());
    std::filesystem::rename(banner(), banner().parent_path() / "gone.glb");
    JobContext job;
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!animation().clips.empty());
    QVERIFY(panel().showNamed("banner"));
    QVERIFY(find<QPushButton>("locateAttachment").isVisibleTo(&panel()));
    const auto& issues = window().workshop().bake()->issues;
    QVERIFY(std::any_of(issues.begin(), issues.end(), [](const Issue& issue) {
      return issue.text.find("attachment is not shown") != std::string::npos;
    }));
    std::filesystem::rename(banner().parent_path() / "gone.glb", banner());
  }

  void theStage() {
    TEXELETON_NEEDS_SCREEN();
    find<QAction>("gizmoReset").trigger();
    // A character that stands somewhere and is turned: its axes are others than the world's.
    viewport::ViewSetup stands = document().state().view;
    stands.character = {{0.4, 0.1, -0.3}, transform::fromEulerDegrees({15.0, 40.0, -25.0}), glm::dvec3(1.0)};
    document().setView("Stand", stands);
    find<QAction>("gizmoCharacter").trigger();
    QString wrong = dragAll(casesOf(true), [this] { return toMatrix(document().state().view.character); });
    QVERIFY2(wrong.isEmpty(), qPrintable("character: " + wrong));
    m_editor->keepPicture("gizmoCharacter");
    // What is drawn stands there, also while it is dragged.
    QVERIFY(lookDownADiagonal(false));
    gizmo().setMode(viewport::GizmoMode::Translate);
    const auto from = pixelOf(viewport::GizmoHandle::Screen);
    QVERIFY(from.has_value());
    const auto drawnAt = [this] { return glm::dvec3(view().scene().crowd.records().front().position); };
    const glm::dvec3 stood = drawnAt();
    QVERIFY(glm::distance(stood, stands.character.translation) < 1e-5);
    QTest::mousePress(&view(), Qt::LeftButton, {}, *from);
    QTest::mouseMove(&view(), *from + QPoint(30, 0));
    const glm::dvec3 shown = drawnAt();
    QVERIFY(glm::distance(shown, stood) > 0.01 && document().state().view == stands);
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, *from + QPoint(30, 0));
    QVERIFY(glm::distance(drawnAt(), document().state().view.character.translation) < 1e-5);
    QVERIFY(glm::distance(drawnAt(), shown) < 1e-5);

    find<QAction>("gizmoReset").trigger();
    find<QAction>("gizmoLight").trigger();
    const model::Box bounds = view().scene().crowd.bounds();
    const glm::dvec3 middle = glm::dvec3(bounds.min + bounds.max) * 0.5;
    viewport::ViewSetup lit = document().state().view;
    lit.light = glm::dvec3(1.0, 2.0, 0.5);
    document().setView("Light", lit);
    wrong = dragAll(casesOf(false), [&] {
      const glm::dvec3 towards = *document().state().view.light;
      if (glm::distance(glm::dvec3(view().scene().view.towardsLight), towards) > 1e-5) {
        return glm::dmat4(0.0);  // It does not shine from there.
      }
      transform::Transform light;
      light.translation = middle + towards;
      return toMatrix(light);
    });
    QVERIFY2(wrong.isEmpty(), qPrintable("light: " + wrong));
    m_editor->keepPicture("gizmoLight");

    find<QAction>("gizmoTarget").trigger();
    wrong = dragAll(casesOf(false), [this] {
      transform::Transform target;
      target.translation = glm::dvec3(view().scene().camera.target);
      return toMatrix(target);
    });
    QVERIFY2(wrong.isEmpty(), qPrintable("target: " + wrong));
    m_editor->keepPicture("gizmoTarget");
    // The eye stays.
    QVERIFY(lookDownADiagonal(false));
    const glm::vec3 eye = view().scene().camera.position();
    const glm::vec3 aim = view().scene().camera.target;
    const auto free = pixelOf(viewport::GizmoHandle::Screen);
    QVERIFY(free.has_value());
    dragTo(*free, *free + QPoint(40, 10));
    QVERIFY(glm::distance(view().scene().camera.target, aim) > 0.01f);
    QVERIFY(glm::distance(view().scene().camera.position(), eye) < 1e-3f);
    document().undoStack().undo();
    // Turned by numbers, and kept by the document.
    find<QAction>("gizmoCharacter").trigger();
    gizmo().setMode(viewport::GizmoMode::Rotate);
    QTest::mouseMove(&view(), QPoint(view().width() / 2, view().height() / 2));
    typeKeys("ry90");
    QTest::keyClick(&view(), Qt::Key_Return);
    const glm::dquat turned = document().state().view.character.rotation;
    QVERIFY(std::abs(std::abs(turned.y) - std::sqrt(0.5)) < 1e-6 &&
            std::abs(std::abs(turned.w) - std::sqrt(0.5)) < 1e-6);
    gizmo().setMode(viewport::GizmoMode::Scale);
    QVERIFY(gizmo().mode() != viewport::GizmoMode::Scale);  // A character keeps its size.
    find<QAction>("gizmoReset").trigger();
    QVERIFY(document().state().view.character == transform::Transform());
    find<QAction>("gizmoHide").trigger();
    QVERIFY(!gizmo().hasTarget());
    // Until something is selected under Attachments: not by an edit.
    document().setView("Stand", stands);
    QVERIFY(!gizmo().hasTarget());
    auto& tree = find<QTreeWidget>("attachmentTree");
    window().findChild<QDockWidget*>("attachmentsDock")->raise();
    clickItem(tree, itemNamed(tree, "banner"), 0);
    QVERIFY(gizmo().hasTarget());
  }

  /// Targets and poles of limbs: a click on the cross puts the gizmo there.
  void targetsOfLimbs() {
    TEXELETON_NEEDS_SCREEN();
    window().raiseDock("animatorDock");
    QTest::mouseClick(&find<QToolButton>("animatorOn"), Qt::LeftButton);
    auto& effects = window().viewport().effects();
    QTRY_VERIFY(effects.animator().crowd() != nullptr);
    find<QAction>("animatorAddLimbs").trigger();
    QTest::qWait(20);
    // One reaches for a place of the character and has a pole; the other's target moves with the spine.
    animator::AnimatorSetup setup = *document().recipe().animator;
    QVERIFY(setup.limbs.size() >= 2);
    const auto placeOf = [&](const std::string& node) {
      return glm::dvec3(view().scene().poses.at(0)->worlds[nodeNamed(model(), node).value][3]);
    };
    const glm::dmat4 spine = view().scene().poses.at(0)->worlds[nodeNamed(model(), "spine").value];
    // Nearer than it is, so that the joint between bends.
    setup.limbs[0].target = glm::mix(placeOf(setup.limbs[0].root), placeOf(setup.limbs[0].end), 0.8);
    setup.limbs[0].pole = placeOf(setup.limbs[0].middle) + glm::dvec3(0.1, 0.0, 0.4);
    setup.limbs[1].targetNode = "spine";
    setup.limbs[1].target = glm::dvec3(glm::inverse(spine) * glm::dvec4(placeOf(setup.limbs[1].end), 1.0));
    setup.limbs[0].weight = setup.limbs[1].weight = 1.0;
    document().setAnimator("Goals", setup);
    QTest::qWait(20);
    const glm::dmat4 character = viewport::nodeWorld(view().scene(), NodeIndex(), 0);
    const auto at = [](const glm::dmat4& frame, const glm::dvec3& place) {
      transform::Transform local;
      local.translation = place;
      return frame * toMatrix(local);
    };
    const auto limb = [this](std::size_t index) { return document().recipe().animator->limbs[index]; };
    struct Subject {
      LimbTargets::Kind kind;
      std::size_t index;
      std::function<glm::dmat4()> world;
    };
    const Subject subjects[] = {{LimbTargets::Kind::Limb, 0, [&] { return at(character, limb(0).target); }},
                                {LimbTargets::Kind::Limb, 1, [&] { return at(character * spine, limb(1).target); }},
                                {LimbTargets::Kind::Pole, 0, [&] { return at(character, *limb(0).pole); }}};
    for (const Subject& subject : subjects) {
      find<QAction>("gizmoHide").trigger();
      viewport::Camera camera = view().scene().camera;
      camera.orthographic = false;
      view().setCamera(camera);
      window().viewport().frameAll();
      const auto targets = effects.limbTargets().targets();
      const auto found = std::find_if(targets.begin(), targets.end(), [&subject](const LimbTargets::Target& each) {
        return each.kind == subject.kind && each.index == subject.index;
      });
      QVERIFY(found != targets.end());
      const int edits = document().undoStack().index();
      const QPoint cross = test::pixelOf(view(), found->world);
      QTest::mouseMove(&view(), cross);
      QTest::mouseClick(&view(), Qt::LeftButton, {}, cross);
      QVERIFY(gizmo().hasTarget() && view().scene().gizmo);
      QCOMPARE(document().undoStack().index(), edits);
      QVERIFY(glm::distance(view().scene().gizmo->frame.origin, glm::dvec3(subject.world()[3])) < 1e-6);
      const QString wrong = dragAll(casesOf(false), subject.world);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(QString("%1 of limb %2: %3").arg(int(subject.kind)).arg(subject.index).arg(wrong)));
    }
    m_editor->keepPicture("gizmo-pole");
    // While it is dragged the knee or elbow follows, and Esc puts it back without an edit.
    const int edits = document().undoStack().index();
    const glm::dvec3 joint = placeOf(setup.limbs[0].middle);
    QTest::mouseMove(&view(), QPoint(40, 40));
    gizmo().setSpace(viewport::GizmoSpace::World);
    typeKeys("gx-1");
    QVERIFY(glm::distance(placeOf(setup.limbs[0].middle), joint) > 1e-3);
    QVERIFY(document().recipe().animator == setup);
    QTest::keyClick(&view(), Qt::Key_Escape);
    QCOMPARE(document().undoStack().index(), edits);
    QVERIFY(glm::distance(placeOf(setup.limbs[0].middle), joint) < 1e-9);
    // It goes where the animator does.
    QTest::mouseClick(&find<QToolButton>("animatorOn"), Qt::LeftButton);
    QTRY_VERIFY(!view().scene().gizmo);
    QTest::keyClick(&view(), Qt::Key_G);
    QVERIFY(!gizmo().isDragging());
  }
};

TEXELETON_EDITOR_SUITE(TestGizmo)
#include "test_gizmo.moc"
