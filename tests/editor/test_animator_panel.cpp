// The animator panel: setup made from clips, edits, undo, saving, playback; limbs; cross-fades of the crowd.

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>
#include <array>
#include <cmath>

#include "app/editor/document/animator_edit.h"
#include "app/editor/panels/animator/animator_panel.h"
#include "core/animation/pose.h"
#include "core/animator/animator_setup.h"
#include "core/recipe/recipe.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/editor/picture_places.h"
#include "tests/support/suite.h"
#include "viewport/scene/picking.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

void chooseText(QComboBox& box, const QString& text) {
  const int index = box.findText(text);
  QVERIFY2(index >= 0, qPrintable(text));
  box.setCurrentIndex(index);
  emit box.activated(index);
}

}  // namespace

class TestAnimatorPanel : public EditorTest {
  Q_OBJECT

  viewport::Scene& scene() { return window().viewport().window().scene(); }
  AnimatorPlay& play() { return window().viewport().effects().animator(); }
  const animator::AnimatorSetup& setup() { return *document().recipe().animator; }
  void click(const char* name) { QTest::mouseClick(&find<QToolButton>(name), Qt::LeftButton); }
  void push(const char* name) { QTest::mouseClick(&find<QPushButton>(name), Qt::LeftButton); }
  QTreeWidgetItem* item(const QString& text) { return itemNamed(find<QTreeWidget>("animatorTree"), text); }
  void selectItem(const QString& text) {
    QVERIFY2(item(text) != nullptr, qPrintable(text));
    find<QTreeWidget>("animatorTree").setCurrentItem(item(text));
    QTest::qWait(0);
  }
  std::string state() { return play().crowd()->controller().states[play().crowd()->lead().state()].name; }

 private slots:
  void init() {
    openSampleWindow();
    window().raiseDock("animatorDock");
  }
  void cleanup() { closeWindow(); }

  // The transport and the Selection panel show the state, its time, and the position of the bone.
  void showsState() {
    auto& shown = find<QLabel>("transportShown");
    QVERIFY(shown.text().isEmpty() && find<QLabel>("transportTime").isEnabled());
    click("animatorOn");
    QTRY_VERIFY(play().crowd() != nullptr && scene().poses.size() == 1);
    playback().setPlaying(false);
    playback().advance(0.2);
    const QString told = window().viewport().effects().poseText(0);
    QVERIFY2(told.contains("Move"), qPrintable(told));
    QCOMPARE(shown.text(), told);
    QVERIFY(!find<QLabel>("transportTime").isEnabled());
    const NodeIndex bone = nodeNamed(model(), "weapon_r");
    window().selection().selectBone(bone);
    const glm::dvec3 at(scene().poses.at(0)->worlds[bone.value][3]);
    const QString position = QString("X %1  Y %2  Z %3").arg(at.x, 0, 'f', 3).arg(at.y, 0, 'f', 3).arg(at.z, 0, 'f', 3);
    QTRY_VERIFY2(selectionText().contains(position), qPrintable(selectionText() + " / " + position));
    QVERIFY2(selectionText().contains(told), qPrintable(selectionText()));
    m_editor->keepPicture("animator-told");
    click("animatorOn");
    QTRY_VERIFY(shown.text().isEmpty());
    QVERIFY(find<QLabel>("transportTime").isEnabled());
  }

