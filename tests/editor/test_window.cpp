// The editor as a user has it: through real mouse and key events, under an Xvfb of its own where there is no display.

#include <QApplication>
#include <QListWidget>
#include <QObject>
#include <QSignalSpy>
#include <QSurfaceFormat>
#include <QTest>
#include <QUndoStack>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/window/export_dialog.h"
#include "app/editor/window/languages.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/viewport/gpu_test.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestWindow : public QObject {
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
  std::size_t bakedClips() { return window().workshop().bake()->animation->clips.size(); }

 private slots:
  void init() {
    m_editor = std::make_unique<EditorWindow>();
    QVERIFY(m_editor->openSample());
  }
  void cleanup() {
    document().undoStack().setClean();  // Or closing would ask.
    m_editor.reset();
  }

  void theSampleIsShown() {
    QCOMPARE(bakedClips(), std::size_t{4});
    QCOMPARE(window().clips().rows().size(), std::size_t{4});
    QVERIFY(window().windowTitle().contains("lantern-knight.texeleton"));
    const QTreeWidget& list = window().clips().list();
    QCOMPARE(list.topLevelItem(1)->text(ClipsPanel::kName), QString("Walk"));
    QVERIFY(list.topLevelItem(1)->text(ClipsPanel::kError).endsWith("mm"));
    QVERIFY(find<QLabel>("bakeFigure").text().contains("×"));
    QVERIFY(!find<QLabel>("statusText").text().isEmpty());
    if (QGuiApplication::platformName() != "offscreen") {
      QTRY_VERIFY(window().viewport().window().frameCount() > 0);
    }
    m_editor->keepPicture("sample");
  }

  void clipsAreTickedAndUnticked() {
    ClipsPanel& clips = window().clips();
    clickBox(clips.list(), clips.itemOf(0));
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{3});
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(bakedClips(), std::size_t{3});
    QVERIFY(clips.itemOf(0)->checkState(0) == Qt::Unchecked);
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});

    clickItem(clips.list(), clips.itemOf(1), ClipsPanel::kSeconds);
    QTest::mouseClick(&find<QPushButton>("onlyClips"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{1});
    QCOMPARE(document().recipe().clips[0].sourceName, std::string("Walk"));
    // Of the last one too: nothing is baked then, and it says what to do.
    clickBox(clips.list(), clips.itemOf(1));
    QTRY_VERIFY(document().state().noClips);
    QTRY_VERIFY(!window().workshop().bake() && !window().workshop().runner().isBusy());
    QVERIFY(clips.itemOf(1)->checkState(0) == Qt::Unchecked);
    QVERIFY(!find<QToolButton>("export").isEnabled());
    QCOMPARE(find<QLabel>("statusText").text(), StatusLine::tr("No clip is ticked: nothing is baked."));
    m_editor->keepPicture("no-clip");
    QTest::mouseClick(&find<QPushButton>("allClips"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    QVERIFY(m_editor->waitUntilBaked());
  }

  void clipsAreEditedTogether() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(0), ClipsPanel::kSeconds);
    clickItem(clips.list(), clips.itemOf(1), ClipsPanel::kSeconds, Qt::ControlModifier);
    QCOMPARE(clips.selectedRows(), (std::vector<int>{0, 1}));
    typeInto(find<NumberField>("clipRate"), "12");
    QTRY_COMPARE(document().recipe().clips[1].fps, std::optional<double>(12.0));
    QCOMPARE(document().recipe().clips[0].fps, std::optional<double>(12.0));
    QCOMPARE(document().undoStack().undoText(), ClipsPanel::tr("Change clip rate"));
    QCOMPARE(clips.selectedRows(), (std::vector<int>{0, 1}));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(window().workshop().bake()->animation->clips[1].frameCount, 12u);
    document().undoStack().undo();
    QVERIFY(!document().recipe().clips[1].fps);

    QTest::mouseClick(&find<QToolButton>("duplicateClip"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{5});
    QCOMPARE(document().recipe().clips[1].name, std::string("Idle 2"));
  }

  void clipsAreRenamed() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(1), ClipsPanel::kName);
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

  void settingsAreBaked() {
    QTest::mouseClick(find<Segmented>("toolBarMode").button(1), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.mode, std::optional(BakeMode::Vertex));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(window().workshop().bake()->animation->mode == BakeMode::Vertex);
    m_editor->keepPicture("vertices");
    QTest::mouseClick(&find<QPushButton>("takeAdvice"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.mode, std::optional(BakeMode::Bone));

    auto& format = find<QComboBox>("pixelFormat");
    format.setFocus();
    QTest::keyClick(&format, Qt::Key_Down);
    QTRY_COMPARE(document().recipe().bake.pixelFormat, std::optional(PixelFormat::Rgba32F));
    typeInto(find<NumberField>("maxSize"), "64");
    QTRY_COMPARE(document().recipe().bake.maxSize, std::optional<std::uint32_t>(64));
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().problem() || !window().workshop().runner().isBusy(), 60000);
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(document().recipe().bake.pixelFormat == std::optional(PixelFormat::Rgba16F));
  }

  // Over the limit it says so, and offers what mends it.
  void overTheLimitItLooksWrong() {
    typeInto(find<NumberField>("errorLimit"), "0.001");
    QTRY_VERIFY(document().recipe().bake.maxError.has_value());
    QTRY_VERIFY(window().workshop().overLimit().has_value());
    QCOMPARE(find<QLabel>("bakeState").property("role").toString(), QString("warning"));
    QVERIFY(find<QPushButton>("useFloats").isVisible());
    m_editor->keepPicture("over-limit");
    QTest::mouseClick(&find<QPushButton>("useFloats"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.pixelFormat, std::optional(PixelFormat::Rgba32F));
  }

  void socketsAreTyped() {
    auto& edit = find<QLineEdit>("expose0");
    auto& matches = find<QListWidget>("socketMatches");
    QVERIFY(matches.count() > 0);
    edit.setFocus();
    QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&edit, ".*");
    QTRY_COMPARE(document().recipe().bake.expose[0].pattern, std::string(".*"));
    QCOMPARE(static_cast<std::size_t>(matches.count()), window().workshop().model()->nodes.size());
    // What cannot be read is told where it fails, and does not reach the document.
    QTest::keyClicks(&edit, "(");
    QTest::qWait(20);
    QCOMPARE(document().recipe().bake.expose[0].pattern, std::string(".*"));
    QVERIFY(edit.property("wrong").toBool());
    QTest::keyClick(&edit, Qt::Key_Backspace);
    QVERIFY(!edit.property("wrong").toBool());
    document().undoStack().undo();  // All typing at once.
    QCOMPARE(document().recipe().bake.expose[0].pattern, std::string("weapon.*"));
    QTRY_COMPARE(find<QLineEdit>("expose0").text(), QString("weapon.*"));
  }

  void bonesAndMeshesAreChosen() {
    QTreeWidget& tree = window().model().tree();
    QTreeWidgetItem* rig = tree.topLevelItem(0);
    QVERIFY(rig->childCount() > 0);
    clickItem(tree, rig->child(0), 0);
    QVERIFY(window().selection().bone().isValid());
    auto& filter = find<QLineEdit>("boneFilter");
    QTest::keyClicks(&filter, "weapon");
    QVERIFY(!rig->isHidden());
    QTreeWidgetItem* meshes = tree.topLevelItem(1);
    QTest::keyClick(&filter, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&filter, Qt::Key_Delete);
    if (meshes->childCount() > 1) {
      clickBox(tree, meshes->child(0));
      QTRY_COMPARE(document().recipe().bake.meshes.hide.size(), std::size_t{1});
      clickBox(tree, meshes->child(0));
      QTRY_VERIFY(document().recipe().bake.meshes.hide.empty());
    }
  }

  void theStripPlays() {
    Playback& playback = window().playback();
    auto& clips = find<QComboBox>("transportClip");
    clips.setFocus();
    QTest::keyClick(&clips, Qt::Key_Down);
    QTRY_COMPARE(playback.clipNumber(), 1);
    ScrubBar& bar = window().transport().scrubBar();
    QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(bar.width() / 2, bar.height() / 2));
    QVERIFY(std::abs(playback.seconds() - playback.clip()->lengthSeconds / 2) < 0.02);
    const double frame = std::lround(playback.frame());
    QTest::keyClick(&bar, Qt::Key_Right);
    QCOMPARE(playback.frame(), frame + 1.0);
    QSignalSpy moved(&playback, &Playback::moved);
    QTest::keyClick(&bar, Qt::Key_Space);
    QVERIFY(playback.isPlaying());
    QTRY_VERIFY(moved.count() > 3);
    if (QGuiApplication::platformName() != "offscreen") {
      // From the viewport too, which is a window of its own.
      QTest::keyClick(&window().viewport().window(), Qt::Key_Space);
      QVERIFY(!playback.isPlaying());
    }
    playback.setPlaying(false);
  }

  void eventsAreEditedOnTheTimeline() {
    window().raiseDock("timeline");
    Playback& playback = window().playback();
    playback.setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    m_editor->keepPicture("timeline");

    // Dragged to frame 3, a little beside it: it snaps.
    const double to = playback.secondsOfFrame(3);
    const QPoint from = view.markerOf(0).toPoint();
    const QPoint there(static_cast<int>(view.placeOf(to)) + 2, from.y());
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, (from + there) / 2);
    QTest::mouseMove(&view, there);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, there);
    QCOMPARE(view.events().size(), std::size_t{2});
    QVERIFY2(std::abs(view.events()[0].clipSeconds - to) < 1e-9,
             qPrintable(QString::number(view.events()[0].clipSeconds)));
    QVERIFY(view.events()[0].origin == TimelineEvent::Recipe);

    // Added by a double click, named in place.
    const QPoint empty(static_cast<int>(view.placeOf(playback.secondsOfFrame(12))), view.height() - 10);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, empty);
    QTRY_COMPARE(view.events().size(), std::size_t{3});
    auto* name = view.findChild<QLineEdit*>("eventName");
    QVERIFY(name != nullptr);
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(name, "clank");
    QTest::keyClick(name, Qt::Key_Return);
    const auto named = [&view](const char* text) {
      return std::count_if(view.events().begin(), view.events().end(),
                           [text](const TimelineEvent& event) { return event.name == text; });
    };
    QTRY_COMPARE(named("clank"), std::ptrdiff_t{1});
    m_editor->keepPicture("event");

    // Deleted by key.
    std::size_t clank = 0;
    while (view.events()[clank].name != "clank") {
      ++clank;
    }
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(clank).toPoint());
    QTest::keyClick(&view, Qt::Key_Delete);
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    while (document().undoStack().canUndo()) {
      document().undoStack().undo();
    }
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QCOMPARE(view.events()[0].clipSeconds, 0.0);
    QVERIFY(view.events()[0].origin == TimelineEvent::File);
  }

  void texelsAreInspected() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    m_editor->keepPicture("texture");
    const BakedAnimation& animation = *window().workshop().bake()->animation;
    const std::uint32_t frame = animation.clips[1].frameBegin + 3;
    view.reveal(addressOf(animation, frame, 2));
    const TexelAddress at = addressOf(animation, frame, 2);
    const QPoint place = view.placeOf(at.x + 0.5, at.y + 0.5).toPoint();
    QTest::mouseMove(&view, place + QPoint(30, 0));
    QTest::mouseMove(&view, place);
    auto& title = find<QLabel>("texelTitle");
    QTRY_VERIFY2(title.text().contains(QString::fromStdString(animation.bones[2].name)), qPrintable(title.text()));
    const auto bits = static_cast<std::uint16_t>(texelInfo(animation, at.x, at.y).bits[0]);
    QVERIFY(find<QLabel>("texelBits").text().startsWith(QString("%1").arg(bits, 4, 16, QChar('0'))));
    m_editor->keepPicture("texels");
    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
    QCOMPARE(window().playback().clipNumber(), 1);
    QVERIFY(std::abs(window().playback().frame() - 3.0) < 1e-6);
    QVERIFY(window().selection().bone().isValid());
  }

  void crowdAndOriginalAreShown() {
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{1000});
    m_editor->keepPicture("crowd");
    typeInto(find<NumberField>("crowdCount"), "25");
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{25});
    QTest::mouseClick(find<Segmented>("source").button(1), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.path == DrawPath::Compute);
    QTest::mouseClick(find<Segmented>("source").button(0), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.path == DrawPath::Texture);
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{1});
  }

  void savedExportedAndOpenedAgain() {
    QTest::mouseClick(&find<QPushButton>("invertClips"), Qt::LeftButton);  // All were ticked: none is.
    QTRY_VERIFY(document().state().noClips);
    QTest::mouseClick(&find<QPushButton>("invertClips"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    document().set("Mode", &RecipeBake::fps, std::optional(15.0));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(window().isWindowModified());
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!window().isWindowModified());
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    QTest::mouseClick(&find<QToolButton>("export"), Qt::LeftButton, {}, QPoint(12, 12));
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    QVERIFY(std::filesystem::exists(m_editor->folder() / "lantern-knight.texpack" / "manifest.json"));
    window().openFile(m_editor->sampleFile());
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(document().recipe().bake.fps, std::optional(15.0));
  }

  // The dialog says what will become of each file, writes it, and the document remembers where.
  void exportedByTheDialog() {
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(window().findChild<ExportDialog*>() != nullptr);
    auto* dialog = window().findChild<ExportDialog*>();
    auto* files = dialog->findChild<QTreeWidget*>("exportFiles");
    auto* state = dialog->findChild<QLabel*>("exportState");
    auto* go = dialog->findChild<QPushButton*>("exportNow");
    QTRY_COMPARE_WITH_TIMEOUT(files->topLevelItemCount(), 4, 60000);
    auto* folder = dialog->findChild<QLineEdit*>("exportFolder");
    QTest::keyClick(folder, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(folder, "elsewhere/knight");
    QTRY_VERIFY_WITH_TIMEOUT(
        files->topLevelItemCount() == 4 && files->topLevelItem(0)->text(2) == ExportDialog::tr("new"), 60000);
    QVERIFY(dialog->findChild<QLineEdit*>("exportCommand")->text().contains("lantern-knight.texeleton"));
    m_editor->keepPicture("export-dialog");
    QTest::mouseClick(go, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(state->property("role").toString() == "good", 60000);
    m_editor->keepPicture("export-done");
    QTest::keyClicks(folder, "2");  // Export at once, before the folder was looked at: what is said stays.
    QTest::mouseClick(go, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(state->text().contains("knight2") && state->property("role").toString() == "good", 60000);
    QTest::qWait(700);
    QCOMPARE(state->property("role").toString(), QString("good"));
    QTest::keyClick(folder, Qt::Key_Backspace);
    QTest::mouseClick(go, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(state->text().contains("knight.") && state->property("role").toString() == "good", 60000);
    const std::filesystem::path pack = m_editor->folder() / "elsewhere" / "knight.texpack";
    QVERIFY(std::filesystem::exists(pack / "manifest.json"));
    QVERIFY(document().exportFolders() == std::vector<std::filesystem::path>{pack});
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<ExportDialog*>() == nullptr);
    window().activateWindow();  // There is no window manager here that would.
    QVERIFY(QTest::qWaitForWindowActive(&window()));

    // Ctrl+E does the same again without asking.
    std::filesystem::remove_all(pack);
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    QVERIFY(std::filesystem::exists(pack / "manifest.json"));
    document().undoStack().setIndex(0);
    QVERIFY(document().recipe().exports.empty());
  }

  // In both themes and languages nothing is cut off that has no tool tip.
  void themesAndLanguages() {
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
      applyTheme(*qApp, theme);
      QTest::qWait(50);  // Layouts follow in the event loop.
      m_editor->keepPicture(theme == Theme::Light ? "light" : "dark");
      for (const QPushButton* button : window().findChildren<QPushButton*>()) {
        if (button->isVisible()) {
          QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                   qPrintable(button->text()));
        }
      }
      for (const QLabel* label : window().findChildren<QLabel*>()) {
        if (label->isVisible() && !label->wordWrap() && qobject_cast<const ElidedLabel*>(label) == nullptr &&
            label->textFormat() != Qt::RichText && !label->text().contains('\n')) {
          QVERIFY2(label->width() + 1 >= label->fontMetrics().horizontalAdvance(label->text()),
                   qPrintable(label->text()));
        }
      }
    }
  }
};

int main(int argc, char** argv) {
  const texeleton::test::VirtualDisplay display;
  QSurfaceFormat::setDefaultFormat(openGlFormat());
  QApplication application(argc, argv);
  QApplication::setApplicationName("texeleton-test");
  QApplication::setOrganizationName("texeleton-test");
  speak(application, QLocale(qEnvironmentVariable("TEXELETON_TEST_LANGUAGE", "en")));
  applyTheme(application, Theme::Dark);
  TestWindow test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_window.moc"
