// A new user's first tour of the editor, in a real window: each step by mouse and keys, and with
// TEXELETON_SCREENSHOTS=FOLDER a picture of each. It makes those of docs/images/walk (see docs/images/README.md).

#include <QCheckBox>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "app/editor/document/paths.h"
#include "app/editor/widgets/heat_legend.h"
#include "app/editor/window/export_dialog.h"
#include "core/pack/pack.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestWalk : public EditorTest {
  Q_OBJECT

  void checkPack(const std::filesystem::path& folder) {
    JobContext job;
    const auto pack = pack::readPack(folder, job);
    QVERIFY2(pack, pack ? "" : pack.error().message.c_str());
    QCOMPARE(pack->animation.clips.size(), std::size_t{2});
    const vat::BakedClip& walk = pack->animation.clips[0];
    QVERIFY(std::abs(walk.events.at(0).timeSeconds - 4.0 / walk.frameRate) < 1e-6);
  }
  std::filesystem::path saved() { return m_editor->folder() / "my-knight.texeleton"; }

 private slots:
  void initTestCase() { m_editor = std::make_unique<EditorWindow>(); }
  void cleanupTestCase() { closeWindow(); }

  void start() {
    QVERIFY(window().workshop().bake() == nullptr);
    QVERIFY(find<QPushButton>("openSample").isVisible());
    QVERIFY(window().minimumSizeHint().width() <= 1024 && window().minimumSizeHint().height() <= 680);
    m_editor->keepPicture("01-start");
  }

  void openSample() {
    if (FileCommands::sampleFile().empty()) {
      QVERIFY(m_editor->openSample());
    } else {
      QTest::mouseClick(&find<QPushButton>("openSample"), Qt::LeftButton);
    }
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips.size(), std::size_t{4});
    if (hasScreen()) {
      QTRY_VERIFY_WITH_TIMEOUT(window().viewport().window().frameCount() > 0, 30000);
    }
    m_editor->keepPicture("02-sample");
  }

  void pickTwoClips() {
    ClipsPanel& clips = window().clips();
    find<QCheckBox>("tickAll").click();
    for (const int row : {1, 3}) {
      clickBox(clips.list(), clips.itemOf(row));
      QTest::qWait(20);
    }
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{2});
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips.at(0).name, std::string("Walk"));
    QCOMPARE(animation().clips.at(1).name, std::string("Attack"));
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds);
    QCOMPARE(window().playback().clipNumber(), 1);
    m_editor->keepPicture("03-two-clips");
  }

  void filterSockets() {
    auto& edit = find<QLineEdit>("expose0");
    edit.setFocus();
    QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&edit, "(weapon|lantern).*|hand_[lr]");
    QTest::keyClick(&edit, Qt::Key_Return);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().sockets.size() >= 2);
    find<QToolButton>("showSockets").setChecked(true);  // In a narrow window it is in the menu.
    auto& matches = find<QListWidget>("socketMatches");
    QTest::mouseClick(matches.viewport(), Qt::LeftButton, {}, matches.visualItemRect(matches.item(0)).center());
    QVERIFY(window().selection().bone().isValid());
    m_editor->keepPicture("04-sockets");
  }

  void switchMode() {
    QTest::mouseClick(find<Segmented>("toolBarMode").button(1), Qt::LeftButton);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().mode == vat::BakeMode::Vertex);
    m_editor->keepPicture("05-vertices");
    QTest::mouseClick(&find<QPushButton>("takeAdvice"), Qt::LeftButton);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().mode == vat::BakeMode::Bone);
  }

  void editEvent() {
    window().raiseDock("timeline");
    Playback& playback = window().playback();
    playback.setClip(0);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(50);
    const double to = playback.secondsOfFrame(4);
    drag(view, view.markerOf(0).toPoint(),
         QPoint(static_cast<int>(view.placeOf(to)) + 2, view.markerOf(0).toPoint().y()));
    QVERIFY(std::abs(view.events()[0].clipSeconds - to) < 1e-9);
    QVERIFY(m_editor->waitUntilBaked());
    m_editor->keepPicture("06-event");
  }

  void inspectTexel() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(50);
    const vat::TexelAddress at = addressOf(animation(), animation().clips[0].frameBegin + 4, 3);
    view.reveal(at);
    const QPoint place = view.placeOf(at.x + 0.5, at.y + 0.5).toPoint();
    pointAt(view, place);
    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
    QCOMPARE(window().selection().texel(), (std::optional<SelectedTexel>{{at.x, at.y}}));
    QVERIFY(!find<QLabel>("texelSource").text().isEmpty());
    m_editor->keepPicture("07-texel");
  }

  void compare() {
    window().raiseDock("compare");
    window().selection().selectBone({});
    find<QToolButton>("showSockets").setChecked(false);
    find<NumberField>("crowdCount").setValue(40);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTest::mouseClick(find<Segmented>("compareHow").button(1), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.comparison == viewport::Comparison::Split);
    if (hasScreen()) {
      QTRY_VERIFY_WITH_TIMEOUT(window().compare().figures(viewport::DrawPath::Cpu).has_value(), 180000);
      QTRY_VERIFY_WITH_TIMEOUT(!window().compare().meter().isBusy(), 60000);
    }
    m_editor->keepPicture("08-compare");
    // A single character, close up, at the worst error of the bake.
    QTest::mouseClick(find<Segmented>("compareHow").button(3), Qt::LeftButton);
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    const auto worst = window().workshop().worst();
    QVERIFY(worst.has_value());
    Playback& playback = window().playback();
    playback.setClip(static_cast<int>(worst->clip));
    playback.seek(playback.secondsOfFrame((*window().workshop().errors())[worst->clip].worstFrame));
    window().viewport().window().frameAll();
    QVERIFY(window().viewport().window().scene().view.mode == viewport::ViewMode::Heat);
    if (hasScreen()) {
      QTRY_VERIFY_WITH_TIMEOUT(find<HeatLegend>("heatLegend").limit() > 0.0, 30000);
    }
    m_editor->keepPicture("09-heat-map");
    QTest::mouseClick(find<Segmented>("compareHow").button(0), Qt::LeftButton);
  }

  void saveIt() {
    const FileNameTyper typer(toQString(saved()));
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(std::filesystem::exists(saved()));
    comeBack();
    QVERIFY(!window().isWindowModified());
    m_editor->keepPicture("10-saved");
  }

  void exportIt() {
    // A saved document is exported next to its file at once.
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    QVERIFY(window().findChild<ExportDialog*>() == nullptr);
    checkPack(m_editor->folder() / "my-knight.texpack");
    // To another folder with the dialog, which lists its files first.
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = window().findChild<ExportDialog*>();
    QVERIFY(dialog != nullptr);
    auto& folder = find<QLineEdit>("exportFolder");
    folder.setFocus();
    QTest::keyClick(&folder, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&folder, "export/knight");
    auto& files = find<QTreeWidget>("exportFiles");
    QTRY_VERIFY_WITH_TIMEOUT(files.topLevelItemCount() > 1 && files.topLevelItem(0)->text(2) == ExportDialog::tr("new"),
                             60000);
    QTest::mouseClick(&find<QPushButton>("exportNow"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 2, 60000);
    QTRY_VERIFY(!find<QProgressBar>("exportProgress").isVisible());
    m_editor->keepPicture("11-exported");
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<ExportDialog*>() == nullptr);
    comeBack();
    checkPack(m_editor->folder() / "export" / "knight.texpack");
    // The choice is part of the document and saved with it.
    QVERIFY(window().isWindowModified());
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(!window().isWindowModified());
  }

  void reopenIt() {
    const auto before = document().recipe().clips;
    window().openFile(saved());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(document().recipe().clips == before);
    QCOMPARE(document().exportFolders(),
             std::vector<std::filesystem::path>{m_editor->folder() / "export" / "knight.texpack"});
    QCOMPARE(animation().clips.size(), std::size_t{2});
    QVERIFY(window().windowTitle().contains("my-knight.texeleton"));
    m_editor->keepPicture("12-reopened");
  }
};

TEXELETON_EDITOR_SUITE(TestWalk)

#include "test_walk.moc"
