// The panels through real mouse and key events: links between them, and undo of every edit.

#include <spdlog/spdlog.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QToolButton>
#include <QUndoStack>
#include <algorithm>
#include <cmath>

#include "app/editor/document/preferences.h"
#include "app/editor/jobs/socket_finder.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/window/preferences_dialog.h"
#include "core/animation/pose.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestPanels : public EditorTest {
  Q_OBJECT

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

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
    const viewport::ViewOptions& view = window().viewport().window().scene().view;
    QCOMPARE(view.highlightedNode, bone);
    QVERIFY(view.skeleton != viewport::SkeletonView::Hidden);
    QCOMPARE(find<QListWidget>("socketMatches").currentRow(), 0);
    // The values are those of the source pose.
    window().playback().setClip(1);
    window().playback().seek(0.25);
    animation::SourcePose pose(model(), animation().clips[1].source.clip);
    pose.evaluate(animation().clips[1].source.fromSeconds + 0.25);
    const glm::dvec3 at(pose.worlds()[bone.value][3]);
    const QString position = QString("X %1  Y %2  Z %3").arg(at.x, 0, 'f', 3).arg(at.y, 0, 'f', 3).arg(at.z, 0, 'f', 3);
    QTRY_VERIFY2(selectionText().contains(position), qPrintable(selectionText() + " / " + position));
    // The numbers of a position are read-only fields that can be copied.
    auto& y = find<QLineEdit>("selectionY1");
    QVERIFY(y.isReadOnly() && y.isVisibleTo(&window()) && !find<QLabel>("selectionValue1").isVisibleTo(&window()));
    y.setFocus();
    QTest::keyClick(&y, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&y, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), y.text());
    y.deselect();
    m_editor->keepPicture("selected-bone");

    // Hovering is linked too, both ways.
    window().raiseDock("texture");
    TextureView& texture = window().texture().view();
    QTRY_VERIFY(texture.isVisible());
    QTest::qWait(30);
    const vat::TexelAddress texel = addressOf(animation(), animation().clips[1].frameBegin, 2);
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

  // A hovered socket is highlighted everywhere.
  void highlightsHoveredSocket() {
    auto& list = find<QListWidget>("socketMatches");
    const NodeIndex bone = nodeNamed(model(), "weapon_r");
    pointAt(*list.viewport(), list.visualItemRect(list.item(0)).center());
    QTRY_COMPARE(window().selection().pointedBone(), bone);
    QCOMPARE(window().viewport().window().scene().view.highlightedNode, bone);
    QCOMPARE(window().model().tree().marked()->text(0), QString("weapon_r"));
    pointAt(*list.viewport(), list.viewport()->rect().bottomRight() - QPoint(8, 8));
    QTRY_VERIFY(!window().selection().pointedBone().isValid());
    pointAt(*list.viewport(), list.visualItemRect(list.item(0)).center());
    QTRY_COMPARE(window().selection().pointedBone(), bone);
    pointAt(find<QLineEdit>("expose0"), QPoint(20, 8));
    QTRY_VERIFY(!window().selection().pointedBone().isValid());
    QVERIFY(window().model().tree().marked() == nullptr);
  }

  // An expression that exceeds the step limit: matched in the background, and the error names the expression.
  void expressionOverStepLimit() {
    auto many = std::make_shared<model::Model>(model());
    while (many->nodes.size() < 2000) {
      model::Node node;
      node.name = std::string(60, 'a') + std::to_string(many->nodes.size());
      node.parent = NodeIndex(0);
      many->nodes.push_back(node);
    }
    SocketFinder finder;
    std::optional<Result<std::vector<NodeIndex>>> answer;
    const auto take = [&](const Result<std::vector<NodeIndex>>& nodes) {
      QCOMPARE(QThread::currentThread(), thread());
      answer = nodes;
    };
    finder.find(many, {{"(a+)+$", true, {}}}, take);
    QVERIFY(!answer);  // The search continues in the background.
    QTRY_VERIFY(answer);
    QVERIFY(!*answer);
    QVERIFY2(answer->error().message.find("\"(a+)+$\"") != std::string::npos, answer->error().message.c_str());
    // Hundreds of names that take nearly all allowed steps: there is an answer, and a newer request cancels the older.
    answer.reset();
    finder.find(many, {{"(a|aa){1,14}b|a.*", true, {}}},
                [](const auto&) { QFAIL("an outdated request was answered"); });
    finder.find(many, {{"weapon.*", true, {}}}, take);
    QVERIFY(!answer);
    QTRY_VERIFY(answer);
    QVERIFY(*answer);
    QCOMPARE((*answer)->size(), std::size_t{1});

    // In the window: the field is marked, and its message and the bake's error name the expression.
    Glb glb = readGlb(m_editor->folder() / "lantern-knight.glb");
    for (int i = 0; i < 600; ++i) {
      glb.json["scenes"][0]["nodes"].push_back(glb.json["nodes"].size());
      glb.json["nodes"].push_back({{"name", std::string(60, 'a') + std::to_string(i)}});
    }
    writeGlb(m_editor->folder() / "many.glb", glb);
    window().openFile(m_editor->folder() / "many.glb");
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(model().nodes.size() > 600, true);
    auto& edit = find<QLineEdit>("expose0");
    edit.setFocus();
    QTest::keyClicks(&edit, "(a+)+$");
    QTRY_COMPARE(document().recipe().bake.expose.size(), std::size_t{1});
    QTRY_VERIFY(edit.property("wrong").toBool());
    QTRY_VERIFY(find<QLabel>("exposeProblem0").isVisible());
    QVERIFY2(find<QLabel>("exposeProblem0").text().contains("(a+)+$"),
             qPrintable(find<QLabel>("exposeProblem0").text()));
    QTRY_VERIFY(window().workshop().problem().has_value());
    QVERIFY(window().workshop().problem()->message.find("\"(a+)+$\"") != std::string::npos);
    QCOMPARE(find<QListWidget>("socketMatches").count(), 0);
    document().undoStack().setClean();
  }

  void renamesSockets() {
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
    // Saved and loaded.
    const auto file = m_editor->folder() / "renamed.texeleton";
    QVERIFY(document().save(file));
    JobContext job;
    const auto read = recipe::readRecipe(file, job);
    QVERIFY(read);
    QCOMPARE(read->bake.socketNames, (std::vector<recipe::RecipeSocketName>{{"weapon_r", "grip", ""}}));
    QVERIFY(job.takeIssues().empty());
    document().undoStack().undo();
    QTRY_COMPARE(list.item(0)->text(), QString("weapon_r"));
  }

  void issuesNavigateAndFix() {
    window().raiseDock("issues");
    auto& issues = *window().findChild<IssuesPanel*>();
    issues.add({Severity::Warning, message("the clip is odd"), "Run"});
    issues.add({Severity::Warning, message("coordinates are large: bake with %1", Remedy{RemedyKind::FloatTexels}),
                "weapon_r"});
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
    // Issues about an expression and about a file lead to them.
    issues.add({Severity::Warning, message("nothing is of that name"), "weapon.*"});
    QCOMPARE(itemNamed(issues.list(), "weapon.*")->text(1), QString("Nothing is of that name"));
    clickItem(issues.list(), itemNamed(issues.list(), "weapon.*"), 0);
    QTest::keyClick(&issues.list(), Qt::Key_Return);
    QCOMPARE(find<QLineEdit>("expose0").selectedText(), QString("weapon.*"));
    issues.add({Severity::Warning, message("an event is of no clip"), "lantern-knight.events.json"});
    clickItem(issues.list(), itemNamed(issues.list(), "lantern-knight.events.json"), 0);
    QTest::keyClick(&issues.list(), Qt::Key_Return);
    QTRY_VERIFY(window().timeline().isVisible());
    window().raiseDock("issues");
    const auto fix = [&issues] { return issues.findChild<QPushButton*>("fix"); };  // A rebuilt list has a new button.
    QVERIFY(fix() != nullptr);
    QTRY_VERIFY(fix() != nullptr && fix()->width() >= fix()->sizeHint().width());
    QTest::mouseClick(fix(), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.pixelFormat, std::optional(vat::PixelFormat::Rgba32F));
    QCOMPARE(document().undoStack().count(), 1);
    // The log.
    QTest::mouseClick(find<Segmented>("issuesPage").button(1), Qt::LeftButton);
    spdlog::warn("a line {}", 42);
    QTRY_VERIFY(find<QPlainTextEdit>("log").toPlainText().contains("a line 42"));
    QVERIFY(find<QPlainTextEdit>("log").isVisible());
    m_editor->keepPicture("log");
  }

  // Rows are as high as their text needs at the column's width.
  void wrapsIssues() {
    window().raiseDock("issues");
    auto& issues = *window().findChild<IssuesPanel*>();
    QString words;
    for (int i = 0; i < 60; ++i) {
      words += QString("word%1 ").arg(i);
    }
    issues.add({Severity::Warning, message("%1", words.trimmed().toStdString()), "Walk"});
    QTreeWidget& list = issues.list();
    const auto isWhole = [&] {
      const QTreeWidgetItem* item = itemNamed(list, "Walk");
      const QRect room(0, 0, list.columnWidth(1) - 18, 10000);
      const int text = QFontMetrics(list.font()).boundingRect(room, Qt::TextWordWrap, item->text(1)).height();
      const int row = list.visualItemRect(item).height();
      return row >= text + 8 && row <= text + 3 * QFontMetrics(list.font()).lineSpacing();
    };
    QTRY_VERIFY(isWhole());
    const int wide = list.visualItemRect(itemNamed(list, "Walk")).height();
    list.header()->resizeSection(0, list.columnWidth(0) + list.columnWidth(1) / 2);
    QTRY_VERIFY(list.visualItemRect(itemNamed(list, "Walk")).height() > wide && isWhole());
  }

  void savesPreferences() {
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = window().findChild<PreferencesDialog*>();
    QVERIFY(dialog != nullptr);
    QTest::qWait(30);
    m_editor->keepPicture("preferences");
    auto* unit = dialog->findChild<QComboBox*>("preferUnit");
    unit->setFocus();
    QTest::keyClick(unit, Qt::Key_Down);
    QVERIFY(readPreferences().unit == LengthUnit::Centimetres);
    QTRY_COMPARE(window().clips().list().headerItem()->text(ClipTree::kError), QString("Error (cm)"));
    typeInto(*dialog->findChild<NumberField*>("preferThreads"), "1");
    QCOMPARE(workThreads(), 1u);
    typeInto(*dialog->findChild<NumberField*>("preferImportMemory"), "6.5");
    typeInto(*dialog->findChild<NumberField*>("preferImportTime"), "300");
    QCOMPARE(importLimits().memoryBytes, std::uint64_t{13} << 29);
    QCOMPARE(importLimits().timeSeconds, 300.0);
    QVERIFY(readPreferences().importGibibytes == 6.5 && readPreferences().importSeconds == 300.0);
    // A typed limit uses the chosen unit.
    dialog->close();
    typeInto(find<NumberField>("errorLimit"), "0.05");
    QVERIFY(std::abs(document().recipe().bake.maxError.value_or(0.0) - 0.5) < 1e-9);
    keep(Preferences());
    apply(Preferences());
  }
};

TEXELETON_EDITOR_SUITE(TestPanels)

#include "test_panels.moc"
