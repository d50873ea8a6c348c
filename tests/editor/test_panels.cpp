// The panels through real mouse and key events: what is linked between them, and that every edit is undone.

#include <spdlog/spdlog.h>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QObject>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStyleOptionComboBox>
#include <QSurfaceFormat>
#include <QTest>
#include <QTextBrowser>
#include <QUndoStack>
#include <fstream>

#include "app/editor/document/batch_rename.h"
#include "app/editor/document/paths.h"
#include "app/editor/document/preferences.h"
#include "app/editor/panels/footsteps_dialog.h"
#include "app/editor/panels/rename_dialog.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/heat_legend.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/window/languages.h"
#include "app/editor/window/preferences_dialog.h"
#include "core/animation/pose.h"
#include "core/contacts/footsteps.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/viewport/gpu_test.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

bool hasScreen() { return QGuiApplication::platformName() != "offscreen"; }

NodeIndex nodeNamed(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].name == name) {
      return NodeIndex(i);
    }
  }
  return {};
}

QTreeWidgetItem* itemNamed(QTreeWidget& tree, const QString& text) {
  return tree.findItems(text, Qt::MatchExactly | Qt::MatchRecursive).value(0);
}

/// The words of controls that have too little room for them, with their own margins.
QStringList cutTexts(const QWidget& window) {
  QStringList cut;
  const auto check = [&cut](const QWidget& widget, const QString& text, int room) {
    const QRect seen = widget.visibleRegion().boundingRect();
    const int needed = widget.fontMetrics().horizontalAdvance(text);
    // Scrolled away downwards is not cut; to the right it is, for nothing scrolls there.
    if (!text.isEmpty() && !seen.isEmpty() && (room < needed || seen.width() < widget.width())) {
      cut << QString("%1 (%2 needs %3, has %4)").arg(text, widget.objectName()).arg(needed).arg(room);
    }
  };
  for (const auto* button : window.findChildren<QAbstractButton*>()) {
    const auto* tool = qobject_cast<const QToolButton*>(button);
    if (tool == nullptr || tool->toolButtonStyle() != Qt::ToolButtonIconOnly) {
      const bool isBox = qobject_cast<const QCheckBox*>(button) != nullptr;
      check(*button, button->text().remove('&'), button->width() - (isBox ? 18 : 8));
    }
  }
  for (const auto* combo : window.findChildren<QComboBox*>()) {
    QStyleOptionComboBox option;
    option.initFrom(combo);
    const QRect edit =
        combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo);
    check(*combo, combo->currentText(), edit.width());
  }
  for (const auto* field : window.findChildren<QAbstractSpinBox*>()) {
    check(*field, field->text(), field->width() - 2 * 8);
  }
  for (const auto* label : window.findChildren<QLabel*>()) {
    const bool isElided = qobject_cast<const ElidedLabel*>(label) != nullptr;  // It says the whole in its tool tip.
    if (!isElided && !label->wordWrap() && label->textFormat() != Qt::RichText) {
      check(*label, label->text(), label->contentsRect().width());
    }
  }
  return cut;
}

}  // namespace

class TestPanels : public QObject {
  Q_OBJECT

  std::unique_ptr<EditorWindow> m_editor;
  MainWindow& window() { return m_editor->window(); }
  Document& document() { return window().document(); }
  template <class T>
  T& find(const char* name) {
    T* const found = window().findChild<T*>(name);
    Q_ASSERT_X(found != nullptr, "find", name);
    return *found;
  }
  const BakedAnimation& animation() { return *window().workshop().bake()->animation; }
  const Model& model() { return *window().workshop().model(); }
  const std::optional<PathFigures>& compareFigures(DrawPath path) { return window().compare().figures(path); }
  /// All that the Selection panel says, a line a value.
  QString selectionText() {
    QString text = find<QLabel>("selectionTitle").text();
    for (int i = 0; const QLabel* value = window().findChild<QLabel*>(QString("selectionValue%1").arg(i)); ++i) {
      if (value->isVisibleTo(&window())) {
        text += "\n" + value->text();
      }
    }
    return text;
  }

 private slots:
  void init() {
    m_editor = std::make_unique<EditorWindow>();
    QVERIFY(m_editor->openSample());
  }
  void cleanup() {
    document().undoStack().setClean();
    m_editor.reset();
    keep(Preferences());  // A test that failed leaves none behind.
    texeleton::editor::apply(Preferences());
  }

