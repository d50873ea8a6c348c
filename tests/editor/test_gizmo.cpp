// The gizmo by keys and by its settings, and the Attachments panel.

#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <vector>

#include "app/editor/view/movables.h"
#include "core/transform/rotation.h"
#include "tests/editor/gestures.h"
#include "tests/editor/gizmo_test.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "viewport/scene/gizmo/gizmo_shapes.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestGizmo : public GizmoTest {
  Q_OBJECT

  void chooseKind(int kind) {
    auto& box = find<QComboBox>("attachment_rotationKind");
    box.setCurrentIndex(kind);
    emit box.activated(kind);
  }

 private slots:
  void init() { openBanner(); }
  void cleanup() { closeWindow(); }

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
    // The same axis twice: the local axis. Z, 90 degrees.
    keys({Qt::Key_R, Qt::Key_Z, Qt::Key_Z}, "90");
    QTest::keyClick(&view(), Qt::Key_Return);
    const glm::dquat turned = before.rotation * transform::fromAxisAngleDegrees({0.0, 0.0, 1.0}, 90.0);
    QVERIFY(std::abs(glm::dot(turned, attachments()[0].local.rotation)) > 1.0 - 1e-9);
    keys({Qt::Key_S}, "2");
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(glm::length(attachments()[0].local.scale - before.scale * 2.0) < 1e-9);
    // A plane: two numbers, separated by Tab.
    const glm::dmat4 now = worldOf();
    keys({Qt::Key_G});
    QTest::keyClick(&view(), Qt::Key_Y, Qt::ShiftModifier);
    typeKeys("0.5");
    QTest::keyClick(&view(), Qt::Key_Tab);
    typeKeys("0.125");
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(glm::length(glm::dvec3(worldOf()[3] - now[3]) - glm::dvec3(0.5, 0.0, 0.125)) < kWithin);
    QCOMPARE(document().undoStack().index(), edits + 4);
    // Cancelled: no edit.
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

  // One state shared by all controls: Show > Gizmo, the panel, keys.
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
    // Each key steps through all choices and wraps around.
    QTest::mouseMove(&view(), QPoint(40, 40));
    for (const auto& [wantedSpace, wantedPivot] : {std::pair(0, 0), std::pair(1, 1), std::pair(2, 2)}) {
      QTest::keyClick(&view(), Qt::Key_Comma);
      QTest::keyClick(&view(), Qt::Key_Period);
      QCOMPARE(static_cast<int>(gizmo().space()), wantedSpace);
      QCOMPARE(static_cast<int>(gizmo().pivot()), wantedPivot);
      QCOMPARE(space.currentIndex(), wantedSpace);
      QCOMPARE(pivot.currentIndex(), wantedPivot);
    }
    // Menu and panel offer only the abilities of the target.
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

  void attachmentsPanel() {
    auto& tree = find<QTreeWidget>("attachmentTree");
    QVERIFY(itemNamed(tree, "banner") != nullptr);
    window().findChild<QDockWidget*>("attachmentsDock")->raise();
    m_editor->keepPicture("attachments");
    typeInto(find<NumberField>("attachment_positionY"), "0.125");
    QCOMPARE(attachments()[0].local.translation.y, 0.125);
    typeInto(find<NumberField>("attachment_rotationX"), "90");
    QVERIFY(std::abs(glm::dot(attachments()[0].local.rotation, transform::fromEulerDegrees({90, 0, 0}))) > 1.0 - 1e-9);
    // In the pack: a socket of that name; merged: a mesh of that name, and no socket.
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_COMPARE(animation().sockets.back().name, std::string("banner"));
    QCOMPARE(animation().sockets.back().attached, std::string("banner.glb"));
    const std::size_t vertices = animation().mesh.vertexCount();
    QTest::mouseClick(&find<QCheckBox>("mergeAttachment"), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(attachments()[0].merge);
    QTRY_VERIFY_WITH_TIMEOUT(animation().mesh.vertexCount() > vertices, 30000);
    document().undoStack().undo();
    QVERIFY(!attachments()[0].merge);
    // A second attachment on the first; the tree nests.
    panel().attach(banner());
    QCOMPARE(attachments().back().attachment, std::string("banner"));
    QCOMPARE(attachments().back().name, std::string("banner_2"));
    QVERIFY(itemNamed(tree, "banner_2")->parent() == itemNamed(tree, "banner"));
    // Saved and loaded, everything is restored.
    const std::filesystem::path file = m_editor->folder() / "hung.texeleton";
    const std::vector<recipe::RecipeAttachment> kept = attachments();
    QVERIFY(document().save(file).has_value());
    JobContext job;
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(attachments() == kept);
    // Removing a parent removes its attachments; their file is no longer a source.
    QVERIFY(panel().showNamed("banner"));
    QTest::mouseClick(&find<QPushButton>("removeAttachment"), Qt::LeftButton);
    QVERIFY(attachments().empty());
    for (const recipe::RecipeSource& source : document().recipe().sources) {
      QVERIFY(source.role != "attachment");
    }
    document().undoStack().undo();
    QVERIFY(attachments() == kept);
  }

  void rotationsKeepTypedNumbers() {
    window().findChild<QDockWidget*>("attachmentsDock")->raise();
    const auto field = [this](const char* name) -> NumberField& { return find<NumberField>(name); };
    typeInto(field("attachment_rotationX"), "120");
    typeInto(field("attachment_rotationX"), "100");
    typeInto(field("attachment_rotationZ"), "300");
    QCOMPARE(field("attachment_rotationX").value(), 100.0);
    QCOMPARE(field("attachment_rotationY").value(), 0.0);
    QCOMPARE(field("attachment_rotationZ").value(), 300.0);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(field("attachment_rotationX").value(), 100.0);
    document().undoStack().undo();
    QCOMPARE(field("attachment_rotationX").value(), 100.0);
    QCOMPARE(field("attachment_rotationZ").value(), 0.0);
    QVERIFY(std::abs(glm::dot(attachments()[0].local.rotation, transform::fromEulerDegrees({100, 0, 0}))) > 1.0 - 1e-9);
    // Axis and angle; the axis may have any length.
    chooseKind(1);
    QVERIFY(field("attachment_rotationW").isVisibleTo(&panel()));
    typeInto(field("attachment_rotationX"), "0");
    typeInto(field("attachment_rotationY"), "2");
    typeInto(field("attachment_rotationZ"), "0");
    typeInto(field("attachment_rotationW"), "370");
    QCOMPARE(field("attachment_rotationY").value(), 2.0);
    QCOMPARE(field("attachment_rotationW").value(), 370.0);
    QVERIFY(std::abs(glm::dot(attachments()[0].local.rotation, transform::fromAxisAngleDegrees({0, 1, 0}, 10.0))) >
            1.0 - 1e-9);
    m_editor->keepPicture("rotation-axis-angle");
    // A quaternion is normalized.
    chooseKind(2);
    typeInto(field("attachment_rotationX"), "0.5");
    typeInto(field("attachment_rotationY"), "0.5");
    typeInto(field("attachment_rotationZ"), "0.5");
    typeInto(field("attachment_rotationW"), "0.5");
    QVERIFY(std::abs(glm::dot(attachments()[0].local.rotation, glm::dquat(0.5, 0.5, 0.5, 0.5))) > 1.0 - 1e-9);
    chooseKind(0);
  }

  void numbersAreLocalOrInTheWorld() {
    window().findChild<QDockWidget*>("attachmentsDock")->raise();
    auto& height = find<NumberField>("attachment_positionY");
    AttachmentMovable movable(window().workshop(), view(), "banner");
    gizmo().setSpace(viewport::GizmoSpace::World);
    typeInto(height, "1.5");
    const glm::dmat4 world = movable.parentWorld() * toMatrix(attachments()[0].local);
    QVERIFY(std::abs(world[3].y - 1.5) < kWithin);
    QVERIFY(!find<NumberField>("attachment_scaleX").isEnabled());
    typeInto(find<NumberField>("attachment_rotationX"), "0");
    typeInto(find<NumberField>("attachment_rotationY"), "90");
    typeInto(find<NumberField>("attachment_rotationZ"), "0");
    const glm::dmat4 turned = movable.parentWorld() * toMatrix(attachments()[0].local);
    const glm::dvec3 along = glm::normalize(glm::dvec3(turned[2]));
    QVERIFY2(glm::length(along - glm::dvec3(1, 0, 0)) < 1e-3, "a yaw of 90 degrees points +Z at +X");
    gizmo().setSpace(viewport::GizmoSpace::Local);
    QVERIFY(std::abs(height.value() - attachments()[0].local.translation.y) < 1e-8);
  }

  void transformsAreCopied() {
    window().findChild<QDockWidget*>("attachmentsDock")->raise();
    const auto press = [this](const char* name) { QTest::mouseClick(&find<QToolButton>(name), Qt::LeftButton); };
    typeInto(find<NumberField>("attachment_positionX"), "25cm");
    typeInto(find<NumberField>("attachment_rotationY"), "30");
    press("attachment_uniform");
    typeInto(find<NumberField>("attachment_scaleX"), "2");
    const transform::Transform kept = attachments()[0].local;
    QCOMPARE(kept.translation.x, 0.25);
    QCOMPARE(kept.scale.y, kept.scale.x);
    press("attachment_copy");
    typeInto(find<NumberField>("attachment_positionX"), "3");
    typeInto(find<NumberField>("attachment_scaleZ"), "7");
    press("attachment_paste");
    QVERIFY(glm::length(attachments()[0].local.translation - kept.translation) < 1e-12);
    QVERIFY(glm::length(attachments()[0].local.scale - kept.scale) < 1e-12);
    QVERIFY(std::abs(glm::dot(attachments()[0].local.rotation, kept.rotation)) > 1.0 - 1e-12);
    // Invalid text changes nothing.
    const int edits = document().undoStack().index();
    QGuiApplication::clipboard()->setText("{\"position\": [1, 2]}");
    press("attachment_paste");
    QCOMPARE(document().undoStack().index(), edits);
    press("attachment_uniform");
  }

  // Objects without a panel have their fields in Selection.
  void fieldsOfLightAndCharacter() {
    find<QAction>("gizmoLight").trigger();
    QCOMPARE(find<QLabel>("stageTitle").text(), QString("Light"));
    typeInto(find<NumberField>("stage_positionY"), "12");
    QCOMPARE(document().state().view.light->y, 12.0);
    QVERIFY(!find<NumberField>("stage_rotationX").isVisibleTo(&window()));
    m_editor->keepPicture("stage-light");
    find<QAction>("gizmoCharacter").trigger();
    typeInto(find<NumberField>("stage_rotationY"), "270");
    QCOMPARE(find<NumberField>("stage_rotationY").value(), 270.0);
    QVERIFY(std::abs(glm::dot(document().state().view.character.rotation, transform::fromEulerDegrees({0, 270, 0}))) >
            1.0 - 1e-9);
    m_editor->keepPicture("stage-character");
    find<QAction>("gizmoHide").trigger();
    QVERIFY(!find<QLabel>("stageTitle").isVisibleTo(&window()));
  }

  // An arrow at the edge points to a gizmo outside the view; a click looks at it.
  void pointsToGizmoOutside() {
    AttachmentMovable movable(window().workshop(), view(), "banner");
    const glm::dvec3 place = movable.centre();
    viewport::Camera away = view().scene().camera;
    away.lookAt(away.position(), away.position() + glm::vec3(5.0f, 0.0f, 0.0f));
    for (const float turned : {0.0f, 1.5f, 3.1f}) {
      viewport::Camera camera = away;
      camera.look(turned, 0.0f);
      view().setCamera(camera);
      const auto shapes =
          viewport::gizmoShapes(*view().scene().gizmo, viewport::GizmoView(camera, {view().width(), view().height()}));
      if (shapes.empty() || shapes.front().handle != viewport::GizmoHandle::Lead) {
        continue;
      }
      const glm::dvec2 at = shapes.front().points.front() - glm::dvec2(12.0, 0.0);
      QVERIFY(at.x > 0 && at.y > 0 && at.x < view().width() && at.y < view().height());
      m_editor->keepPicture("gizmo-lead");
      QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(qRound(at.x), qRound(at.y)));
      QVERIFY(glm::distance(glm::dvec3(view().scene().camera.target), glm::dvec3(view().scene().gizmo->frame.origin)) <
              1e-3);
      QVERIFY(glm::distance(place, glm::dvec3(view().scene().camera.target)) < 3.0);
      const auto now = viewport::gizmoShapes(
          *view().scene().gizmo, viewport::GizmoView(view().scene().camera, {view().width(), view().height()}));
      QVERIFY(!now.empty() && now.front().handle != viewport::GizmoHandle::Lead);
      return;
    }
    QFAIL("no direction in which the gizmo is outside the picture");
  }

  // The rest opens; the panel names the missing file and has a button to locate it.
  void missingFile() {
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
};

TEXELETON_EDITOR_SUITE(TestGizmo)
#include "test_gizmo.moc"
