// The Clips panel, by mouse and keys.

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "app/editor/document/batch_rename.h"
#include "app/editor/panels/bake/bake_memory.h"
#include "app/editor/panels/clips/rename_dialog.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/window/status_line.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestClips : public EditorTest {
  Q_OBJECT

  std::size_t bakedClips() { return animation().clips.size(); }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void ticksClips() {
    ClipsPanel& clips = window().clips();
    clickBox(clips.list(), clips.itemOf(0));
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{3});
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(bakedClips(), std::size_t{3});
    QVERIFY(clips.itemOf(0)->checkState(0) == Qt::Unchecked);
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});

    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    find<QAction>("onlyClips").trigger();
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{1});
    QCOMPARE(document().recipe().clips[0].sourceName, std::string("Walk"));
    // The last clip can be unticked too: nothing is baked then, and a text says what to do.
    clickBox(clips.list(), clips.itemOf(1));
    QTRY_VERIFY(document().state().noClips);
    QTRY_VERIFY(!window().workshop().bake() && !window().workshop().runner().isBusy());
    QVERIFY(clips.itemOf(1)->checkState(0) == Qt::Unchecked);
    QVERIFY(!find<QToolButton>("export").isEnabled());
    QCOMPARE(find<QLabel>("statusText").text(), StatusLine::tr("No clip is ticked: nothing is baked."));
    m_editor->keepPicture("no-clip");
    find<QCheckBox>("tickAll").click();
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    QVERIFY(m_editor->waitUntilBaked());
  }

  // The header's box is checked, unchecked or partially checked; clicks tick all clips or none.
  void headerBoxTicksAllOrNone() {
    auto& box = find<QCheckBox>("tickAll");
    QCOMPARE(box.checkState(), Qt::Checked);
    clickBox(window().clips().list(), window().clips().itemOf(2));
    QTRY_COMPARE(box.checkState(), Qt::PartiallyChecked);
    QTest::mouseClick(&box, Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    QCOMPARE(box.checkState(), Qt::Checked);
    QCOMPARE(document().undoStack().undoText(), ClipsPanel::tr("Tick all clips"));
    QTest::mouseClick(&box, Qt::LeftButton);
    QTRY_VERIFY(document().state().noClips);
    QCOMPARE(box.checkState(), Qt::Unchecked);
    document().undoStack().undo();
    QCOMPARE(box.checkState(), Qt::Checked);
    // The other actions are in the menu next to the filter.
    QStringList actions;
    for (const QAction* action : find<QToolButton>("moreClips").menu()->actions()) {
      actions << action->objectName();
    }
    QCOMPARE(actions, QStringList({"onlyClips", "invertClips", "renameClips", "shortenNames"}));
  }

  void modelWithoutClipsShowsBindPose() {
    const std::filesystem::path still = m_editor->folder() / "still.glb";
    writeGlb(still, withoutAnimations(readGlb(m_editor->folder() / "lantern-knight.glb")));
    window().openFile(still);
    const viewport::Scene& scene = window().viewport().window().scene();
    QTRY_VERIFY(window().workshop().model() && model().clips.empty() && scene.animation);
    QVERIFY(!window().workshop().bake());
    // The height of the sample's mesh, from the vertices of the file.
    const model::Box bounds = scene.animation->bounds;
    QVERIFY(std::abs(static_cast<double>(bounds.max.y - bounds.min.y) - 1.589) < 2e-3);
    QCOMPARE(find<QLabel>("statusText").text(),
             StatusLine::tr("The model has no clips: add motions from other files."));
    QVERIFY(!find<QToolButton>("export").isEnabled());
    m_editor->keepPicture("no-motions");

    QTest::mouseClick(&find<QPushButton>("firstMotions"), Qt::LeftButton);
    auto* dialog = window().findChild<QFileDialog*>("motionsDialog");
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(dialog->isVisible());
    dialog->setDirectory(QString::fromStdString(m_editor->folder().string()));
    QVERIFY(typeFile(*dialog, "lantern-knight.glb"));
    QTRY_VERIFY(window().workshop().bake());
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(bakedClips(), std::size_t{4});
    QTRY_COMPARE(scene.animation, window().workshop().bake()->animation);
    QVERIFY(!find<QPushButton>("firstMotions").isVisible());
  }

  void editsClipsTogether() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(0), ClipTree::kSeconds);
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds, Qt::ControlModifier);
    QCOMPARE(clips.selectedRows(), (std::vector<int>{0, 1}));
    typeInto(find<NumberField>("clipRate"), "12");
    QTRY_COMPARE(document().recipe().clips[1].fps, std::optional<double>(12.0));
    QCOMPARE(document().recipe().clips[0].fps, std::optional<double>(12.0));
    QCOMPARE(document().undoStack().undoText(), ClipCutFields::tr("Change clip rate"));
    QCOMPARE(clips.selectedRows(), (std::vector<int>{0, 1}));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(window().workshop().bake()->animation->clips[1].frameCount, 12u);
    document().undoStack().undo();
    QVERIFY(!document().recipe().clips[1].fps);

    QTest::mouseClick(&find<QToolButton>("duplicateClip"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{5});
    QCOMPARE(document().recipe().clips[1].name, std::string("Idle 2"));
  }

  // Values that differ among the selected clips show as a dash; typed values apply to all.
  void differentValuesShowDash() {
    ClipsPanel& clips = window().clips();
    auto& to = find<NumberField>("clipTo");
    clickItem(clips.list(), clips.itemOf(0), ClipTree::kSeconds);
    QVERIFY(!to.isMixed() && to.value() == 4.0);
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds, Qt::ControlModifier);
    QVERIFY(to.isMixed() && to.text().startsWith(QString::fromUtf8("–")));
    QVERIFY(!find<NumberField>("clipFrom").isMixed());  // Both begin at 0.
    QCOMPARE(find<QComboBox>("clipLoop").currentIndex(), -1);
    m_editor->keepPicture("mixed");
    // Leaving the field without typing changes nothing.
    const int edits = document().undoStack().count();
    to.setFocus();
    QTest::keyClick(&to, Qt::Key_Return);
    QCOMPARE(document().undoStack().count(), edits);
    typeInto(to, "4");  // Equal for the first clip, and beyond the end of the other.
    QVERIFY(to.isMixed() && !document().recipe().clips[3].to && find<QLabel>("rangeNote").isVisible());
    typeInto(to, "0.5");
    QCOMPARE(document().recipe().clips[3].to, std::optional(0.5));
    QCOMPARE(document().recipe().clips[0].to, std::optional(0.5));
    QVERIFY(!to.isMixed());
    document().undoStack().undo();
    QVERIFY(to.isMixed());
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    QVERIFY(!to.isMixed() && to.text().startsWith("1"));
  }

  // The current clip is marked; if one clip is selected, the selection follows the current clip.
  void selectionFollowsPlayback() {
    ClipsPanel& clips = window().clips();
    const auto isMarked = [&clips](int row) { return clips.itemOf(row)->font(ClipTree::kName).bold(); };
    QVERIFY(clips.selectedRows().empty());
    QCOMPARE(clips.playingRow(), 0);
    QVERIFY(isMarked(0) && !isMarked(1));
    // Nothing is selected, so no range is shown.
    QVERIFY(find<NumberField>("clipTo").isMixed() && !find<NumberField>("clipTo").isEnabled());
    auto& transport = find<QComboBox>("transportClip");
    transport.setFocus();
    QTest::keyClick(&transport, Qt::Key_Down);
    QCOMPARE(clips.playingRow(), 1);
    QVERIFY(isMarked(1) && !isMarked(0));
    QVERIFY(clips.selectedRows().empty());
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds);
    QVERIFY(isMarked(3));
    transport.setFocus();
    QTest::keyClick(&transport, Qt::Key_Up);
    QCOMPARE(clips.selectedRows(), std::vector<int>{2});
    QVERIFY(isMarked(2) && std::abs(find<NumberField>("clipTo").value() - 0.6) < 1e-6);
    // A selection of several clips stays.
    clickItem(clips.list(), clips.itemOf(0), ClipTree::kSeconds, Qt::ControlModifier);
    transport.setFocus();
    QTest::keyClick(&transport, Qt::Key_Down);
    QCOMPARE(clips.selectedRows(), (std::vector<int>{0, 2}));
    QVERIFY(isMarked(1));
  }

  // Space plays also after a click in the list; Enter ticks.
  void keysInList() {
    LinkedTree& list = window().clips().list();
    clickItem(list, window().clips().itemOf(1), ClipTree::kSeconds);
    QVERIFY(list.hasFocus() && !playback().isPlaying());
    QTest::keyClick(&list, Qt::Key_Space);
    QVERIFY(playback().isPlaying());
    QTest::keyClick(&list, Qt::Key_Space);
    QVERIFY(!playback().isPlaying());
    QTest::keyClick(&list, Qt::Key_F);  // Frames the view; does not search for a name.
    QCOMPARE(window().clips().selectedRows(), std::vector<int>{1});
    QCOMPARE(document().recipe().clips.size(), std::size_t{4});
    QTest::keyClick(&list, Qt::Key_Return);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{3});
    QCOMPARE(document().undoStack().undoText(), ClipEdits::tr("Untick clip"));
  }

  void removesExtraCuts() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    const QSignalSpy refused(&clips, &ClipsPanel::refused);
    QTest::keyClick(&clips.list(), Qt::Key_Delete);  // A clip of the model stays; a message says what can be done.
    QCOMPARE(document().undoStack().count(), 0);
    QCOMPARE(refused.count(), 1);
    QTest::mouseClick(&find<QToolButton>("duplicateClip"), Qt::LeftButton);
    QTRY_COMPARE(clips.rows().size(), std::size_t{5});
    QCOMPARE(clips.rows()[2].clip.name, std::string("Walk 2"));
    clickItem(clips.list(), clips.itemOf(2), ClipTree::kSeconds);
    QTest::keyClick(&clips.list(), Qt::Key_Delete);
    QTRY_COMPARE(clips.rows().size(), std::size_t{4});
    QCOMPARE(document().undoStack().undoText(), ClipEdits::tr("Remove %Ln cut(s)", "", 1));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips.size(), std::size_t{4});
    document().undoStack().undo();
    QTRY_COMPARE(clips.rows().size(), std::size_t{5});
    // With the menu: of all cuts of a clip one stays.
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    clickItem(clips.list(), clips.itemOf(2), ClipTree::kSeconds, Qt::ControlModifier);
    askForMenu(clips.list(), clips.itemOf(2));
    auto* menu = window().findChild<QMenu*>("clipMenu");
    QTRY_VERIFY(menu != nullptr && menu->isVisible());
    QVERIFY(choose(*menu, ClipMenus::tr("Remove")));
    QTRY_COMPARE(clips.rows().size(), std::size_t{4});
    QCOMPARE(clips.rows()[1].name(model()), std::string("Walk"));
  }

  void renamesClips() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kName);
    QTest::keyClick(&clips.list(), Qt::Key_F2);
    auto* edit = clips.list().findChild<QLineEdit*>();
    QVERIFY(edit != nullptr);
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(edit, "Str");
    // A bake that ends meanwhile leaves the field open.
    QSignalSpy baked(&window().workshop(), &Workshop::bakeChanged);
    window().workshop().refresh();
    QTRY_VERIFY_WITH_TIMEOUT(baked.count() > 0 && !window().workshop().runner().isBusy(), 60000);
    QVERIFY(edit->isVisible());
    QTest::keyClicks(edit, "oll");
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_COMPARE(document().recipe().clips[1].name, std::string("Stroll"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(window().workshop().bake()->animation->clips[1].name, std::string("Stroll"));
  }

  // The playing clip keeps playing under its new name: in the viewport, the strip and the timeline.
  void renamedClipStaysCurrent() {
    ClipsPanel& clips = window().clips();
    window().raiseDock("timeline");
    clickItem(clips.list(), clips.itemOf(2), ClipTree::kSeconds);
    playback().setPlaying(false);
    playback().seek(0.25);
    TimelineView& view = window().timeline().view();
    QTRY_VERIFY(!view.events().empty());
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(0).toPoint());
    QCOMPARE(view.selected(), std::set<std::size_t>{0});
    const auto rename = [&](int row, const QString& name) {
      clips.list().setFocus();
      clips.list().setCurrentItem(clips.itemOf(row));
      clips.list().editItem(clips.itemOf(row), ClipTree::kName);
      auto* edit = clips.list().findChild<QLineEdit*>();
      QVERIFY(edit != nullptr);
      edit->setText(name);
      QTest::keyClick(edit, Qt::Key_Return);
      QTRY_COMPARE(clips.rows()[static_cast<std::size_t>(row)].clip.name, name.toStdString());
      QVERIFY(m_editor->waitUntilBaked());
      QTest::qWait(20);  // The field closes.
    };
    rename(2, "Sprint");
    const auto isCurrent = [&](int clip, const char* name) {
      return playback().clipNumber() == clip && playback().clip()->name == name && clips.playingRow() == clip &&
             find<QComboBox>("transportClip").currentText() == name &&
             window().viewport().window().scene().crowd.motion(0).clip == static_cast<std::uint32_t>(clip);
    };
    QVERIFY2(isCurrent(2, "Sprint"), playback().clip()->name.c_str());
    QCOMPARE(playback().seconds(), 0.25);
    QCOMPARE(view.selected(), std::set<std::size_t>{0});
    // Two clips exchange their names.
    rename(2, "Other");
    rename(1, "Run");
    clickItem(clips.list(), clips.itemOf(2), ClipTree::kSeconds);
    std::vector<recipe::RecipeClip> swapped = document().recipe().clips;
    std::swap(swapped[1].name, swapped[2].name);
    ClipLists lists = document().clipLists();
    lists.ticked = swapped;
    document().setClips("swap", lists);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY2(isCurrent(2, "Run"), playback().clip()->name.c_str());
    // With two cuts of one clip.
    QTest::mouseClick(&find<QToolButton>("duplicateClip"), Qt::LeftButton);
    QVERIFY(m_editor->waitUntilBaked());
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds);
    QVERIFY(isCurrent(3, "Run 2"));
    rename(3, "Dash");
    QVERIFY2(isCurrent(3, "Dash"), playback().clip()->name.c_str());
    rename(2, "Bolt");
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds);
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY2(isCurrent(3, "Dash"), playback().clip()->name.c_str());
  }

  void reordersClips() {
    LinkedTree& list = window().clips().list();
    const QPoint from = list.visualItemRect(window().clips().itemOf(3)).center();
    const QPoint to = list.visualItemRect(window().clips().itemOf(1)).topLeft() + QPoint(80, 4);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, from);
    drag(*list.viewport(), from, to);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    const auto order = [this] {
      QStringList names;
      for (const recipe::RecipeClip& clip : document().recipe().clips) {
        names << QString::fromStdString(clip.sourceName);
      }
      return names;
    };
    QCOMPARE(order(), QStringList({"Idle", "Attack", "Walk", "Run"}));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[1].name, std::string("Attack"));
    QCOMPARE(window().clips().selectedRows(), std::vector<int>{1});
    // With keys, back to the old place.
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(order(), QStringList({"Idle", "Walk", "Attack", "Run"}));
    document().undoStack().undo();
    document().undoStack().undo();
    QCOMPARE(window().clips().list().topLevelItem(1)->text(0), QString("Walk"));
  }

  void filtersAndTicksClips() {
    ClipsPanel& clips = window().clips();
    QTest::keyClicks(&find<QLineEdit>("clipFilter"), "ru");
    QVERIFY(clips.itemOf(0)->isHidden() && !clips.itemOf(2)->isHidden());
    QTest::keyClick(&find<QLineEdit>("clipFilter"), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&find<QLineEdit>("clipFilter"), Qt::Key_Delete);
    // None, then two of them ticked.
    find<QCheckBox>("tickAll").click();
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

  // At the width of a new window, names can be told apart.
  void longNamesCanBeToldApart() {
    const auto models = sharedModels();
    if (!models) {
      TEXELETON_SKIP("the shared models are not there");
    }
    window().openFile(*models / "kaykit-knight.glb");
    QTRY_VERIFY_WITH_TIMEOUT(window().clips().rows().size() > 70, 60000);
    find<QCheckBox>("tickAll").click();
    ClipsPanel& clips = window().clips();
    QTest::qWait(100);
    const QFontMetrics metrics(clips.list().font());
    std::map<QString, QString> seen;
    const int room = clips.list().columnWidth(ClipTree::kName) - 30;
    for (int row = 0; row < static_cast<int>(clips.rows().size()); ++row) {
      const QString name = clips.itemOf(row)->text(ClipTree::kName);
      const QString shown = clips.names().shown(name, metrics, room).all();
      QVERIFY2(seen.emplace(shown, name).second, qPrintable(name + " looks like " + seen[shown] + ": " + shown));
      if (name == "1H_Melee_Attack_Chop") {
        QCOMPARE(shown, name);
      }
    }
    clips.list().scrollToItem(itemNamed(clips.list(), "1H_Melee_Attack_Chop"));
    m_editor->keepPicture("long-names");
  }

  // The common part of all names is grey and elided where space is short; a click removes it in one edit.
  void removesCommonAffixes() {
    ClipsPanel& clips = window().clips();
    auto& shorten = find<QAction>("shortenNames");
    QVERIFY(!shorten.isVisible());
    ClipLists lists = document().clipLists();
    for (std::size_t i = 0; i < lists.ticked.size(); ++i) {
      lists.ticked[i].name = "Knight_Rig|" + lists.ticked[i].sourceName + "_Rig";
    }
    document().setClips("prefix", lists);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(clips.names().affixes(), (retargeting::NameAffixes{"Knight_Rig|", "_Rig"}));
    QTRY_VERIFY(shorten.isVisible());
    QVERIFY(shorten.toolTip().contains("Knight_Rig|"));
    const QString name = clips.itemOf(1)->text(ClipTree::kName);
    QCOMPARE(name, QString("Knight_Rig|Walk_Rig"));
    const QFontMetrics metrics(clips.list().font());
    const auto shown = clips.names().shown(name, metrics, 500);
    QVERIFY(shown.before == "Knight_Rig|" && shown.name == "Walk" && shown.behind == "_Rig");
    const auto folded = clips.names().shown(name, metrics, metrics.horizontalAdvance(QString::fromUtf8("…Walk…")));
    QCOMPARE(folded.all(), QString::fromUtf8("…Walk…"));
    QCOMPARE(clips.names().shown(name, metrics, metrics.horizontalAdvance("Walk")).all(), QString("Walk"));
    m_editor->keepPicture("shared-names");
    const int edits = document().undoStack().count();
    shorten.trigger();
    QCOMPARE(document().undoStack().count(), edits + 1);
    for (const recipe::RecipeClip& clip : document().recipe().clips) {
      QCOMPARE(clip.name, std::string());  // The model's own name again.
    }
    QTRY_VERIFY(!shorten.isVisible());
    document().undoStack().undo();
    QCOMPARE(document().recipe().clips[1].name, std::string("Knight_Rig|Walk_Rig"));
  }

  void changesNamesTogether() {
    QCOMPARE(renamed({"Armature|Walk_Loop", "Run"}, {"Armature|", "_Loop", "", true}),
             (std::vector<std::string>{"Walk", "Run"}));
    QCOMPARE(renamed({"walk", "x"}, {"X", "WALK", "Stroll", false}), (std::vector<std::string>{"Stroll", "x"}));

    find<QAction>("renameClips").trigger();
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

  // The memory of each clip is visible without widening the list, and shown in Selection.
  void showsMemory() {
    ClipsPanel& clips = window().clips();
    // Wider fonts need a little more room.
    if (clips.list().isColumnHidden(ClipTree::kBytes)) {
      window().resizeDocks({&find<QDockWidget>("clipsDock")}, {500}, Qt::Horizontal);
      QTRY_VERIFY(clips.width() > 480);
      QTest::qWait(20);
    }
    QStringList widths;
    for (int column = 0; column < ClipTree::kColumnCount; ++column) {
      widths << QString("%1").arg(clips.list().columnWidth(column));
    }
    QVERIFY2(!clips.list().isColumnHidden(ClipTree::kBytes), qPrintable(widths.join(' ')));
    const vat::BakedClip& walk = animation().clips[1];
    const std::uint64_t bytes = std::uint64_t{walk.frameCount} * animation().layout.rowsPerFrame *
                                animation().layout.width * 8;  // Four half floats per texel.
    std::uint64_t largest = 0;
    for (const vat::BakedClip& clip : animation().clips) {
      largest = std::max(largest, bytesOf(animation(), clip));
    }
    QCOMPARE(clips.itemOf(1)->text(ClipTree::kBytes), megabytes(bytes, largest));
    // One unit for all, so that they can be compared.
    for (int row = 0; row < 4; ++row) {
      QVERIFY(clips.itemOf(row)->text(ClipTree::kBytes).endsWith("MB"));
    }
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    QTRY_VERIFY2(selectionText().contains(megabytes(bytes)), qPrintable(selectionText()));
    // An icon shows whether a clip loops; in a narrow list there is only the icon.
    QVERIFY(!clips.itemOf(1)->icon(ClipTree::kLoop).isNull());
    QVERIFY(!clips.itemOf(1)->toolTip(ClipTree::kLoop).isEmpty());
    // Names have priority.
    for (const int wide : {600, 388, 300, 280}) {
      window().resizeDocks({&find<QDockWidget>("clipsDock")}, {wide}, Qt::Horizontal);
      QTRY_VERIFY2(std::abs(clips.width() - wide) < 40, qPrintable(QString("%1 for %2").arg(clips.width()).arg(wide)));
      QTest::qWait(20);
      QVERIFY2(clips.list().columnWidth(ClipTree::kName) >= 80, qPrintable(QString::number(wide)));
      QCOMPARE(clips.itemOf(1)->text(ClipTree::kLoop).isEmpty(), wide < 440);
      // Frames, loop and error stay visible.
      for (const int column : {ClipTree::kFrames, ClipTree::kLoop, ClipTree::kError}) {
        QVERIFY2(!clips.list().isColumnHidden(column), qPrintable(QString("%1 at %2").arg(column).arg(wide)));
      }
      QVERIFY(wide > 388 || clips.list().isColumnHidden(ClipTree::kRate));
    }
    QVERIFY(clips.list().isColumnHidden(ClipTree::kBytes));
  }

  // The rate of each clip is a column: as baked, and as set.
  void ratesColumn() {
    ClipsPanel& clips = window().clips();
    const auto rate = [&clips](int row) { return clips.itemOf(row)->text(ClipTree::kRate); };
    QCOMPARE(rate(1), ClipTree::tr("%1 Hz").arg(QLocale().toString(animation().clips[1].sampleRateHz, 'g', 4)));
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kName);
    typeInto(find<NumberField>("clipRate"), "12");
    QTRY_COMPARE(document().recipe().clips[1].fps, std::optional<double>(12.0));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(rate(1), ClipTree::tr("%1 Hz").arg("12"));
    clickBox(clips.list(), clips.itemOf(1));
    QTRY_VERIFY(!clips.rows()[1].ticked);
    QCOMPARE(rate(1), ClipTree::tr("%1 Hz").arg("12"));
    QVERIFY(rate(0) != rate(1));
  }

  void groupsClipsByFile() {
    const auto march = m_editor->folder() / "march.glb";
    std::filesystem::copy_file(m_editor->folder() / "lantern-knight.glb", march);
    window().sources().addMotions({march});
    QTRY_COMPARE_WITH_TIMEOUT(window().clips().rows().size(), std::size_t{8}, 60000);
    QVERIFY(m_editor->waitUntilBaked());
    const QTreeWidget& list = window().clips().list();
    QCOMPARE(list.topLevelItemCount(), 2);
    QCOMPARE(list.topLevelItem(0)->text(0), QString("lantern-knight.glb"));
    QCOMPARE(list.topLevelItem(1)->text(0), QString("march.glb"));
    QCOMPARE(list.topLevelItem(0)->childCount(), 4);
    QCOMPARE(list.topLevelItem(1)->childCount(), 4);
    m_editor->keepPicture("grouped");
  }

  void typesRange() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds);
    typeInto(find<NumberField>("clipFrom"), "0.5");
    QTRY_COMPARE(document().recipe().clips[3].from, std::optional<double>(0.5));
    typeInto(find<NumberField>("clipTo"), "1");
    QTRY_COMPARE(document().recipe().clips[3].to, std::optional<double>(1.0));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[3].source.fromSeconds, 0.5);
    QCOMPARE(animation().clips[3].source.toSeconds, 1.0);
    document().undoStack().undo();
    document().undoStack().undo();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);  // Redo.
    QCOMPARE(document().recipe().clips[3].from, std::optional<double>(0.5));
    QVERIFY(!document().recipe().clips[3].to);
  }
};

TEXELETON_EDITOR_SUITE(TestClips)

#include "test_clips.moc"