  // The whole window fits a small screen, and no word is cut.
  void narrowWindowsCutNothing() {
    QVERIFY2(window().minimumSizeHint().width() <= 1024,
             qPrintable(QString::number(window().minimumSizeHint().width())));
    QVERIFY2(window().minimumSizeHint().height() <= 768,
             qPrintable(QString::number(window().minimumSizeHint().height())));
    for (const QSize size : {QSize(1280, 800), QSize(1024, 768)}) {
      window().resize(size);
      QTest::qWait(50);
      QCOMPARE(window().width(), size.width());
      for (const char* dock : {"timeline", "texture", "compare", "issues"}) {
        window().raiseDock(dock);
        QTest::qWait(30);
        m_editor->keepPicture(QString("%1-%2").arg(dock).arg(size.width()));
        const QStringList cut = cutTexts(window());
        QVERIFY2(cut.isEmpty(), qPrintable(QString("%1 at %2: %3").arg(dock).arg(size.width()).arg(cut.join(" | "))));
      }
      // What is longer: a bone's values, an event's fields, two paths against each other.
      window().raiseDock("compare");
      QTest::mouseClick(find<Segmented>("compareHow").button(1), Qt::LeftButton);
      window().selection().selectBone(nodeNamed(model(), "weapon_r"));
      QTest::qWait(150);
      m_editor->keepPicture(QString("bone-split-%1").arg(size.width()));
      QVERIFY2(cutTexts(window()).isEmpty(), qPrintable(cutTexts(window()).join(" | ")));
      QTest::mouseClick(find<Segmented>("compareHow").button(0), Qt::LeftButton);
      window().raiseDock("timeline");
      window().playback().setClip(1);
      QTRY_COMPARE(window().timeline().view().events().size(), std::size_t{2});
      QTest::mouseClick(&window().timeline().view(), Qt::LeftButton, {},
                        window().timeline().view().markerOf(0).toPoint());
      QTest::qWait(150);
      m_editor->keepPicture(QString("event-%1").arg(size.width()));
      QVERIFY2(cutTexts(window()).isEmpty(), qPrintable(cutTexts(window()).join(" | ")));
    }
  }

