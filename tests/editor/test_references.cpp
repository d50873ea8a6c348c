// References to clips, sockets and attachments by name follow when these are renamed, removed or attached elsewhere.

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/document/clip_names.h"
#include "app/editor/document/clip_rows.h"
#include "app/editor/panels/clips/clip_edits.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/view/movables.h"
#include "app/editor/widgets/number_field.h"
#include "core/pipeline/attach_models.h"
#include "core/recipe/attachment_orders.h"
#include "core/transform/rotation.h"
#include "tests/editor/gestures.h"
#include "tests/editor/gizmo_test.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestReferences : public GizmoTest {
  Q_OBJECT

  const animator::AnimatorSetup& setup() { return *document().recipe().animator; }
  int edits() { return document().undoStack().index(); }
  /// States with two clips and with one, a layer and a cross-fade.
  void useClips() {
    animator::AnimatorSetup made;
    animator::SetupParameter speed;
    speed.what.name = "speed";
    made.parameters.push_back(speed);
    animator::SetupState go;
    go.name = "Go";
    go.parameterX = "speed";
    go.clips = {{"Walk"}, {"Run", 1.0}};
    animator::SetupState strike;
    strike.name = "Strike";
    strike.clips = {{"Attack"}};
    made.states = {go, strike};
    animator::SetupTransition transition;
    transition.from = "Go";
    transition.to = "Strike";
    transition.exitFraction = 1.0;
    made.transitions.push_back(transition);
    document().set("Animator", &recipe::Recipe::animator, made);
    viewport::ViewSetup view = document().state().view;
    view.layerClip = "Run";
    view.layerBone = "spine";
    view.fade.from = "Walk";
    document().set("View", &DocumentState::view, view);
  }
  /// Types a name into the editor that F2 opens in a list.
  void typeName(QAbstractItemView& list, const QString& name) {
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_F2);
    QTRY_VERIFY(list.findChild<QLineEdit*>() != nullptr);
    auto* edit = list.findChild<QLineEdit*>();
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(edit, name);
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::qWait(20);
  }
  void renameSocket(const QString& name) {
    auto& list = find<QListWidget>("socketMatches");
    QTRY_COMPARE(list.count(), 1);
    list.setCurrentRow(0);
    typeName(list, name);
  }
  /// Attaches the first attachment to the second, and the second to the first.
  void makeCycle() {
    std::vector<recipe::RecipeAttachment> all = attachments();
    attachTo(all.at(0), {AttachmentParent::Kind::Attachment, all.at(1).name});
    attachTo(all.at(1), {AttachmentParent::Kind::Attachment, all.at(0).name});
    document().set("Cycle", &recipe::RecipeBake::attachments, all);
  }
  void chooseParent(const QString& shown) {
    auto& box = find<QComboBox>("attachmentOn");
    const int index = box.findText(shown);
    QVERIFY2(index >= 0, qPrintable(shown));
    box.setCurrentIndex(index);
    emit box.activated(index);
  }

 private slots:
  void init() { openBanner(); }
  void cleanup() { closeWindow(); }

  void renamedClips() {
    useClips();
    ClipsPanel& clips = window().clips();
    const int before = edits();
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kName);
    typeName(clips.list(), "Stroll");
    QTRY_COMPARE(edits(), before + 1);
    QCOMPARE(setup().states[0].clips[0].clip, std::string("Stroll"));
    QCOMPARE(document().state().view.fade.from, std::string("Stroll"));
    QVERIFY(m_editor->waitUntilBaked());
    document().undoStack().undo();
    QCOMPARE(setup().states[0].clips[0].clip, std::string("Walk"));
    QCOMPARE(document().state().view.fade.from, std::string("Walk"));
    // Two clips exchange their names.
    ClipEdits exchange(window().workshop(), [](const QString&) { return ClipEdits::Leaving::Cancel; });
    exchange.rename(clipRows(document().state(), model()), {1, 2}, {"Run", "Walk"});
    QCOMPARE(edits(), before + 1);
    QCOMPARE(setup().states[0].clips[0].clip, std::string("Run"));
    QCOMPARE(setup().states[0].clips[1].clip, std::string("Walk"));
    QCOMPARE(document().state().view.layerClip, std::string("Walk"));
    QCOMPARE(document().state().view.fade.from, std::string("Run"));
  }

  void untickedClips() {
    useClips();
    ClipsPanel& clips = window().clips();
    const int before = edits();
    {
      const Answer cancel(QMessageBox::Cancel);
      clickBox(clips.list(), clips.itemOf(1));
      QTRY_COMPARE(cancel.count(), 1);
      QVERIFY2(cancel.asked().contains("Go, cross-fade"), qPrintable(cancel.asked()));
    }
    QTRY_VERIFY(clips.itemOf(1)->checkState(ClipTree::kName) == Qt::Checked);
    QCOMPARE(edits(), before);
    {
      const Answer only(QMessageBox::No);
      clickBox(clips.list(), clips.itemOf(1));
      QTRY_COMPARE(edits(), before + 1);
    }
    QCOMPARE(setup().states[0].clips.size(), std::size_t{2});
    document().undoStack().undo();
    {
      const Answer takeOut(QMessageBox::Yes);
      clickBox(clips.list(), clips.itemOf(1));
      QTRY_COMPARE(edits(), before + 1);
    }
    QCOMPARE(setup().states[0].clips.size(), std::size_t{1});
    QCOMPARE(setup().states[0].clips[0].clip, std::string("Run"));
    QVERIFY(document().state().view.fade.from.empty());
    QCOMPARE(document().state().view.layerClip, std::string("Run"));
    document().undoStack().undo();
    QCOMPARE(setup().states[0].clips.size(), std::size_t{2});
    QCOMPARE(document().state().view.fade.from, std::string("Walk"));
    // A state without clips is removed, with its transitions.
    DocumentState state = document().state();
    takeClipsOut(state, {"Attack"});
    QCOMPARE(state.recipe.animator->states.size(), std::size_t{1});
    QVERIFY(state.recipe.animator->transitions.empty());
  }

  void renamedSockets() {
    DocumentState state = document().state();
    attachTo(state.recipe.bake.attachments[0], {AttachmentParent::Kind::Socket, "grip"});
    state.recipe.bake.socketNames = {{"weapon_r", "grip", {}}};
    state.recipe.bake.socketNames[0].offset = transform::Transform{{0.0, 0.25, 0.0}};
    document().setState("Socket", state);
    QVERIFY(m_editor->waitUntilBaked());
    auto& list = find<QListWidget>("socketMatches");
    list.setCurrentRow(0);
    auto& shape = find<QComboBox>("heldShape");
    shape.setCurrentIndex(3);
    emit shape.activated(3);
    const auto held = [this](const char* socket) { return view().scene().view.heldAt(socket).shape; };
    QCOMPARE(held("grip"), viewport::HeldObject::Shape::Shield);
    const int before = edits();
    renameSocket("handle");
    QTRY_COMPARE(edits(), before + 1);
    QCOMPARE(attachments()[0].socket, std::string("handle"));
    QTRY_COMPARE(held("handle"), viewport::HeldObject::Shape::Shield);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(window().workshop().bake()->attachments.size(), std::size_t{1});
    // The bone's own name, entered as the socket's name, keeps the offset and is displayed.
    renameSocket("weapon_r");
    QTRY_COMPARE(edits(), before + 2);
    QVERIFY(document().recipe().bake.socketNames.at(0).name.empty());
    QCOMPARE(document().recipe().bake.socketNames.at(0).offset->translation.y, 0.25);
    QCOMPARE(attachments()[0].socket, std::string("weapon_r"));
    QTRY_COMPARE(list.item(0)->text(), QString("weapon_r"));
    QVERIFY(m_editor->waitUntilBaked());
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    QTRY_VERIFY2(!selectionText().split('\n').contains("no"), qPrintable(selectionText()));
    document().undoStack().undo();
    document().undoStack().undo();
    QCOMPARE(attachments()[0].socket, std::string("grip"));
    QTRY_COMPARE(held("grip"), viewport::HeldObject::Shape::Shield);
  }

  // Merged attachments are meshes of the bake: variants follow their new names.
  void renamedAttachments() {
    DocumentState state = document().state();
    state.recipe.bake.attachments[0].merge = true;
    state.recipe.bake.variants = {{"with", {}, {"banner"}, {}}, {"without", {}, {model().parts.front().name}, {}}};
    document().setState("Merge", state);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!window().workshop().problem());
    auto& tree = find<QTreeWidget>("attachmentTree");
    QVERIFY(panel().showNamed("banner"));
    const int before = edits();
    typeName(tree, "flag");
    QTRY_COMPARE(edits(), before + 1);
    QCOMPARE(attachments()[0].name, std::string("flag"));
    QCOMPARE(document().recipe().bake.variants[0].meshes, (std::vector<std::string>{"flag"}));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!window().workshop().problem());
    document().undoStack().undo();
    QCOMPARE(document().recipe().bake.variants[0].meshes, (std::vector<std::string>{"banner"}));
  }

  void parentsWithoutCycles() {
    panel().attach(banner());
    QCOMPARE(attachments().back().attachment, std::string("banner"));
    QVERIFY(panel().showNamed("banner"));
    QCOMPARE(find<QComboBox>("attachmentOn").findText("Attachment banner_2"), -1);
    QVERIFY(panel().showNamed("banner_2"));
    QVERIFY(find<QComboBox>("attachmentOn").findText("Attachment banner") >= 0);
    // With "keep place" it stays in place in the world.
    QVERIFY(panel().showNamed("banner"));
    find<QCheckBox>("keepPlace").setChecked(true);
    const glm::dmat4 world = worldOf("banner")();
    chooseParent("hand_l");
    QCOMPARE(attachments()[0].node, std::string("hand_l"));
    QVERIFY(apart(worldOf("banner")(), world) < kWithin);
    find<QCheckBox>("keepPlace").setChecked(false);
    const transform::Transform local = attachments()[0].local;
    chooseParent("hand_r");
    QVERIFY(attachments()[0].local == local);
  }

  // A document with a cycle opens; both attachments are listed with the reason and fixed by a button.
  void fixesCycles() {
    panel().attach(banner());
    makeCycle();
    const std::filesystem::path file = m_editor->folder() / "cycle.texeleton";
    QVERIFY(document().save(file).has_value());
    JobContext job;
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(window().workshop().bake()->attachments.empty());
    auto& tree = find<QTreeWidget>("attachmentTree");
    for (const char* name : {"banner", "banner_2"}) {
      QVERIFY2(itemNamed(tree, name) != nullptr && !itemNamed(tree, name)->toolTip(0).isEmpty(), name);
      QVERIFY2(itemNamed(window().model().tree(), name) != nullptr, name);
      QCOMPARE(itemNamed(window().model().tree(), name)->text(1), QString("left out"));
    }
    QVERIFY(panel().showNamed("banner"));
    QVERIFY(find<QLabel>("attachmentProblem").isVisibleTo(&panel()));
    m_editor->keepPicture("attachment-cycle");
    // An export fails, with both names.
    const std::vector<recipe::AttachmentOrder> orders = recipe::attachmentOrders(document().recipe(), file);
    const auto why = pipeline::missingForBake(orders, {});
    QVERIFY(why && why->message.contains("\"banner\" and \"banner_2\""));
    const std::vector<Issue>& issues = window().workshop().bake()->issues;
    const auto issue =
        std::find_if(issues.begin(), issues.end(), [](const Issue& each) { return each.subject == "banner"; });
    QVERIFY(issue != issues.end());
    const auto fix = fixFor(*issue, window().workshop());
    QVERIFY(fix.has_value());
    fix->apply();
    QVERIFY(attachments()[0].attachment.empty() && !attachments()[0].node.empty());
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_COMPARE(window().workshop().bake()->attachments.size(), std::size_t{2});
    QVERIFY(!find<QLabel>("attachmentProblem").isVisibleTo(&panel()));
    // With the Model panel too.
    document().undoStack().undo();
    QTRY_COMPARE(itemNamed(window().model().tree(), "banner_2")->text(1), QString("left out"));
    window().raiseDock("modelDock");
    askForMenu(window().model().tree(), itemNamed(window().model().tree(), "banner_2"));
    auto* menu = window().findChild<QMenu*>("attachmentMenu");
    QTRY_VERIFY(menu != nullptr && menu->isVisible());
    QVERIFY(choose(*menu, "Attach banner_2 to the root"));
    QTRY_VERIFY(attachments()[1].attachment.empty());
    QCOMPARE(itemNamed(window().model().tree(), "banner")->text(1), QString("on banner_2"));
  }

  void savesTypedRotations() {
    find<QComboBox>("attachment_rotationKind").setCurrentIndex(0);
    typeInto(find<NumberField>("attachment_rotationX"), "140");
    QCOMPARE(attachments()[0].rotationDegrees.size(), std::size_t{3});
    QCOMPARE(attachments()[0].rotationDegrees[0], 140.0);
    // Numbers that were not typed in this session come from the file.
    std::vector<recipe::RecipeAttachment> all = attachments();
    all[0].local.rotation = transform::fromEulerDegrees({495.0, 0.0, 0.0});
    all[0].rotationDegrees = {495.0, 0.0, 0.0};
    document().set("Rotate", &recipe::RecipeBake::attachments, all);
    const std::filesystem::path file = m_editor->folder() / "typed.texeleton";
    QVERIFY(document().save(file).has_value());
    JobContext job;
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(attachments() == all);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(panel().showNamed("banner"));
    QCOMPARE(find<NumberField>("attachment_rotationX").value(), 495.0);
    // A different rotation shows its own numbers.
    all[0].local.rotation = transform::fromEulerDegrees({10.0, 0.0, 0.0});
    document().set("Rotate", &recipe::RecipeBake::attachments, all);
    QTRY_VERIFY(std::abs(find<NumberField>("attachment_rotationX").value() - 10.0) < 1e-6);
    QVERIFY(document().save(file).has_value());
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(attachments()[0].rotationDegrees.empty());
  }

  void numbersFollowADrag() {
    auto& space = find<QComboBox>("attachment_space");
    space.setCurrentIndex(1);
    emit space.activated(1);
    QCOMPARE(gizmo().space(), viewport::GizmoSpace::World);
    const int before = edits();
    auto& x = find<NumberField>("attachment_positionX");
    const double start = x.value();
    QTest::mouseMove(&view(), QPoint(40, 40));
    QTest::keyClick(&view(), Qt::Key_G);
    QTest::keyClick(&view(), Qt::Key_X);
    typeKeys("-0.25");
    QVERIFY(gizmo().isDragging());
    QVERIFY2(std::abs(x.value() - (start - 0.25)) < 1e-3, qPrintable(x.text()));
    QCOMPARE(edits(), before);
    QTest::keyClick(&view(), Qt::Key_Escape);
    QVERIFY(std::abs(x.value() - start) < 1e-3);
    gizmo().setSpace(viewport::GizmoSpace::Local);
    QCOMPARE(space.currentIndex(), 0);
  }
};

TEXELETON_EDITOR_SUITE(TestReferences)
#include "test_references.moc"