  // The animator's output, with a limb that reaches for a target, is recorded as a clip of a motion file and baked.
  void recordedAsClip() {
    auto& record = find<QToolButton>("ragdollRecord");
    QVERIFY(!record.isEnabled());
    click("animatorOn");
    QTRY_VERIFY(play().crowd() != nullptr && scene().poses.size() == 1);
    playback().setPlaying(false);
    animator::AnimatorSetup reaching = setup();
    for (animator::SetupLimb& limb : animator::proposedLimbs(model())) {
      if (limb.end == "hand_l") {
        limb.target = glm::dvec3(0.5, 1.2, 0.4);
        limb.targetNode.clear();
        reaching.limbs = {limb};
      }
    }
    QCOMPARE(reaching.limbs.size(), std::size_t{1});
    document().set("Reach", &recipe::Recipe::animator, reaching);
    play().set("speed", 0.7);
    playback().advance(0.4);
    QTRY_VERIFY(record.isEnabled());
    record.click();
    QVERIFY(play().isRecording());
    std::vector<std::vector<glm::dmat4>> shown = {scene().poses.at(0)->worlds};
    for (int frame = 1; frame <= 60; ++frame) {
      playback().advance(1.0 / 60.0);
      if (frame % 2 == 0) {
        shown.push_back(scene().poses.at(0)->worlds);
      }
    }
    playback().advance(0.01);  // Between two samples: not recorded.
    QVERIFY(std::abs(play().recordedSeconds() - 1.0) < 1e-6);
    QVERIFY(record.text().contains("1"));
    const std::size_t clipsBefore = model().clips.size();
    record.click();
    QVERIFY(!play().isRecording() && play().isOn());
    QVERIFY(std::filesystem::exists(m_editor->folder() / "lantern-knight@animator-1.glb"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(model().clips.size(), clipsBefore + 1);
    const auto baked = std::find_if(animation().clips.begin(), animation().clips.end(),
                                    [](const vat::BakedClip& clip) { return clip.name == "animator-1"; });
    QVERIFY(baked != animation().clips.end());
    animation::SourcePose pose(model(), baked->source.clip);
    const auto hand = nodeNamed(model(), "hand_l").value;
    for (std::size_t k = 0; k < shown.size(); ++k) {
      pose.evaluate(static_cast<double>(k) / 30.0);
      for (std::size_t n = 0; n < shown[k].size(); ++n) {
        QVERIFY2(glm::distance(glm::dvec3(pose.worlds()[n][3]), glm::dvec3(shown[k][n][3])) < 1e-4,
                 qPrintable(QString("%1 at %2").arg(QString::fromStdString(model().nodes[n].name)).arg(k)));
      }
      const glm::dvec3 target(0.5, 1.2, 0.4);
      QVERIFY(glm::distance(glm::dvec3(pose.worlds()[hand][3]), target) <
              glm::distance(glm::dvec3(pose.worlds()[nodeNamed(model(), "hand_r").value][3]), target));
    }
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(model().clips.size(), clipsBefore);
  }

  void editsSetup() {
    QVERIFY(!document().recipe().animator);
    click("animatorOn");
    // Created from the clips in one edit, and drawn by the compute path.
    QVERIFY(document().recipe().animator.has_value());
    QVERIFY(play().isOn() && scene().view.path == viewport::DrawPath::Compute);
    QCOMPARE(setup().states.front().name, std::string("Move"));
    QCOMPARE(setup().states.front().parameterX, std::string("speed"));
    QVERIFY(setup().states.front().clips.size() >= 2 && setup().states.front().clips.front().x == 0.0);
    QTRY_VERIFY(play().crowd() != nullptr && scene().poses.size() == 1);
    m_editor->keepPicture("animator");
    // The slider changes the blend, so the pose changes.
    auto& slider = find<QSlider>("slider-speed");
    QTRY_VERIFY(slider.isEnabled());
    slider.setValue(slider.maximum());
    QCOMPARE(play().value("speed"), setup().parameters.front().most);
    playback().advance(0.05);
    QVERIFY(play().crowd()->lead().childWeights().back() > 0.999);
    // A trigger: the fade, the way back, and the events once.
    const std::string once = setup().states.at(1).name;
    QCOMPARE(once, std::string("Attack"));
    QStringList heard;
    const auto hearing = connect(&play(), &AnimatorPlay::passed, this, [&](const QString& in, const QString& event) {
      if (in.toStdString() == once) {
        heard.append(event);
      }
    });
    QTest::mouseClick(&find<QPushButton>(("trigger-" + once).c_str()), Qt::LeftButton);
    playback().advance(0.05);
    QCOMPARE(state(), once);
    QVERIFY(play().crowd()->lead().fadeWeight() < 1.0);
    m_editor->keepPicture("animator-trigger");
    for (int i = 0; i < 200 && state() == once; ++i) {
      playback().advance(0.05);
    }
    QCOMPARE(state(), std::string("Move"));
    disconnect(hearing);
    QCOMPARE(heard, QStringList({"swing", "hit"}));
    QVERIFY(find<QLabel>("animatorEvents").text().contains("footstep") ||
            find<QLabel>("animatorEvents").text().contains("hit"));

    // Edits: one undo step each; playback follows.
    selectItem("Move");
    typeInto(find<QLineEdit>("animatorName"), "Locomotion");
    QCOMPARE(setup().states.front().name, std::string("Locomotion"));
    QVERIFY(std::any_of(setup().transitions.begin(), setup().transitions.end(),
                        [](const animator::SetupTransition& each) { return each.to == "Locomotion"; }));
    QTRY_VERIFY(item("Locomotion") != nullptr);
    document().undoStack().undo();
    QCOMPARE(setup().states.front().name, std::string("Move"));
    const std::size_t parameters = setup().parameters.size();
    find<QAction>("animatorAddParameter").trigger();
    QCOMPARE(setup().parameters.size(), parameters + 1);
    typeInto(find<QLineEdit>("animatorName"), "side");
    QCOMPARE(setup().parameters.back().what.name, std::string("side"));
    selectItem("Move");
    chooseText(find<QComboBox>("animatorBlendY"), "side");
    QCOMPARE(setup().states.front().parameterY, std::string("side"));
    QTest::qWait(20);
    typeInto(find<NumberField>("animatorClipY1"), "0.5");
    QCOMPARE(setup().states.front().clips[1].y, 0.5);
    QTRY_VERIFY2(play().problem().isEmpty() && play().crowd() != nullptr, qPrintable(play().problem()));
    m_editor->keepPicture("animator-plane");
    find<QAction>("animatorAddTransition").trigger();
    QTest::qWait(20);
    push("animatorAddCondition");
    QTest::qWait(20);
    QCOMPARE(setup().transitions.back().conditions.size(), std::size_t{1});
    typeInto(find<NumberField>("transitionFade"), "0.75");
    QCOMPARE(setup().transitions.back().fadeSeconds, 0.75);
    m_editor->keepPicture("animator-transition");

    // Saved with the document and loaded again.
    const std::filesystem::path file = m_editor->folder() / "animated.texeleton";
    const animator::AnimatorSetup before = setup();
    QVERIFY(document().save(file).has_value());
    JobContext job;
    const auto read = recipe::readRecipe(file, job);
    QVERIFY(read && read->animator.has_value());
    QVERIFY(*read->animator == before);
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(setup() == before && !play().isOn());

    // A problem is reported, and undo fixes it.
    click("animatorOn");
    QTRY_VERIFY(play().crowd() != nullptr);
    animator::AnimatorSetup broken = setup();
    broken.states.front().clips.front().clip = "no such clip";
    document().set("Break", &recipe::Recipe::animator, broken);
    QTRY_VERIFY(find<QLabel>("animatorProblem").isVisible());
    QVERIFY(find<QLabel>("animatorProblem").text().contains("no such clip"));
    QVERIFY(play().crowd() != nullptr);  // The other states still play.
    document().undoStack().undo();
    QTRY_VERIFY(!find<QLabel>("animatorProblem").isVisible());
    click("animatorOn");
    QTRY_VERIFY(scene().poses.empty());
    QVERIFY(scene().view.path == viewport::DrawPath::Texture);
  }

  // A name in use is rejected with the reason; removal warns where it affects other parts.
  void namesAndRemovals() {
    click("animatorOn");
    selectItem("Attack");
    QTest::qWait(20);  // Deletes the fields of the previous item.
    const animator::AnimatorSetup before = setup();
    typeInto(find<QLineEdit>("animatorName"), "Move");
    QVERIFY(setup() == before);
    QVERIFY(find<QLabel>("animatorNameProblem").isVisibleTo(&window()));
    QVERIFY(find<QLabel>("animatorNameProblem").text().contains("Move"));
    auto& tree = find<QTreeWidget>("animatorTree");
    const auto removeSelected = [&tree] {
      tree.setFocus();
      QTest::keyClick(&tree, Qt::Key_Delete);
    };
    selectItem("speed");
    {
      const Answer no(QMessageBox::Cancel);
      removeSelected();
      QCOMPARE(no.count(), 1);
      QVERIFY2(no.asked().contains("Move"), qPrintable(no.asked()));
    }
    QVERIFY(setup() == before);
    comeBack();
    {
      const Answer yes(QMessageBox::Yes);
      removeSelected();
      QCOMPARE(yes.count(), 1);
    }
    QCOMPARE(setup().parameters.size(), before.parameters.size() - 1);
    document().undoStack().undo();
    comeBack();
    QSignalSpy said(window().findChild<AnimatorPanel*>(), &AnimatorPanel::said);
    selectItem("Attack");
    removeSelected();
    QCOMPARE(setup().states.size(), before.states.size() - 1);
    QCOMPARE(said.count(), 1);
    QVERIFY(said.front().front().toString().contains("Attack"));
  }

  // An attack of the upper body over walking legs: a layer with a mask, a state moved into it, and its fields.
  void bodyLayers() {
    click("animatorOn");
    QTRY_VERIFY(play().crowd() != nullptr && scene().poses.size() == 1);
    playback().setPlaying(false);
    const animator::AnimatorSetup before = setup();
    const int edits = document().undoStack().index();
    find<QAction>("animatorAddLayer").trigger();
    QCOMPARE(setup().layers.size(), std::size_t{1});
    QTest::qWait(20);
    typeInto(find<QLineEdit>("animatorName"), "Upper body");
    QCOMPARE(setup().layers[0].name, std::string("Upper body"));
    QCOMPARE(setup().states.back().layer, std::string("Upper body"));
    QVERIFY(setup().states.back().clips.empty());
    const std::string empty = setup().states.back().name;
    QTest::qWait(20);
    QVERIFY(item("Upper body") != nullptr);
    // A new mask is assigned to the layer.
    const auto openMasks = [this] {
      push("animatorMasks");
      QTest::qWait(20);
    };
    openMasks();
    QTest::mouseClick(&find<QPushButton>("maskAdd"), Qt::LeftButton);
    auto& name = find<QLineEdit>("maskName");
    name.selectAll();
    QTest::keyClicks(&name, "torso");
    find<QTreeWidget>("maskBones")
        .findItems("spine", Qt::MatchExactly | Qt::MatchRecursive)
        .value(0)
        ->setCheckState(1, Qt::Checked);
    QTest::mouseClick(&find<QPushButton>("maskAccept"), Qt::LeftButton);
    QCOMPARE(setup().layers[0].mask, std::string("torso"));
    QCOMPARE(document().undoStack().index(), edits + 3);
    QTest::qWait(20);
    QCOMPARE(find<QComboBox>("animatorMask").currentText(), QString("torso"));
    // The state is moved; its transition back leads to the layer's empty state.
    selectItem("Attack");
    QTest::qWait(20);
    chooseText(find<QComboBox>("animatorLayer"), "Upper body");
    QCOMPARE(setup().states[1].layer, std::string("Upper body"));
    const auto back = std::find_if(setup().transitions.begin(), setup().transitions.end(),
                                   [](const animator::SetupTransition& each) { return each.from == "Attack"; });
    QVERIFY(back != setup().transitions.end());
    QCOMPARE(back->to, empty);
    QCOMPARE(setup().transitions.size(), before.transitions.size());
    QTRY_VERIFY2(play().problem().isEmpty() && play().crowd()->lead().layerCount() == 2, qPrintable(play().problem()));
    // The trigger moves the arms; the legs continue as without it.
    QVERIFY(m_editor->waitUntilBaked());
    play().set("speed", 1.0);
    playback().advance(0.2);
    animator::Animator alone = play().crowd()->lead();
    QTest::mouseClick(&find<QPushButton>("trigger-Attack"), Qt::LeftButton);
    for (int i = 0; i < 20; ++i) {
      playback().advance(0.02);
    }
    const animator::Animator& lead = play().crowd()->lead();
    QCOMPARE(state(), std::string("Move"));
    QCOMPARE(lead.controller().states[lead.state(1)].name, std::string("Attack"));
    QCOMPARE(lead.layerShare(1), 1.0);
    for (int i = 0; i < 20; ++i) {
      QVERIFY(alone.update(0.02));
    }
    const auto far = [&](const char* bone) {
      const std::size_t node = nodeNamed(model(), bone).value;
      return glm::distance(glm::dvec3(lead.worlds()[node][3]), glm::dvec3(alone.worlds()[node][3]));
    };
    QVERIFY2(far("foot_l") < 1e-6 && far("foot_r") < 1e-6, qPrintable(QString::number(far("foot_l"))));
    QVERIFY2(far("hand_r") > 0.05, qPrintable(QString::number(far("hand_r"))));
    QTRY_VERIFY2(find<QLabel>("animatorState").text().contains(QRegularExpression("Upper body(: |：)Attack")),
                 qPrintable(find<QLabel>("animatorState").text()));
    QVERIFY(window().viewport().effects().poseText(0).contains("Attack"));
    selectItem("Upper body");
    QTest::qWait(20);
    m_editor->keepPicture("animator-layer");
    // The layer's fields.
    typeInto(find<NumberField>("layerWeight"), "50");
    QCOMPARE(setup().layers[0].weight, 0.5);
    QTest::qWait(20);
    chooseText(find<QComboBox>("layerParameter"), "speed");
    QCOMPARE(setup().layers[0].parameter, std::string("speed"));
    QTest::qWait(20);
    chooseText(find<QComboBox>("layerKind"), find<QComboBox>("layerKind").itemText(1));
    QVERIFY(setup().layers[0].additive);
    QTRY_VERIFY2(play().problem().isEmpty(), qPrintable(play().problem()));
    // A transition offers the states of its layer only.
    selectItem(QString::fromUtf8("Attack → ") + QString::fromStdString(empty));
    QTest::qWait(20);
    QCOMPARE(find<QComboBox>("transitionFrom").count(), 3);
    QCOMPARE(find<QComboBox>("transitionTo").count(), static_cast<int>(setup().states.size()));
    // The layer follows its mask, its parameter and its states when they are renamed or removed.
    selectItem("Upper body");
    QTest::qWait(20);
    openMasks();
    auto& other = find<QLineEdit>("maskName");
    other.selectAll();
    QTest::keyClicks(&other, "chest up");
    QTest::mouseClick(&find<QPushButton>("maskAccept"), Qt::LeftButton);
    QCOMPARE(setup().layers[0].mask, std::string("chest up"));
    QTest::qWait(20);
    openMasks();
    QTest::mouseClick(&find<QPushButton>("maskRemove"), Qt::LeftButton);
    QVERIFY(find<QLabel>("maskNote").text().contains("chest up"));
    QTest::mouseClick(&find<QPushButton>("maskAccept"), Qt::LeftButton);
    QVERIFY(setup().layers[0].mask.empty());
    QTest::qWait(20);
    comeBack();
    auto& tree = find<QTreeWidget>("animatorTree");
    selectItem("Upper body");
    {
      const Answer yes(QMessageBox::Yes);
      tree.setFocus();
      QTest::keyClick(&tree, Qt::Key_Delete);
      QCOMPARE(yes.count(), 1);
      QVERIFY2(yes.asked().contains("Attack"), qPrintable(yes.asked()));
    }
    QVERIFY(setup().layers.empty());
    QCOMPARE(setup().states.size(), before.states.size() - 1);
    while (document().undoStack().index() > edits) {
      document().undoStack().undo();
    }
    QVERIFY(setup() == before);
    QVERIFY(document().recipe().bake.masks.empty());
  }

  void limbsAndGazes() {
    click("animatorOn");
    QTRY_VERIFY(play().crowd() != nullptr);
    find<QAction>("animatorAddLimbs").trigger();
    QVERIFY(setup().limbs.size() >= 4);  // Two hands and two feet.
    QTest::qWait(20);
    const animator::SetupLimb limb = setup().limbs.front();
    const NodeIndex end = nodeNamed(model(), limb.end);
    const glm::dvec3 before(scene().poses.begin()->second->worlds[end.value][3]);
    const glm::dvec3 wanted = before + glm::dvec3(0.02, 0.05, 0.08);
    QCOMPARE(limb.weight, 1.0);
    QCOMPARE(find<NumberField>("limbWeight").value(), 100.0);
    // Moved by typed numbers.
    const char* const fields[] = {"limbTargetX", "limbTargetY", "limbTargetZ"};
    for (int axis = 0; axis < 3; ++axis) {
      typeInto(find<NumberField>(fields[axis]), QString::number(wanted[axis], 'f', 3));
      QTest::qWait(20);
    }
    const auto reached = [&] {
      return glm::distance(glm::dvec3(scene().poses.begin()->second->worlds[end.value][3]),
                           setup().limbs.front().target);
    };
    QTRY_VERIFY2(reached() < 1e-4, qPrintable(QString::number(reached())));
    // Weight and target are visible in a window of the usual size.
    window().resize(QSize(1600, 1000).boundedTo(window().screen()->availableSize()));
    for (const char* name : {"limbWeight", "limbTargetX", "limbTargetY", "limbTargetZ"}) {
      const NumberField& field = find<NumberField>(name);
      QTRY_VERIFY2(field.visibleRegion().boundingRect().size() == field.size(), name);
    }
    m_editor->keepPicture("animator-limb");
    // Dragged in the viewport: parallel to the screen, one undo step.
    viewport::RhiWindow& view = window().viewport().window();
    const auto targets = window().viewport().effects().limbTargets().targets();
    QCOMPARE(targets.size(), setup().limbs.size());
    const animator::SetupLimb beforeDrag = setup().limbs.front();
    const int steps = document().undoStack().index();
    const QPoint from = pixelOf(view, targets.front().world);
    const QPoint to = from + QPoint(view.height() / 20, -view.height() / 12);
    QTest::mouseMove(&view, from);
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, (from + to) / 2);
    QTest::mouseMove(&view, to);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
    QCOMPARE(document().undoStack().index(), steps + 1);
    const glm::dvec3 moved = setup().limbs.front().target - beforeDrag.target;
    const viewport::Camera& camera = view.scene().camera;
    QVERIFY(std::abs(glm::dot(moved, glm::dvec3(camera.forward()))) < 1e-6);
    const QPoint arrived = pixelOf(view, window().viewport().effects().limbTargets().targets().front().world);
    QVERIFY2((arrived - to).manhattanLength() <= 2, qPrintable(QString("%1, %2").arg(arrived.x()).arg(arrived.y())));
    m_editor->keepPicture("animator-drag");
    document().undoStack().undo();
    QVERIFY(setup().limbs.front() == beforeDrag);
    QTRY_VERIFY(reached() < 1e-4);
    // Its pole, dragged the same way: the middle joint lies on the pole's side of the line to the target, in one plane
    // with both.
    animator::AnimatorSetup poled = setup();
    const bool played = playback().isPlaying();
    playback().setPlaying(false);
    QTest::qWait(20);
    const auto placeOf = [&](const std::string& node) {
      return glm::dvec3(scene().poses.begin()->second->worlds[nodeNamed(model(), node).value][3]);
    };
    const glm::dvec3 root = placeOf(limb.root);
    poled.limbs.front().target = glm::mix(root, placeOf(limb.end), 0.7);
    poled.limbs.front().pole = placeOf(limb.middle) + glm::dvec3(0.0, 0.1, 0.5);
    document().set("Pole", &recipe::Recipe::animator, poled);
    QTest::qWait(20);
    const auto poles = window().viewport().effects().limbTargets().targets();
    QCOMPARE(poles.size(), setup().limbs.size() + 1);
    QVERIFY(poles[1].kind == LimbTargets::Kind::Pole && poles[1].index == 0);
    QVERIFY(glm::distance(poles[1].world, *poled.limbs.front().pole) < 1e-5);  // One character stands at the origin.
    const int beforePole = document().undoStack().index();
    const QPoint pole = pixelOf(view, poles[1].world);
    const QPoint side = pole + QPoint(view.height() / 5, view.height() / 10);
    find<QAction>("gizmoHide").trigger();  // It would stay on the dragged target.
    QTest::mouseMove(&view, pole);
    QTest::mousePress(&view, Qt::LeftButton, {}, pole);
    QTest::mouseMove(&view, (pole + side) / 2);
    QTest::mouseMove(&view, side);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, side);
    QCOMPARE(document().undoStack().index(), beforePole + 1);
    QVERIFY(setup().limbs.front().target == poled.limbs.front().target);
    const glm::dvec3 aim = *setup().limbs.front().pole;
    QVERIFY(std::abs(glm::dot(aim - *poled.limbs.front().pole, glm::dvec3(camera.forward()))) < 1e-6);
    const QPoint stands = pixelOf(view, window().viewport().effects().limbTargets().targets()[1].world);
    QVERIFY2((stands - side).manhattanLength() <= 2, qPrintable(QString("%1, %2").arg(stands.x()).arg(stands.y())));
    const glm::dvec3 along = glm::normalize(setup().limbs.front().target - root);
    const glm::dvec3 joint = placeOf(limb.middle) - root;
    const glm::dvec3 beside = joint - along * glm::dot(joint, along);
    QVERIFY(glm::length(beside) > 1e-3);
    QVERIFY(std::abs(glm::dot(glm::normalize(beside), glm::normalize(glm::cross(along, aim - root)))) < 1e-4);
    QVERIFY(glm::dot(beside, aim - root) > 0.0);
    m_editor->keepPicture("animator-pole");
    document().undoStack().undo();
    QVERIFY(setup() == poled);
    document().undoStack().undo();
    playback().setPlaying(played);
    // A head that looks at the camera.
    find<QAction>("animatorAddGaze").trigger();
    QCOMPARE(setup().gazes.size(), std::size_t{1});
    const NodeIndex head = nodeNamed(model(), setup().gazes.front().node);
    QVERIFY(head.isValid());
    const auto offBy = [&] {
      const glm::dmat4& world = scene().poses.begin()->second->worlds[head.value];
      const glm::dvec3 ahead = glm::normalize(glm::dmat3(world) * animator::forwardAxis(model(), head));
      const glm::dvec3 eye = scene().crowd.records().front().toPack(scene().camera.position());
      return glm::degrees(std::acos(std::min(1.0, glm::dot(ahead, glm::normalize(eye - glm::dvec3(world[3]))))));
    };
    QTRY_VERIFY2(offBy() < 1.0, qPrintable(QString::number(offBy())));
    m_editor->keepPicture("animator-gaze");
    // In a crowd every character plays it, out of step.
    typeInto(find<NumberField>("crowdCount"), "16");
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_COMPARE(scene().crowd.size(), std::size_t{16});
    QTRY_COMPARE(scene().poses.size(), scene().crowd.size());
    QVERIFY(scene().poses.at(0)->skin != scene().poses.at(1)->skin);
    m_editor->keepPicture("animator-crowd");
  }

