// The gizmo and the Attachments panel in the window, by mouse and keys: each handle in each space moves what is chosen
// by the amount that the lines of sight say, worked out here by another way; undo gives back exactly what was.

#include <QDockWidget>
#include <QPushButton>
#include <QTest>
#include <cmath>
#include <filesystem>

#include "app/editor/panels/attachments_panel.h"
#include "app/editor/view/movables.h"
#include "core/transform/rotation.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
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
  std::optional<glm::dmat4> wanted(viewport::GizmoMode mode, viewport::GizmoHandle handle,
                                   const viewport::GizmoFrame& frame, const glm::dmat4& world, const QPointF& from,
                                   const QPointF& to) {
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
    if (mode == viewport::GizmoMode::Rotate) {
      const glm::dvec3 n = axis ? frame.turns[*axis] : -sight;
      if (axis && std::abs(glm::dot(n, sight)) < 0.2) {
        return std::nullopt;
      }
      const glm::dvec3 u = onPlane(a, o, n) - o;
      const glm::dvec3 v = onPlane(b, o, n) - o;
      double angle = std::atan2(glm::dot(n, glm::cross(u, v)), glm::dot(u, v));
      if (!axis) {  // About the line of sight it is the angle that is seen.
        const viewport::GizmoView seen(view().scene().camera, glm::dvec2(view().width(), view().height()));
        const glm::dvec2 m = *seen.placeOf(o);
        angle = std::remainder(std::atan2(m.y - to.y(), to.x() - m.x) - std::atan2(m.y - from.y(), from.x() - m.x),
                               6.283185307179586);
      }
      const glm::dmat4 turn(glm::mat3_cast(glm::angleAxis(angle, n)));
      glm::dmat4 there(1.0);
      there[3] = glm::dvec4(o, 1.0);
      return there * turn * glm::inverse(there) * world;
    }
    // Own axes: the columns of the world matrix grow.
    glm::dmat4 scaled = world;
    double factor = 1.0 + (to.x() - from.x() - to.y() + from.y()) / 80.0;
    if (axis && !viewport::isPlane(handle)) {
      factor = nearest(b, o, frame.axes[*axis]) / nearest(a, o, frame.axes[*axis]);
    } else if (axis) {
      const glm::dvec3 u = frame.axes[(*axis + 1) % 3];
      const glm::dvec3 v = frame.axes[(*axis + 2) % 3];
      factor =
          glm::dot(onPlane(b, o, glm::cross(u, v)) - o, u + v) / glm::dot(onPlane(a, o, glm::cross(u, v)) - o, u + v);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (viewport::touches(handle, i)) {
        scaled[static_cast<int>(i)] *= factor;
      }
    }
    return scaled;
  }

  static double apart(const glm::dmat4& a, const glm::dmat4& b) {
    double most = 0.0;
    for (int c = 0; c < 4; ++c) {
      most = std::max(most, glm::length(a[c] - b[c]));
    }
    return most;
  }

  /// Every handle of a mode in a space; how many were dragged.
  int dragAll(const std::string& name, viewport::GizmoMode mode, viewport::GizmoSpace space) {
    gizmo().setMode(mode);
    gizmo().setSpace(space);
    int dragged = 0;
    for (int number = 1; number <= 7; ++number) {
      const auto handle = static_cast<viewport::GizmoHandle>(number);
      const auto from = pixelOf(handle);
      if (!from) {
        continue;
      }
      AttachmentMovable movable(window().workshop(), view(), name);
      const transform::Transform before = named(name)->local;
      const glm::dmat4 parent = movable.parentWorld();
      const viewport::GizmoFrame frame = view().scene().gizmo->frame;
      const int edits = document().undoStack().index();
      const QPoint to = *from + QPoint(23, -17);
      const auto expected = wanted(mode, handle, frame, parent * toMatrix(before), *from, to);
      if (!expected) {
        continue;
      }
      dragTo(*from, to);
      const glm::dmat4 got = parent * toMatrix(named(name)->local);
      const QString what = QString("mode %1 space %2 handle %3: %4")
                               .arg(int(mode))
                               .arg(int(space))
                               .arg(number)
                               .arg(apart(got, *expected));
      if (apart(got, *expected) > kWithin || document().undoStack().index() != edits + 1) {
        qWarning("%s", qPrintable(what));
        return -1;
      }
      document().undoStack().undo();
      if (!(named(name)->local == before)) {
        qWarning("undo: %s", qPrintable(what));
        return -1;
      }
      ++dragged;
    }
    return dragged;
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

  void everyHandleInEverySpace() {
    TEXELETON_NEEDS_SCREEN();
    QCOMPARE(attachments().size(), std::size_t{1});
    QCOMPARE(attachments()[0].node, std::string("hand_r"));
    window().viewport().frameAll();
    for (const bool orthographic : {false, true}) {
      view().scene().camera.orthographic = orthographic;
      gizmo().refresh();
      for (const viewport::GizmoSpace space :
           {viewport::GizmoSpace::Local, viewport::GizmoSpace::Parent, viewport::GizmoSpace::World}) {
        QVERIFY(dragAll("banner", viewport::GizmoMode::Translate, space) >= 5);
        QVERIFY(dragAll("banner", viewport::GizmoMode::Rotate, space) >= 2);
      }
      QVERIFY(dragAll("banner", viewport::GizmoMode::Scale, viewport::GizmoSpace::Local) >= 5);
    }
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
    window().viewport().frameAll();
    for (const viewport::GizmoSpace space :
         {viewport::GizmoSpace::Local, viewport::GizmoSpace::Parent, viewport::GizmoSpace::World}) {
      QVERIFY(dragAll("pennant", viewport::GizmoMode::Translate, space) >= 4);
    }
    QVERIFY(dragAll("pennant", viewport::GizmoMode::Scale, viewport::GizmoSpace::Local) >= 4);
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

  /// The character, the light and the camera's target: each handle of moving in each space, by the amount that the
  /// lines of sight say; one step of undo each, which gives back exactly what was.
  void theStage() {
    TEXELETON_NEEDS_SCREEN();
    find<QAction>("gizmoReset").trigger();
    const auto framed = [&] {
      viewport::Camera camera;
      camera.target = {0.1f, 4.0f, 0.0f};
      camera.yaw = 0.7f;
      camera.pitch = 0.35f;
      camera.distance = 18.0f;
      view().setCamera(camera);
      QTest::qWait(20);
    };
    for (const char* what : {"gizmoCharacter", "gizmoLight", "gizmoTarget"}) {
      const QString name(what);
      framed();
      find<QAction>(what).trigger();
      QVERIFY(gizmo().hasTarget());
      gizmo().setMode(viewport::GizmoMode::Translate);
      int moved = 0;
      for (const viewport::GizmoSpace space :
           {viewport::GizmoSpace::Local, viewport::GizmoSpace::Parent, viewport::GizmoSpace::World}) {
        gizmo().setSpace(space);
        for (const viewport::GizmoHandle handle :
             {viewport::GizmoHandle::X, viewport::GizmoHandle::Y, viewport::GizmoHandle::Z,
              viewport::GizmoHandle::PlaneX, viewport::GizmoHandle::PlaneY, viewport::GizmoHandle::PlaneZ,
              viewport::GizmoHandle::Screen}) {
          framed();
          QVERIFY(view().scene().gizmo.has_value());
          const auto from = pixelOf(handle);
          if (!from) {
            continue;  // Seen from its edge.
          }
          const QPoint to = *from + QPoint(17, -23);
          const viewport::GizmoFrame frame = view().scene().gizmo->frame;
          const viewport::Camera before = view().scene().camera;
          const viewport::ViewSetup setup = document().state().view;
          const glm::dvec3 place = frame.origin;
          const auto expected = wanted(viewport::GizmoMode::Translate, handle, frame, glm::dmat4(1.0), *from, to);
          QVERIFY(expected.has_value());
          const int edits = document().undoStack().index();
          dragTo(*from, to);
          QCOMPARE(document().undoStack().index(), edits + 1);
          const glm::dvec3 now = name == "gizmoCharacter" ? document().state().view.character.translation
                                 : name == "gizmoTarget"  ? glm::dvec3(view().scene().camera.target)
                                                          : glm::dvec3(view().scene().gizmo->frame.origin);
          const glm::dvec3 by = now - place;
          const double off = glm::distance(by, glm::dvec3((*expected)[3]));
          QVERIFY2(off < kWithin,
                   qPrintable(QString("%1 %2 %3 %4").arg(name).arg(int(space)).arg(int(handle)).arg(off)));
          if (name == "gizmoCharacter") {
            const glm::vec3 stands = view().scene().crowd.records().front().position;
            QVERIFY(glm::distance(glm::dvec3(stands), now) < 1e-5);
          } else if (name == "gizmoLight") {
            const glm::vec3 towards = view().scene().view.towardsLight;
            QVERIFY(glm::distance(glm::dvec3(towards), *document().state().view.light) < 1e-5);
          } else {  // The eye stays.
            QVERIFY(glm::distance(view().scene().camera.position(), before.position()) < 1e-3f);
          }
          document().undoStack().undo();
          QVERIFY(document().state().view == setup);
          QVERIFY(name != "gizmoTarget" || view().scene().camera.target == before.target);
          ++moved;
        }
      }
      QVERIFY2(moved > 12, qPrintable(name + QString(" %1").arg(moved)));
      m_editor->keepPicture(name);
    }
    // Turned by numbers, and kept by the document.
    framed();
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
  }
};

TEXELETON_EDITOR_SUITE(TestGizmo)
#include "test_gizmo.moc"
