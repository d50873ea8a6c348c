// Each handle of the gizmo in each space, on each kind of target, by mouse: it moves the target by the amount computed
// from lines of sight, and undo restores it exactly.

#include <QDockWidget>
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
#include "tests/editor/picture_places.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "viewport/scene/hang_attachments.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestGizmoHandles : public GizmoTest {
  Q_OBJECT

 private slots:
  void init() { openBanner(); }
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

  // Around other points than the target's origin; for moves all pivots are equivalent.
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
    // The two pivots differ.
    gizmo().setPivot(viewport::GizmoPivot::Parent);
    const glm::dvec3 parent = view().scene().gizmo->frame.origin;
    gizmo().setPivot(viewport::GizmoPivot::Centre);
    QVERIFY(glm::distance(parent, view().scene().gizmo->frame.origin) > 0.1);
    gizmo().setPivot(viewport::GizmoPivot::Origin);
    QVERIFY(glm::distance(glm::dvec3(worldOf("banner")()[3]), view().scene().gizmo->frame.origin) < 1e-9);
  }

  // Scaling along axes of the parent or the world is exact where the object's axes align with them.
  void scalesAlongOtherAxes() {
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

  // Below a non-uniform scale, on another attachment: a move in world space is exact.
  void underNonUniformParent() {
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
    // A rotation in world space would need shear here; a note says so during the drag.
    gizmo().setMode(viewport::GizmoMode::Rotate);
    gizmo().setSpace(viewport::GizmoSpace::World);
    QTest::mouseMove(&view(), QPoint(view().width() / 2, view().height() / 2));
    QTest::keyClick(&view(), Qt::Key_R);
    QTest::keyClick(&view(), Qt::Key_Z);
    typeKeys("60");
    QVERIFY2(gizmo().text().contains("non-uniform scale"), qPrintable(gizmo().text()));
    QTest::keyClick(&view(), Qt::Key_Escape);
  }

  void movesSockets() {
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
    // With every handle, from a rotated offset.
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

  void lightCameraAndCharacter() {
    TEXELETON_NEEDS_SCREEN();
    find<QAction>("gizmoReset").trigger();
    // A placed and rotated character: its axes differ from the world's.
    viewport::ViewSetup stands = document().state().view;
    stands.character = {{0.4, 0.1, -0.3}, transform::fromEulerDegrees({15.0, 40.0, -25.0}), glm::dvec3(1.0)};
    document().set("Stand", &DocumentState::view, stands);
    find<QAction>("gizmoCharacter").trigger();
    QString wrong = dragAll(casesOf(true), [this] { return toMatrix(document().state().view.character); });
    QVERIFY2(wrong.isEmpty(), qPrintable("character: " + wrong));
    m_editor->keepPicture("gizmoCharacter");
    // The character is drawn there, also during the drag.
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
    document().set("Light", &DocumentState::view, lit);
    wrong = dragAll(casesOf(false), [&] {
      const glm::dvec3 towards = *document().state().view.light;
      if (glm::distance(glm::dvec3(view().scene().view.towardsLight), towards) > 1e-5) {
        return glm::dmat4(0.0);  // The light does not shine from there.
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
    // The camera's position is fixed.
    QVERIFY(lookDownADiagonal(false));
    const glm::vec3 eye = view().scene().camera.position();
    const glm::vec3 aim = view().scene().camera.target;
    const auto free = pixelOf(viewport::GizmoHandle::Screen);
    QVERIFY(free.has_value());
    dragTo(*free, *free + QPoint(40, 10));
    QVERIFY(glm::distance(view().scene().camera.target, aim) > 0.01f);
    QVERIFY(glm::distance(view().scene().camera.position(), eye) < 1e-3f);
    document().undoStack().undo();
    // Rotated by numbers, and saved with the document.
    find<QAction>("gizmoCharacter").trigger();
    gizmo().setMode(viewport::GizmoMode::Rotate);
    QTest::mouseMove(&view(), QPoint(view().width() / 2, view().height() / 2));
    typeKeys("ry90");
    QTest::keyClick(&view(), Qt::Key_Return);
    const glm::dquat turned = document().state().view.character.rotation;
    QVERIFY(std::abs(std::abs(turned.y) - std::sqrt(0.5)) < 1e-6 &&
            std::abs(std::abs(turned.w) - std::sqrt(0.5)) < 1e-6);
    gizmo().setMode(viewport::GizmoMode::Scale);
    QVERIFY(gizmo().mode() != viewport::GizmoMode::Scale);  // A character cannot be scaled.
    find<QAction>("gizmoReset").trigger();
    QVERIFY(document().state().view.character == transform::Transform());
    find<QAction>("gizmoHide").trigger();
    QVERIFY(!gizmo().hasTarget());
    // An edit alone does not show the gizmo; a selection under Attachments does.
    document().set("Stand", &DocumentState::view, stands);
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
    // One target is fixed to the character and has a pole; the other's moves with the spine.
    animator::AnimatorSetup setup = *document().recipe().animator;
    QVERIFY(setup.limbs.size() >= 2);
    const auto placeOf = [&](const std::string& node) {
      return glm::dvec3(view().scene().poses.at(0)->worlds[nodeNamed(model(), node).value][3]);
    };
    const glm::dmat4 spine = view().scene().poses.at(0)->worlds[nodeNamed(model(), "spine").value];
    // Closer than now, so that the middle joint bends.
    setup.limbs[0].target = glm::mix(placeOf(setup.limbs[0].root), placeOf(setup.limbs[0].end), 0.8);
    setup.limbs[0].pole = placeOf(setup.limbs[0].middle) + glm::dvec3(0.1, 0.0, 0.4);
    setup.limbs[1].targetNode = "spine";
    setup.limbs[1].target = glm::dvec3(glm::inverse(spine) * glm::dvec4(placeOf(setup.limbs[1].end), 1.0));
    setup.limbs[0].weight = setup.limbs[1].weight = 1.0;
    document().set("Goals", &recipe::Recipe::animator, setup);
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
    // During the drag the knee or elbow follows, and Esc restores it without an edit.
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
    // The gizmo is hidden when the animator is off.
    QTest::mouseClick(&find<QToolButton>("animatorOn"), Qt::LeftButton);
    QTRY_VERIFY(!view().scene().gizmo);
    QTest::keyClick(&view(), Qt::Key_G);
    QVERIFY(!gizmo().isDragging());
  }
};

TEXELETON_EDITOR_SUITE(TestGizmoHandles)
#include "test_gizmo_handles.moc"