  void crowdCrossFade() {
    typeInto(find<NumberField>("crowdCount"), "16");
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_COMPARE(scene().crowd.size(), std::size_t{16});
    typeInto(find<NumberField>("fadeSeconds"), "0.5");
    auto& from = find<QComboBox>("fadeFrom");
    auto& to = find<QComboBox>("fadeTo");
    QVERIFY(from.currentIndex() != to.currentIndex());
    // The choice is part of the document; undo restores the previous one.
    const viewport::FadeSetup half{{}, {}, 0.5};
    QVERIFY(document().state().view.fade == half);
    const int before = from.currentIndex();
    chooseText(from, to.itemText(2));
    QCOMPARE(document().state().view.fade.from, to.itemText(2).toStdString());
    document().undoStack().undo();
    QVERIFY(document().state().view.fade == half);
    QCOMPARE(from.currentIndex(), before);
    push("fadeStart");
    QVERIFY(window().viewport().effects().fade().isRunning());
    const auto clipOf = [this](std::uint32_t bits) {
      for (int i = 0; i < static_cast<int>(animation().clips.size()); ++i) {
        if (animation().clips[static_cast<std::size_t>(i)].frameBegin == viewport::unpackClip(bits).frameBegin) {
          return i;
        }
      }
      return -1;
    };
    const auto record = [this]() -> const viewport::InstanceRecord& { return scene().crowd.records()[3]; };
    QCOMPARE(clipOf(record().clipB), from.currentIndex());
    playback().setPlaying(false);
    double waited = 0.0;
    while (clipOf(record().clipB) != to.currentIndex() && waited < 3.0) {
      playback().advance(0.1);
      waited += 0.1;
    }
    QCOMPARE(clipOf(record().clipB), to.currentIndex());
    QCOMPARE(clipOf(record().clipA), from.currentIndex());
    playback().advance(0.25);
    const float weight = record().fadeWeight(scene().crowd.clock());
    QVERIFY2(weight > 0.4f && weight < 0.6f, qPrintable(QString::number(weight)));
    // The bounds enclose both clips (sockets in a fade: test_viewport overlays).
    const std::array<std::uint32_t, 1> faded = {3};
    const auto corners = viewport::instanceBoxes(scene(), faded);
    QCOMPARE(corners.size(), std::size_t{1});
    glm::dvec3 least(1e9);
    glm::dvec3 most(-1e9);
    for (const glm::vec3& corner : corners.front()) {
      least = glm::min(least, record().toPack(glm::dvec3(corner)));
      most = glm::max(most, record().toPack(glm::dvec3(corner)));
    }
    for (const QComboBox* const clip : {&from, &to}) {
      const model::Box& needed = animation().clips[static_cast<std::size_t>(clip->currentIndex())].bounds;
      QVERIFY(glm::all(glm::lessThan(least, glm::dvec3(needed.min) + 1e-4)));
      QVERIFY(glm::all(glm::greaterThan(most, glm::dvec3(needed.max) - 1e-4)));
    }
    scene().view.bounds = scene().view.sockets = true;
    m_editor->keepPicture("animator-fade");
    push("fadeStart");
    QVERIFY(!window().viewport().effects().fade().isRunning());
  }