  void aClickInTheViewportSelects() {
    if (!hasScreen()) {
      QSKIP("the viewport draws nothing here");
    }
    RhiWindow& view = window().viewport().window();
    QTRY_VERIFY(view.frameCount() > 0);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(view.width() / 2, view.height() / 2));
    QTRY_COMPARE(window().selection().instances(), std::vector<std::uint32_t>{0});
    QVERIFY(selectionText().contains("Idle"));
    m_editor->keepPicture("selected-character");
    // Home frames like F: what is selected, here one of many.
    find<NumberField>("crowdCount").show(16);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    view.select({7});
    QTest::keyClick(&view, Qt::Key_F);
    const Camera near = view.scene().camera;
    view.select({});
    QTest::keyClick(&view, Qt::Key_Home);
    const Camera far = view.scene().camera;
    QVERIFY(far.distance > 2.0f * near.distance);
    view.select({7});
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.scene().camera.distance, near.distance);
    // A smaller crowd has no such character.
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QVERIFY(window().selection().instances().empty());
  }

  void comparingIsChosenAndMeasured() {
    window().raiseDock("compare");
    Scene& scene = window().viewport().window().scene();
    auto& how = find<Segmented>("compareHow");
    QTest::mouseClick(how.button(1), Qt::LeftButton);
    QVERIFY(scene.view.comparison == Comparison::Split);
    QVERIFY(scene.view.path == DrawPath::Texture && scene.view.comparedPath == DrawPath::Compute);
    auto& other = find<QComboBox>("compareOther");
    other.setFocus();
    QTest::keyClick(&other, Qt::Key_Down);
    QVERIFY(scene.view.comparedPath == DrawPath::Cpu);
    m_editor->keepPicture("compare-split");
    if (hasScreen()) {
      // Beside skinned ones the texture still draws each character once.
      QTRY_VERIFY_WITH_TIMEOUT(compareFigures(DrawPath::Texture) && compareFigures(DrawPath::Cpu), 60000);
      QCOMPARE(compareFigures(DrawPath::Texture)->vertices, std::uint64_t{animation().mesh.vertexCount()});
      QCOMPARE(compareFigures(DrawPath::Cpu)->vertices, std::uint64_t{animation().mesh.vertexCount()});
    }
    QTest::mouseClick(how.button(2), Qt::LeftButton);
    QVERIFY(scene.view.comparison == Comparison::Overlay);
    QTest::mouseClick(how.button(3), Qt::LeftButton);
    QVERIFY(scene.view.mode == ViewMode::Heat);
    typeInto(find<NumberField>("heatLimit"), "2");
    QCOMPARE(scene.view.heatLimitMillimetres, 2.0);
    if (hasScreen()) {
      QTRY_COMPARE(find<HeatLegend>("heatLegend").limit(), 2.0);
    }
    m_editor->keepPicture("compare-heat");
    QTest::mouseClick(how.button(0), Qt::LeftButton);
    QVERIFY(scene.view.mode == ViewMode::Lit && scene.view.comparison == Comparison::None);

    // The table's rows choose what draws, and the strip over the viewport follows.
    ComparePanel& compare = window().compare();
    clickItem(compare.table(), compare.table().topLevelItem(1), 0);
    QVERIFY(scene.view.path == DrawPath::Compute);
    QCOMPARE(find<Segmented>("source").current(), 1);
    QTest::mouseClick(find<Segmented>("source").button(0), Qt::LeftButton);
    QVERIFY(scene.view.path == DrawPath::Texture);
    if (!hasScreen()) {
      QSKIP("nothing is drawn here that could be measured");
    }
    QSignalSpy finished(&compare.meter(), &FiguresMeter::finished);
    QTRY_VERIFY_WITH_TIMEOUT(compare.figures(DrawPath::Cpu).has_value(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!compare.meter().isBusy(), 60000);
    for (const DrawPath path : {DrawPath::Texture, DrawPath::Compute, DrawPath::Cpu}) {
      const auto& figures = compare.figures(path);
      QVERIFY(figures && figures->problem.empty());
      QVERIFY(figures->drawCalls >= 1);
    }
    // One number, one source: the texture's bytes are the bake's.
    QCOMPARE(compare.figures(DrawPath::Texture)->textureBytes, std::uint64_t{animation().texels.byteCount()});
    QVERIFY(compare.figures(DrawPath::Cpu)->skinningSeconds > 0.0);
    QCOMPARE(compare.table().topLevelItem(0)->text(ComparePanel::kError),
             window().clips().list().topLevelItem(3)->text(ClipsPanel::kError));
    m_editor->keepPicture("compare-table");
  }

  // While a crowd is measured by every path, the window goes on answering.
  void measuringBlocksNothing() {
    if (!hasScreen()) {
      QSKIP("nothing is drawn here that could be measured");
    }
    find<NumberField>("crowdCount").show(60);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    window().raiseDock("compare");
    QTRY_VERIFY(window().compare().meter().isBusy());
    // Another crowd: what was measured is dropped at once.
    typeInto(find<NumberField>("crowdCount"), "10");
    QVERIFY2(!window().compare().meter().isBusy(), "cancelled at once");
    QTRY_VERIFY_WITH_TIMEOUT(window().compare().figures(DrawPath::Cpu).has_value(), 60000);
    QVERIFY(window().compare().figures(DrawPath::Cpu)->vertices >= 10 * animation().mesh.vertexCount());
  }

  void boneIsLinkedEverywhere() {
    QTreeWidget& tree = window().model().tree();
    QTreeWidgetItem* item = itemNamed(tree, "weapon_r");
    QVERIFY(item != nullptr);
    for (QTreeWidgetItem* up = item->parent(); up != nullptr; up = up->parent()) {
      up->setExpanded(true);
    }
    const NodeIndex bone = nodeNamed(model(), "weapon_r");
    clickItem(tree, item, 0);
    QCOMPARE(window().selection().bone(), bone);
    const ViewOptions& view = window().viewport().window().scene().view;
    QCOMPARE(view.highlightedNode, bone);
    QVERIFY(view.skeleton != SkeletonView::Hidden);
    QCOMPARE(find<QListWidget>("socketMatches").currentRow(), 0);
    // The values are those of the source's own pose.
    window().playback().setClip(1);
    window().playback().seek(0.25);
    SourcePose pose(model(), animation().clips[1].source.clip);
    pose.evaluate(animation().clips[1].source.fromSeconds + 0.25);
    const glm::dvec3 at(pose.worlds()[bone.value][3]);
    const QString position = QString("X %1  Y %2  Z %3").arg(at.x, 0, 'f', 3).arg(at.y, 0, 'f', 3).arg(at.z, 0, 'f', 3);
    QTRY_VERIFY2(selectionText().contains(position), qPrintable(selectionText() + " / " + position));
    m_editor->keepPicture("selected-bone");

    // Pointing is linked too, both ways.
    window().raiseDock("texture");
    TextureView& texture = window().texture().view();
    QTRY_VERIFY(texture.isVisible());
    QTest::qWait(30);
    const TexelAddress texel = addressOf(animation(), animation().clips[1].frameBegin, 2);
    texture.reveal(texel);
    pointAt(texture, texture.placeOf(texel.x + 0.5, texel.y + 0.5).toPoint());
    const NodeIndex second = nodeNamed(model(), animation().bones[2].name);
    QTRY_COMPARE(window().selection().pointedBone(), second);
    QCOMPARE(view.highlightedNode, second);
    QCOMPARE(window().model().tree().marked()->text(0), QString::fromStdString(animation().bones[2].name));
    QCOMPARE(window().clips().list().marked(), window().clips().itemOf(1));
    pointAt(*window().clips().list().viewport(),
            window().clips().list().visualItemRect(window().clips().itemOf(2)).center());
    QTRY_COMPARE(window().selection().pointedClip(), 2);
    m_editor->keepPicture("pointed");
  }

  void clipsAreCarried() {
    LinkedTree& list = window().clips().list();
    const QPoint from = list.visualItemRect(window().clips().itemOf(3)).center();
    const QPoint to = list.visualItemRect(window().clips().itemOf(1)).topLeft() + QPoint(80, 4);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, from);
    drag(*list.viewport(), from, to);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    const auto order = [this] {
      QStringList names;
      for (const RecipeClip& clip : document().recipe().clips) {
        names << QString::fromStdString(clip.sourceName);
      }
      return names;
    };
    QCOMPARE(order(), QStringList({"Idle", "Attack", "Walk", "Run"}));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[1].name, std::string("Attack"));
    QCOMPARE(window().clips().selectedRows(), std::vector<int>{1});
    // By keys, back to where it was.
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(order(), QStringList({"Idle", "Walk", "Attack", "Run"}));
    document().undoStack().undo();
    document().undoStack().undo();
    QCOMPARE(window().clips().list().topLevelItem(1)->text(0), QString("Walk"));
  }

  void clipsAreFilteredAndTickedByNone() {
    ClipsPanel& clips = window().clips();
    QTest::keyClicks(&find<QLineEdit>("clipFilter"), "ru");
    QVERIFY(clips.itemOf(0)->isHidden() && !clips.itemOf(2)->isHidden());
    QTest::keyClick(&find<QLineEdit>("clipFilter"), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&find<QLineEdit>("clipFilter"), Qt::Key_Delete);
    // None, then two of them.
    QTest::mouseClick(&find<QPushButton>("noClips"), Qt::LeftButton);
    QCOMPARE(clips.itemOf(0)->checkState(0), Qt::Unchecked);
    QVERIFY(document().state().noClips);
    clickBox(clips.list(), clips.itemOf(1));
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{1});
    clickBox(clips.list(), clips.itemOf(2));
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{2});
    QCOMPARE(document().recipe().clips[0].sourceName, std::string("Walk"));
    QTest::mouseClick(&find<QToolButton>("onlyTicked"), Qt::LeftButton);
    QVERIFY(clips.itemOf(0)->isHidden() && !clips.itemOf(1)->isHidden());
    QTest::mouseClick(&find<QToolButton>("onlyTicked"), Qt::LeftButton);
    while (document().undoStack().canUndo()) {
      document().undoStack().undo();
    }
    QCOMPARE(clips.itemOf(0)->checkState(0), Qt::Checked);
  }

  void namesAreChangedTogether() {
    QCOMPARE(sharedPrefix({"Armature|Walk", "Armature|Run"}), std::string("Armature|"));
    QCOMPARE(sharedPrefix({"Walk", "Wander"}), std::string());
    QCOMPARE(sharedPrefix({"a_", "a_b"}), std::string());
    QCOMPARE(renamed({"Armature|Walk_Loop", "Run"}, {"Armature|", "_Loop", "", true}),
             (std::vector<std::string>{"Walk", "Run"}));
    QCOMPARE(renamed({"walk", "x"}, {"X", "WALK", "Stroll", false}), (std::vector<std::string>{"Stroll", "x"}));

    QTest::mouseClick(&find<QPushButton>("renameClips"), Qt::LeftButton);
    auto* dialog = window().findChild<RenameDialog*>();
    QVERIFY(dialog != nullptr);
    QTest::qWait(30);
    QVERIFY(!dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
    QTest::keyClicks(dialog->findChild<QLineEdit*>("renameFind"), "k");
    QTest::keyClicks(dialog->findChild<QLineEdit*>("renameReplace"), "c");
    QCOMPARE(dialog->findChild<QTreeWidget*>("renamePreview")->topLevelItem(1)->text(1), QString("Walc"));
    m_editor->keepPicture("rename");
    QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    QCOMPARE(document().recipe().clips[1].name, std::string("Walc"));
    QCOMPARE(document().recipe().clips[3].name, std::string("Attacc"));
    QCOMPARE(document().recipe().clips[0].name, std::string());
    QCOMPARE(document().undoStack().count(), 1);
  }

  void eventsAreCopiedFoundReadAndWritten() {
    window().raiseDock("timeline");
    window().playback().setClip(1);
    TimelinePanel& timeline = window().timeline();
    QTRY_COMPARE(timeline.view().events().size(), std::size_t{2});
    // To another clip, by the menu.
    auto* copy = window().findChild<QMenu*>("copyEvents");
    QVERIFY(copy != nullptr);
    emit copy->aboutToShow();
    QCOMPARE(copy->actions().size(), 3);
    copy->actions().at(0)->trigger();  // Idle.
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[0].events.size(), std::size_t{2});
    QCOMPARE(animation().clips[0].events[1].timeSeconds, animation().clips[1].events[1].timeSeconds);
    QCOMPARE(document().undoStack().count(), 1);
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[0].events.empty());

    // Footsteps are those that core finds, and are added in one step.
    window().playback().setClip(2);
    TimelineView& view = timeline.view();
    QTest::qWait(30);
    while (!view.events().empty()) {  // The sample has them already.
      QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(0).toPoint());
      QTest::keyClick(&view, Qt::Key_Delete);
    }
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[2].events.empty());
    const int count = document().undoStack().count();
    QTest::mouseClick(&find<QPushButton>("findFootsteps"), Qt::LeftButton);
    auto* dialog = window().findChild<FootstepsDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 20000);
    JobContext job;
    const auto feet = findFeet(model());
    const auto steps = findFootsteps(model(), ClipIndex(2), *feet, {}, job);
    QVERIFY(!steps.empty());
    QCOMPARE(dialog->chosen().size(), std::size_t{1});
    QCOMPARE(dialog->chosen()[0].events, steps);
    m_editor->keepPicture("footsteps");
    QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[2].events.size(), steps.size());
    QCOMPARE(document().undoStack().count(), count + 1);

    // What is written is what is read: as JSON and as a table.
    for (const char* name : {"kept.json", "kept.csv"}) {
      const auto file = m_editor->folder() / name;
      timeline.exportTo(file);
      JobContext reading;
      const auto read = readEventsFile(file, model(), reading);
      QVERIFY2(read, read ? "" : read.error().message.c_str());
      QCOMPARE(*read, allEvents(window().workshop()));
      QVERIFY(reading.takeIssues().empty());
    }
    // Reading it again adds nothing; another table adds what it has.
    QSignalSpy told(&timeline, &TimelinePanel::told);
    timeline.importFrom(m_editor->folder() / "kept.csv");
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(document().undoStack().count(), count + 1);
    const auto table = m_editor->folder() / "more.csv";
    std::ofstream(table) << "clip;event;time\nAttack;swoosh;0,25\nNobody;lost;0\n";
    const int issues = window().findChild<QTreeWidget*>("issues")->topLevelItemCount();
    timeline.importFrom(table);
    QTRY_COMPARE(told.count(), 2);
    QCOMPARE(document().undoStack().count(), count + 2);
    QVERIFY(m_editor->waitUntilBaked());
    const auto& attack = animation().clips[3].events;
    QVERIFY(std::any_of(attack.begin(), attack.end(), [](const ClipEvent& event) {
      return event.name == "swoosh" && std::abs(event.timeSeconds - 0.25) < 1e-9;
    }));
    QVERIFY(window().findChild<QTreeWidget*>("issues")->topLevelItemCount() > issues);
    // And what cannot be read is told.
    QSignalSpy failed(&timeline, &TimelinePanel::failed);
    timeline.importFrom(m_editor->folder() / "none.json");
    QTRY_COMPARE(failed.count(), 1);
    if (auto* message = window().findChild<QDialog*>("message")) {
      message->close();
    }
  }

  void anEventIsEditedInTheSelection() {
    window().raiseDock("timeline");
    window().playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(1).toPoint());
    QVERIFY(window().selection().selectedEvent().has_value());
    typeInto(find<QLineEdit>("selectedEventParameter"), "stone");
    QTRY_COMPARE(document().undoStack().count(), 1);
    const auto step = [this]() -> const RecipeEvent& { return document().recipe().clips[1].events[1]; };
    QCOMPARE(step().parameter, std::string("stone"));
    typeInto(find<QLineEdit>("selectedEventName"), "clack");
    QCOMPARE(step().name, std::string("clack"));
    typeInto(find<NumberField>("selectedEventTime"), "0.4");
    QCOMPARE(*step().timeSeconds, 0.4);
    m_editor->keepPicture("selected-event");
    document().undoStack().undo();
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(!document().eventsFile().empty());
  }

  // The source's value is the row of the skin matrix, to more digits than the texel holds.
  void texelsSayWhatTheSourceSays() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    const BakedClip& clip = animation().clips[2];
    const std::uint32_t entry = 4;
    const TexelAddress at = addressOf(animation(), clip.frameBegin + 5, entry);
    view.reveal(at);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(at.x + 1.5, at.y + 0.5).toPoint());  // Row 2.
    QVERIFY(window().selection().texel().has_value());
    SourcePose pose(model(), clip.source.clip);
    pose.evaluate(clip.source.fromSeconds + 5.0 / clip.frameRate);
    const glm::dmat4& matrix = pose.skinMatrices()[entry];
    QCOMPARE(model().nodes[model().palette[entry].node.value].name, animation().bones[entry].name);
    const QString text = find<QLabel>("texelSource").text();
    QStringList numbers = text.split(QRegularExpression("\\s+"));
    QCOMPARE(numbers.size(), 4);
    for (int c = 0; c < 4; ++c) {
      QVERIFY2(std::abs(numbers[c].toDouble() - matrix[c][1]) < 1e-8, qPrintable(text));
      QVERIFY(std::abs(animation().texels.texel(at.x + 1, at.y)[c] - matrix[c][1]) < 2e-3);
    }
    m_editor->keepPicture("texel-source");
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().split(", ").size(), 4);
    QCOMPARE(QGuiApplication::clipboard()->text().split(", ")[0].toFloat(), animation().texels.texel(at.x + 1, at.y).r);
    // To the frame that plays.
    window().playback().setClip(3);
    window().playback().seek(window().playback().secondsOfFrame(20));
    QTest::mouseClick(&find<QPushButton>("goToFrame"), Qt::LeftButton);
    const double row = animation().clips[3].frameBegin + 20.5;
    const double y = view.placeOf(0, row).y();
    QVERIFY(y > 0 && y < view.height());
  }

  // Exposure shows small values; neither the texture nor the document knows of it.
  void exposureChangesOnlyThePicture() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    auto& field = find<NumberField>("exposure");
    const auto buttons = window().texture().findChildren<QToolButton*>();
    const auto named = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
      return button->accessibleName() == TexturePanel::tr("Reset the exposure");
    });
    QVERIFY(named != buttons.end());
    QToolButton& reset = **named;
    const auto bake = window().workshop().bake();
    const TexelAddress at = addressOf(animation(), animation().clips[1].frameBegin + 3, 4);
    const glm::vec4 value = animation().texels.texel(at.x, at.y);
    // As the definition says: v · 2^EV, then the range, here −1 … 1.
    const auto shownAt = [&](double stops) {
      const auto level = [stops](double v) {
        return static_cast<int>(std::clamp((v * std::exp2(stops) + 1.0) * 127.5, 0.0, 255.0));
      };
      return qRgb(level(value.r), level(value.g), level(value.b));
    };
    const auto shown = [&] { return view.picture().pixel(static_cast<int>(at.x), static_cast<int>(at.y)); };
    QVERIFY(shownAt(0.0) != shownAt(-2.0) && shownAt(0.0) != shownAt(1.5));
    QCOMPARE(shown(), shownAt(0.0));
    QVERIFY(!reset.isEnabled());
    const QImage before = view.grab().toImage();
    typeInto(field, "1.5");
    QCOMPARE(view.state.exposure, 1.5);
    QCOMPARE(shown(), shownAt(1.5));
    QVERIFY(view.grab().toImage() != before);
    m_editor->keepPicture("exposure");
    // By keys in the field and in the picture.
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(view.state.exposure, 1.0);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_E);
    QTest::keyClick(&view, Qt::Key_E);
    QCOMPARE(field.value(), 2.0);
    for (int i = 0; i < 8; ++i) {
      QTest::keyClick(&view, Qt::Key_E, Qt::ShiftModifier);
    }
    QCOMPARE(field.value(), -2.0);
    QCOMPARE(shown(), shownAt(-2.0));
    QTest::keyClick(&view, Qt::Key_0);
    QCOMPARE(field.value(), 0.0);
    QCOMPARE(shown(), shownAt(0.0));
    // By the wheel, which zooms without Shift.
    const double zoom = view.state.zoom;
    turnWheel(view, view.rect().center(), 2, Qt::ShiftModifier);
    QCOMPARE(view.state.exposure, 1.0);
    QCOMPARE(view.state.zoom, zoom);
    turnWheel(view, view.rect().center(), 1, Qt::NoModifier);
    QCOMPARE(view.state.exposure, 1.0);
    QVERIFY(view.state.zoom > zoom);
    // It stays with another bake and another start, but never out of bounds.
    document().set("Rate", &RecipeBake::fps, std::optional(12.0));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(view.state.exposure, 1.0);
    find<QComboBox>("range").setFocus();
    QTest::keyClick(&find<QComboBox>("range"), Qt::Key_Down);
    QTest::mouseClick(find<Segmented>("channels").button(2), Qt::LeftButton);
    window().texture().keepView();
    QTest::mouseClick(find<Segmented>("channels").button(0), Qt::LeftButton);
    QTest::mouseClick(&reset, Qt::LeftButton);
    QCOMPARE(view.state.exposure, 0.0);
    QVERIFY(!reset.isEnabled());
    window().texture().restoreView();
    QCOMPARE(view.state.exposure, 1.0);
    QVERIFY(view.state.channels == Channels::G && find<Segmented>("channels").current() == 2);
    QCOMPARE(view.state.from, 0.0);
    QSettings().setValue("texture/exposure", "nan");
    QSettings().setValue("texture/channels", 99);
    QSettings().setValue("texture/range", -3);
    window().texture().restoreView();
    QCOMPARE(view.state.exposure, 0.0);
    QVERIFY(view.state.channels == Channels::G);
    QSettings().remove("texture");
    // Nothing of this was an edit, and the first bake is as it was.
    QCOMPARE(document().undoStack().count(), 1);
    QVERIFY(bake->animation->texels.texel(at.x, at.y) == value);
  }

  void elementsSayWhatTheSourceSays() {
    document().set("Mode", &RecipeBake::mode, std::optional(BakeMode::Vertex));
    QVERIFY(m_editor->waitUntilBaked());
    SourceValues source(window().workshop().bake()->bakedModel(), window().workshop().bake()->animation);
    double farthest = 0.0;
    for (std::uint32_t element = 0; element < animation().layout.elementCount; element += 97) {
      for (const bool normal : {false, true}) {
        TexelInfo info;
        info.kind = normal ? TexelInfo::Normal : TexelInfo::Position;
        info.clip = 2;
        info.frame = 7;
        info.element = element;
        const auto value = sourceOf(info, animation(), source);
        QVERIFY(value.has_value());
        const TexelAddress at = texelAddress(animation().layout, animation().clips[2].frameBegin + 7,
                                             elementTexel(animation().layout, element, normal ? 1 : 0));
        const glm::dvec4 decoded(animation().texels.texel(at.x, at.y));
        farthest = std::max(farthest, glm::distance(decoded, *value));
      }
    }
    QVERIFY2(farthest > 0.0 && farthest < 2.5e-3, qPrintable(QString::number(farthest)));  // Halves of about 1.
  }

  void socketsAreRenamed() {
    auto& list = find<QListWidget>("socketMatches");
    QCOMPARE(list.count(), 1);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(0)).center());
    QTest::keyClick(&list, Qt::Key_F2);
    auto* edit = list.findChild<QLineEdit*>();
    QVERIFY(edit != nullptr);
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(edit, "grip");
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_COMPARE(document().recipe().bake.socketNames.size(), std::size_t{1});
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().sockets.at(0).name, std::string("grip"));
    QTRY_VERIFY2(selectionText().contains("grip"), qPrintable(selectionText()));
    // It is saved, and read again.
    const auto file = m_editor->folder() / "renamed.texeleton";
    QVERIFY(document().save(file));
    JobContext job;
    const auto read = readRecipe(file, job);
    QVERIFY(read);
    QCOMPARE(read->bake.socketNames, (std::vector<RecipeSocketName>{{"weapon_r", "grip", ""}}));
    QVERIFY(job.takeIssues().empty());
    document().undoStack().undo();
    QTRY_COMPARE(list.item(0)->text(), QString("weapon_r"));
  }

  void issuesJumpAndMend() {
    window().raiseDock("issues");
    auto& issues = *window().findChild<IssuesPanel*>();
    issues.add({Severity::Warning, "the clip is odd", "Run"});
    issues.add({Severity::Warning, "coordinates are large: only rgba32f can hold them", "weapon_r"});
    QTreeWidgetItem* clip = itemNamed(issues.list(), "Run");
    QVERIFY(clip != nullptr);
    QTest::qWait(30);
    clickItem(issues.list(), clip, 0);
    QTest::keyClick(&issues.list(), Qt::Key_Return);
    QCOMPARE(window().clips().list().currentItem(), window().clips().itemOf(2));
    clickItem(issues.list(), itemNamed(issues.list(), "weapon_r"), 0);
    QTest::keyClick(&issues.list(), Qt::Key_Return);
    QCOMPARE(window().selection().bone(), nodeNamed(model(), "weapon_r"));
    m_editor->keepPicture("issues");
    auto* fix = issues.findChild<QPushButton*>("fix");
    QVERIFY(fix != nullptr);
    QTest::mouseClick(fix, Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.pixelFormat, std::optional(PixelFormat::Rgba32F));
    QCOMPARE(document().undoStack().count(), 1);
    // The log.
    QTest::mouseClick(find<Segmented>("issuesPage").button(1), Qt::LeftButton);
    spdlog::warn("a line {}", 42);
    QTRY_VERIFY(find<QPlainTextEdit>("log").toPlainText().contains("a line 42"));
    QVERIFY(find<QPlainTextEdit>("log").isVisible());
    m_editor->keepPicture("log");
  }

  void preferencesAreKept() {
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = window().findChild<PreferencesDialog*>();
    QVERIFY(dialog != nullptr);
    QTest::qWait(30);
    m_editor->keepPicture("preferences");
    auto* unit = dialog->findChild<QComboBox*>("preferUnit");
    unit->setFocus();
    QTest::keyClick(unit, Qt::Key_Down);
    QVERIFY(readPreferences().unit == LengthUnit::Centimetres);
    QTRY_VERIFY(window().clips().list().topLevelItem(1)->text(ClipsPanel::kError).endsWith(unitSign()));
    typeInto(*dialog->findChild<NumberField*>("preferThreads"), "1");
    QCOMPARE(workThreads(), 1u);
    // A limit that is typed is one in that unit.
    dialog->close();
    typeInto(find<NumberField>("errorLimit"), "0.05");
    QVERIFY(std::abs(document().recipe().bake.maxError.value_or(0.0) - 0.5) < 1e-9);
    keep(Preferences());
  }

  // Without a mouse: tabs by keys, and every control can be reached and has a name.
  void keysReachEverything() {
    const std::pair<Qt::Key, const char*> tabs[] = {
        {Qt::Key_2, "texture"}, {Qt::Key_3, "compare"}, {Qt::Key_1, "timeline"}};
    for (const auto& [key, name] : tabs) {
      QTest::keyClick(&window(), key, Qt::AltModifier);
      QTRY_VERIFY(find<QDockWidget>(name).widget()->isVisible() &&
                  !find<QDockWidget>(name).widget()->visibleRegion().isEmpty());
      QVERIFY(find<QDockWidget>(name).isAncestorOf(QApplication::focusWidget()));
    }
    for (const QAbstractButton* button : window().findChildren<QAbstractButton*>()) {
      const bool own = !button->objectName().startsWith("qt_") && button->inherits("QToolButton");
      if (own && button->isVisibleTo(&window()) && button->text().isEmpty()) {
        QVERIFY2(!button->accessibleName().isEmpty() || !button->toolTip().isEmpty(), qPrintable(button->objectName()));
      }
    }
    QTest::keyClick(&window(), Qt::Key_F1);
    auto* keys = window().findChild<QMessageBox*>();
    QVERIFY(keys != nullptr);
    QTest::qWait(30);
    m_editor->keepPicture("keys");
    keys->close();
  }

  void theGuideIsShown() {
    QAction* guide = nullptr;
    for (QAction* action : window().findChildren<QAction*>()) {
      guide = action->text() == MainWindow::tr("User guide") ? action : guide;
    }
    QVERIFY(guide != nullptr);
    guide->trigger();
    auto* text = window().findChild<QTextBrowser*>("guideText");
    QVERIFY(text != nullptr);
    QVERIFY(text->toPlainText().size() > 1000);
    QVERIFY(text->toPlainText().contains(QLocale().language() == QLocale::Chinese ? QString::fromUtf8("动画片段")
                                                                                  : QString("Clips")));
    QTest::qWait(30);
    // Pictures are no wider than the text; a space at the end of a line may be.
    QVERIFY(text->horizontalScrollBar()->maximum() < text->document()->documentMargin());
    m_editor->keepPicture("guide");
  }
};

int main(int argc, char** argv) {
  const texeleton::test::VirtualDisplay display;
  QSurfaceFormat::setDefaultFormat(openGlFormat());
  QApplication application(argc, argv);
  QApplication::setApplicationName("texeleton-test");
  QApplication::setOrganizationName("texeleton-test");
  speak(application, QLocale(qEnvironmentVariable("TEXELETON_TEST_LANGUAGE", "en")));
  applyTheme(application, qEnvironmentVariable("TEXELETON_TEST_THEME") == "light" ? Theme::Light : Theme::Dark);
  TestPanels test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_panels.moc"
