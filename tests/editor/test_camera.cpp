// The viewport's camera: by numbers, saved views, in the crowd, and by the mouse in each navigation scheme.

#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>
#include <cmath>
#include <numbers>

#include "app/editor/document/document_file.h"
#include "app/editor/document/preferences.h"
#include "app/editor/view/camera_popup.h"
#include "app/editor/window/help_commands.h"
#include "app/editor/window/preferences_dialog.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"
#include "viewport/scene/hang_attachments.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestCamera : public EditorTest {
  Q_OBJECT

  viewport::RhiWindow& view() { return window().viewport().window(); }
  const viewport::Camera& camera() { return view().scene().camera; }

  /// Presses, moves in steps and releases, with these buttons and keys held.
  void dragIn(Qt::MouseButtons buttons, Qt::KeyboardModifiers keys, const QPoint& by) {
    const QPointF from(view().width() / 2.0, view().height() / 2.0);
    const auto send = [&](QEvent::Type type, const QPointF& at, Qt::MouseButton button, Qt::MouseButtons held) {
      QMouseEvent event(type, at, view().mapToGlobal(at), button, held, keys);
      QApplication::sendEvent(&view(), &event);
    };
    Qt::MouseButtons held;
    for (const Qt::MouseButton button : {Qt::LeftButton, Qt::MiddleButton, Qt::RightButton}) {
      if (buttons.testFlag(button)) {
        held |= button;
        send(QEvent::MouseButtonPress, from, button, held);
      }
    }
    for (int step = 1; step <= 4; ++step) {
      send(QEvent::MouseMove, from + QPointF(by) * step / 4.0, Qt::NoButton, held);
    }
    for (const Qt::MouseButton button : {Qt::LeftButton, Qt::MiddleButton, Qt::RightButton}) {
      if (buttons.testFlag(button)) {
        held &= ~Qt::MouseButtons(button);
        send(QEvent::MouseButtonRelease, from + QPointF(by), button, held);
      }
    }
  }

  void openPopup() {
    QTest::mouseClick(&find<QToolButton>("cameraButton"), Qt::LeftButton);
    QTRY_VERIFY(find<QTreeWidget>("savedViews").isVisible());
  }

  /// Chooses the scheme in the preferences.
  void prefer(viewport::NavigationScheme scheme) {
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = window().findChild<PreferencesDialog*>();
    QVERIFY(dialog != nullptr);
    auto* choice = dialog->findChild<QComboBox*>("preferNavigation");
    choice->setCurrentIndex(static_cast<int>(scheme));
    emit choice->activated(static_cast<int>(scheme));
    delete dialog;
    comeBack();
  }

  /// The error in a camera move after a drag to the right and down; empty: none.
  QString isMoved(const viewport::Camera& before, const viewport::Camera& after, viewport::NavigationMove does,
                  const QPoint& by) {
    const glm::vec3 moved = after.position() - before.position();
    const float turned = std::remainder(after.yaw - before.yaw, 2.0f * std::numbers::pi_v<float>);
    const bool sameTurn = turned == 0.0f && after.pitch == before.pitch;
    const bool sameDistance = after.distance == before.distance;
    const float nothing = 1e-4f * before.distance;
    switch (does) {
      case viewport::NavigationMove::None:
        return after == before ? QString() : "it moves";
      case viewport::NavigationMove::Orbit:  // Around the target, at the same distance.
        return after.target == before.target && sameDistance && turned < -0.1f && after.pitch > before.pitch
                   ? QString()
                   : "no orbit";
      case viewport::NavigationMove::Pan: {  // The point under the pointer stays: the scene moves right and down.
        const float height = static_cast<float>(view().height());
        const glm::vec3 expected = (before.up() * (static_cast<float>(by.y()) / height) -
                                    before.right() * (static_cast<float>(by.x()) / height)) *
                                   before.heightAtTarget();
        return sameTurn && sameDistance && glm::distance(moved, expected) < 1e-3f * before.distance ? QString()
                                                                                                    : "no pan";
      }
      case viewport::NavigationMove::Strafe:
        return sameTurn && sameDistance && glm::dot(moved, before.right()) > 0.0f && glm::dot(moved, before.up()) < 0.0f
                   ? QString()
                   : "no strafe";
      case viewport::NavigationMove::Zoom:  // More to the right than down: zooms in.
        return sameTurn && after.target == before.target && after.distance < before.distance * 0.99f ? QString()
                                                                                                     : "no zoom";
      case viewport::NavigationMove::Look:
        return glm::length(moved) < nothing && sameDistance && turned < -0.05f && after.pitch > before.pitch
                   ? QString()
                   : "no look";
      case viewport::NavigationMove::Walk:  // Backwards over the ground, turned.
        break;
    }
    return turned < -0.05f && after.pitch == before.pitch && std::abs(moved.y) < nothing &&
                   glm::dot(moved, before.forward()) < -nothing
               ? QString()
               : "no walk";
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void restoresFirstView() {
    QVERIFY(m_editor->waitUntilBaked());
    auto& picture = window().viewport().window();
    find<QAction>("firstView").trigger();
    const viewport::Camera first = picture.scene().camera;
    viewport::Camera other = first;
    other.lookFrom(viewport::ViewFrom::Top);
    other.pan({0.3f, 0.2f});
    other.orthographic = true;
    picture.setCamera(other);
    QVERIFY(!(picture.scene().camera == first));
    QTest::keyClick(&picture, Qt::Key_Home);
    QVERIFY(picture.scene().camera == first);
  }

  void looksFromAbove() {
    auto& picture = window().viewport().window();
    QTest::keyClick(&picture, Qt::Key_7);
    QVERIFY(picture.scene().camera.forward().y < -0.99f);
  }

  // The camera is placed in a moving node and turns with it until the user moves it.
  void looksThroughNode() {
    QVERIFY(m_editor->waitUntilBaked());
    auto& picture = window().viewport().window();
    playback().setPlaying(false);
    auto& follow = window().viewport().effects().cameraFollow();
    emit find<NodeChooser>("cameraNode").chosen("head");
    auto& axis = find<QComboBox>("cameraAxis");
    axis.setCurrentIndex(1);
    emit axis.activated(1);
    const NodeIndex head = nodeNamed(model(), "head");
    glm::dvec3 last(1e9);
    for (const double seconds : {0.0, 0.31}) {
      playback().seek(seconds);
      const glm::dmat4 world = viewport::nodeWorld(picture.scene(), head);
      const viewport::Camera& camera = picture.scene().camera;
      QVERIFY(glm::distance(glm::dvec3(camera.position()), glm::dvec3(world[3])) < 1e-3);
      QVERIFY(glm::distance(glm::dvec3(camera.forward()), glm::normalize(glm::dvec3(world[2]))) < 1e-2);
      QVERIFY(glm::distance(last, glm::dvec3(camera.position())) > 1e-6);
      last = camera.position();
    }
    m_editor->keepPicture("through-a-node");
    viewport::Camera moved = picture.scene().camera;
    moved.orbit(0.2f, 0.0f);
    picture.setCamera(moved);
    QVERIFY(follow.node().empty());
    playback().seek(0.1);
    QVERIFY(picture.scene().camera == moved);
  }

  // Position, target, distance and field of view are typed; each changes only what it names.
  void typesNumbers() {
    openPopup();
    typeInto(find<NumberField>("cameraPositionX"), "3");
    typeInto(find<NumberField>("cameraPositionY"), "2");
    typeInto(find<NumberField>("cameraPositionZ"), "4");
    typeInto(find<NumberField>("cameraTargetX"), "0");
    typeInto(find<NumberField>("cameraTargetY"), "1");
    typeInto(find<NumberField>("cameraTargetZ"), "0");
    const glm::vec3 place = camera().position();
    QVERIFY2(glm::distance(place, glm::vec3(3, 2, 4)) < 2e-3f, qPrintable(QString::number(place.x)));
    QVERIFY(glm::distance(camera().target, glm::vec3(0, 1, 0)) < 1e-6f);
    QVERIFY(std::abs(camera().distance - std::sqrt(26.0f)) < 2e-3f);
    // Closer along the same line.
    typeInto(find<NumberField>("cameraDistance"), "2.5");
    const glm::vec3 nearer = glm::vec3(0, 1, 0) + glm::vec3(3, 1, 4) / std::sqrt(26.0f) * 2.5f;
    QVERIFY(glm::distance(camera().position(), nearer) < 2e-3f);
    QVERIFY(std::abs(find<NumberField>("cameraPositionX").value() - static_cast<double>(nearer.x)) < 2e-3);
    typeInto(find<NumberField>("cameraFieldOfView"), "60");
    QVERIFY(std::abs(camera().fieldOfView - std::numbers::pi_v<float> / 3.0f) < 1e-6f);
    auto& lens = find<QComboBox>("cameraLens");
    lens.setFocus();
    QTest::keyClick(&lens, Qt::Key_Down);
    QVERIFY(camera().orthographic);
    QTest::keyClick(&lens, Qt::Key_Up);
    QVERIFY(!camera().orthographic);
    QCOMPARE(document().undoStack().count(), 0);  // Navigation is not an edit.
    m_editor->keepPicture("camera-popup");
  }

  // Views are saved, named, recalled by key and click, replaced and deleted; each is an edit, and the file keeps them.
  void savesViews() {
    viewport::Camera first;
    first.target = {0.1f, 0.9f, 0.2f};
    first.yaw = 0.7f;
    first.pitch = 0.3f;
    first.distance = 3.7f;
    first.fieldOfView = 0.5f;
    view().setCamera(first);
    openPopup();
    QTest::mouseClick(&find<QPushButton>("cameraSave"), Qt::LeftButton);
    auto* name = find<QTreeWidget>("savedViews").findChild<QLineEdit*>();
    QVERIFY(name != nullptr);
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(name, "From the gate");
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(document().state().savedViews.at(0).name, std::string("From the gate"));
    viewport::Camera second = first;
    second.orthographic = true;
    second.distance = 9.0f;
    view().setCamera(second);
    QTest::mouseClick(&find<QPushButton>("cameraSave"), Qt::LeftButton);
    name = find<QTreeWidget>("savedViews").findChild<QLineEdit*>();
    QVERIFY(name != nullptr);
    QTest::keyClick(name, Qt::Key_Return);  // Accepts the suggested name.
    QCOMPARE(document().state().savedViews.size(), std::size_t{2});
    m_editor->keepPicture("camera-saved-views");
    find<QTreeWidget>("savedViews").window()->close();
    comeBack();

    const auto isAt = [this](const viewport::Camera& wanted) {
      return glm::distance(camera().position(), wanted.position()) < 1e-5f &&
             std::abs(camera().fieldOfView - wanted.fieldOfView) < 1e-6f &&
             camera().orthographic == wanted.orthographic;
    };
    QTest::keyClick(&window(), Qt::Key_1, Qt::ShiftModifier);
    QVERIFY(isAt(first));
    QTest::keyClick(&window(), Qt::Key_2, Qt::ShiftModifier);
    QVERIFY(isAt(second));
    // By key while the viewport has the focus, and by the menu.
    if (hasScreen()) {
      view().requestActivate();
      QTRY_VERIFY(QGuiApplication::focusWindow() == &view());
      QTest::keyClick(&view(), Qt::Key_1, Qt::ShiftModifier);
      QVERIFY(isAt(first));
      comeBack();
    }
    find<QAction>("savedView2").trigger();
    QVERIFY(isAt(second));
    QCOMPARE(find<QAction>("savedView1").text(), QString("From the gate"));

    // Saved and loaded; then undone one by one.
    const auto recipe = toRecipe(document().state());
    QVERIFY(recipe.has_value());
    QCOMPARE(viewport::savedViewsOf(recipe->editor), document().state().savedViews);
    const DocumentState again = toState(*recipe);
    QVERIFY(again == document().state());
    openPopup();
    auto& list = find<QTreeWidget>("savedViews");
    clickItem(list, list.topLevelItem(0), 0);
    QVERIFY(isAt(first));
    viewport::Camera moved = first;
    moved.orbit(0.4f, 0.0f);
    view().setCamera(moved);
    QTest::mouseClick(&find<QToolButton>("cameraReplace"), Qt::LeftButton);
    QVERIFY(document().state().savedViews[0] == viewport::SavedView::of("From the gate", moved));
    list.setCurrentItem(list.topLevelItem(1));
    QTest::keyClick(&list, Qt::Key_Delete);
    QCOMPARE(document().state().savedViews.size(), std::size_t{1});
    for (int edits = document().undoStack().count(); edits > 0; --edits) {
      document().undoStack().undo();
    }
    QVERIFY(document().state().savedViews.empty());
    QVERIFY(!find<QAction>("savedView1").isVisible());
    while (document().undoStack().canRedo()) {
      document().undoStack().redo();
    }
    QCOMPARE(document().state().savedViews.size(), std::size_t{1});
    QCOMPARE(list.topLevelItemCount(), 1);
  }

  // At eye height between the characters, by key and by the menu.
  void standsInCrowd() {
    find<NumberField>("crowdCount").setValue(64);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    const viewport::Scene& scene = view().scene();
    const float height = animation().bounds.max.y - animation().bounds.min.y;
    const auto stands = [&] {
      const glm::vec3 eye = camera().position();
      float nearest = 1e9f;
      for (const viewport::InstanceRecord& record : scene.crowd.records()) {
        nearest =
            std::min(nearest, glm::distance(glm::vec2(eye.x, eye.z), glm::vec2(record.position.x, record.position.z)));
      }
      const glm::vec3 middle = (scene.crowd.bounds().min + scene.crowd.bounds().max) * 0.5f;
      return std::abs(eye.y - animation().bounds.min.y - 0.9f * height) < 0.01f * height &&
             nearest > 0.5f * scene.crowd.spacing() &&
             glm::distance(glm::vec2(eye.x, eye.z), glm::vec2(middle.x, middle.z)) < 2.0f * scene.crowd.spacing();
    };
    QVERIFY(!stands());
    QTest::keyClick(&window(), Qt::Key_C);
    QVERIFY(stands());
    m_editor->keepPicture("camera-in-the-crowd");
    window().viewport().frameAll();
    QVERIFY(!stands());
    find<QAction>("standInCrowd").trigger();
    QVERIFY(stands());
    window().viewport().frameAll();
    openPopup();
    QTest::mouseClick(&find<QPushButton>("cameraStand"), Qt::LeftButton);
    QVERIFY(stands());
  }

  // Each scheme is chosen in the preferences, then the viewport is dragged right and down with each combination of
  // buttons and keys; the camera moves as the name of the move says.
  void navigation() {
    using enum viewport::NavigationMove;
    using enum viewport::NavigationScheme;
    struct Row {
      viewport::NavigationScheme scheme;
      Qt::MouseButtons buttons;
      Qt::KeyboardModifiers keys;
      viewport::NavigationMove does;
    };
    const std::vector<Row> rows = {{Texeleton, Qt::LeftButton, Qt::NoModifier, Orbit},
                                   {Texeleton, Qt::LeftButton, Qt::ShiftModifier, Pan},
                                   {Texeleton, Qt::MiddleButton, Qt::NoModifier, Pan},
                                   {Texeleton, Qt::RightButton, Qt::NoModifier, None},
                                   {Blender, Qt::LeftButton, Qt::NoModifier, None},
                                   {Blender, Qt::MiddleButton, Qt::NoModifier, Orbit},
                                   {Blender, Qt::MiddleButton, Qt::ShiftModifier, Pan},
                                   {Blender, Qt::MiddleButton, Qt::ControlModifier, Zoom},
                                   {Blender, Qt::LeftButton, Qt::AltModifier, Orbit},
                                   {Unity, Qt::LeftButton, Qt::NoModifier, None},
                                   {Unity, Qt::LeftButton, Qt::AltModifier, Orbit},
                                   {Unity, Qt::MiddleButton, Qt::NoModifier, Pan},
                                   {Unity, Qt::RightButton, Qt::NoModifier, Look},
                                   {Unity, Qt::RightButton, Qt::AltModifier, Zoom},
                                   {Unreal, Qt::LeftButton, Qt::NoModifier, Walk},
                                   {Unreal, Qt::RightButton, Qt::NoModifier, Look},
                                   {Unreal, Qt::LeftButton | Qt::RightButton, Qt::NoModifier, Strafe},
                                   {Unreal, Qt::MiddleButton, Qt::NoModifier, Strafe},
                                   {Unreal, Qt::LeftButton, Qt::AltModifier, Orbit},
                                   {Unreal, Qt::MiddleButton, Qt::AltModifier, Pan},
                                   {Unreal, Qt::RightButton, Qt::AltModifier, Zoom}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row& row = rows[i];
      if (i == 0 || rows[i - 1].scheme != row.scheme) {
        prefer(row.scheme);
        QVERIFY(view().navigation() == row.scheme);
        // A click selects in every scheme.
        if (hasScreen()) {
          QTRY_VERIFY(view().frameCount() > 0);
          view().frameAll();
          view().select({});
          QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(view().width() / 2, view().height() / 2));
          QTRY_COMPARE(window().selection().instances(), std::vector<std::uint32_t>{0});
        }
      }
      viewport::Camera before;
      before.target = {0.2f, 0.9f, -0.1f};
      view().setCamera(before);
      constexpr QPoint kBy(60, 40);
      dragIn(row.buttons, row.keys, kBy);
      const QString wrong = isMoved(before, camera(), row.does, kBy);
      QVERIFY2(wrong.isEmpty(), qPrintable(QString("row %1: %2").arg(i).arg(wrong)));
    }
  }

  // The page of keys shows those of the chosen scheme.
  void keysPageFollowsScheme() {
    const auto said = [this](viewport::NavigationScheme scheme) {
      Preferences preferences;
      preferences.navigation = scheme;
      editor::apply(preferences);
      QTest::keyClick(&window(), Qt::Key_F1, Qt::ControlModifier);
      QString text;
      auto* dialog = window().findChild<QDialog*>("keys");
      for (const QLabel* group : dialog->findChildren<QLabel*>("keyGroup")) {
        text += group->text();
      }
      if (scheme == viewport::NavigationScheme::Unreal) {
        m_editor->keepPicture("keys-unreal");
      }
      delete dialog;
      comeBack();
      return text;
    };
    QSet<QString> all;
    for (const auto scheme : {viewport::NavigationScheme::Texeleton, viewport::NavigationScheme::Blender,
                              viewport::NavigationScheme::Unity, viewport::NavigationScheme::Unreal}) {
      all.insert(said(scheme));
    }
    QCOMPARE(all.size(), 4);
    QVERIFY(
        said(viewport::NavigationScheme::Blender).contains(HelpCommands::tr("Orbit; with Shift pan, with Ctrl zoom")));
  }
};

TEXELETON_EDITOR_SUITE(TestCamera)

#include "test_camera.moc"