  void editsKeepSetupConsistent() {
    animator::AnimatorSetup all;
    all.parameters = {{{"speed", animator::ParameterKind::Number, 0.0}, 0.0, 4.0},
                      {{"go", animator::ParameterKind::Trigger, 0.0}}};
    animator::SetupState move;
    move.name = "Move";
    move.clips = {{"Idle", 0.0}, {"Walk", 2.0}};
    move.parameterX = "speed";
    animator::SetupState jump;
    jump.name = "Jump";
    jump.clips = {{"Jump"}};
    all.states = {move, jump};
    all.transitions = {{"Move", "Jump", 0.2, 0.0, {}, {{"go"}}}, {"Jump", "Move", 0.2, 0.0, 1.0, {}}};
    QVERIFY(!renameState(all, 0, "Jump") && !renameState(all, 0, ""));
    QVERIFY(renameParameter(all, 1, "hop"));
    QCOMPARE(all.transitions[0].conditions[0].parameter, std::string("hop"));
    // Another kind keeps the transition. Without the parameter and an exit time it would fire always, so it is removed.
    setParameterKind(all, 1, animator::ParameterKind::Number);
    QVERIFY(all.transitions[0].conditions[0].compare == animator::Compare::Greater);
    setParameterKind(all, 1, animator::ParameterKind::Flag);
    QVERIFY(all.transitions[0].conditions[0].compare == animator::Compare::IsSet);
    all.transitions.push_back({"", "Jump", 0.2, 0.0, 0.5, {{"hop"}}});
    QCOMPARE(removeParameter(all, 1), std::size_t{1});
    QCOMPARE(all.transitions.size(), std::size_t{2});
    QVERIFY(all.transitions[0].from == "Jump");
    QVERIFY(all.transitions[1].conditions.empty() && all.transitions[1].exitFraction == 0.5);
    QCOMPARE(removeParameter(all, 0), std::size_t{0});
    QCOMPARE(all.states[0].clips.size(), std::size_t{1});
    removeState(all, 1);
    QVERIFY(all.transitions.empty() && all.states.size() == 1);
    // Layers: a state that is moved keeps the transitions whose other end is in its new layer.
    all.states = {move, jump};
    all.parameters = {{{"speed", animator::ParameterKind::Number, 0.0}, 0.0, 4.0}};
    all.transitions = {{"Move", "Jump", 0.2, 0.0, 1.0, {}}, {"Jump", "Move", 0.2, 0.0, 1.0, {}}};
    all.initial = "Jump";
    addLayer(all, "Top", "None");
    QVERIFY(!renameLayer(all, 0, "") && renameLayer(all, 0, "Upper"));
    QCOMPARE(all.states[2].layer, std::string("Upper"));
    all.layers[0].parameter = "speed";
    QVERIFY(renameParameter(all, 0, "pace"));
    QCOMPARE(all.layers[0].parameter, std::string("pace"));
    setLayer(all, 1, "Upper");
    QVERIFY(all.initial.empty());
    QCOMPARE(initialState(all, ""), std::string("Move"));
    QCOMPARE(initialState(all, "Upper"), std::string("Jump"));
    QVERIFY(all.transitions[0].from == "None" && all.transitions[1].to == "None");
    setInitialState(all, 2);
    QVERIFY(renameState(all, 2, "Nothing"));
    QCOMPARE(all.layers[0].initial, std::string("Nothing"));
    removeParameter(all, 0);
    QVERIFY(all.layers[0].parameter.empty());
    removeState(all, 2);
    QVERIFY(all.layers[0].initial.empty() && all.transitions.empty());
    removeLayer(all, 0);
    QVERIFY(all.layers.empty() && all.states.size() == 1);
  }
};

TEXELETON_EDITOR_SUITE(TestAnimatorPanel)
#include "test_animator_panel.moc"
