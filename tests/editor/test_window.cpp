// The editor as a user has it: through real mouse and key events, in an Xvfb where there is no display.

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QListWidget>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "app/editor/document/paths.h"
#include "app/editor/panels/sockets/sockets_panel.h"
#include "app/editor/window/export_dialog.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

/// Replaces the file manager during its lifetime.
class FolderOpened : public QObject {
  Q_OBJECT

 public:
  FolderOpened() { QDesktopServices::setUrlHandler("file", this, "open"); }
  ~FolderOpened() override { QDesktopServices::unsetUrlHandler("file"); }
  const QString& folder() const { return m_folder; }

 public slots:
  void open(const QUrl& url) { m_folder = url.toLocalFile(); }

 private:
  QString m_folder;
};

class TestWindow : public EditorTest {
  Q_OBJECT

  std::size_t bakedClips() { return window().workshop().bake()->animation->clips.size(); }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void showsSample() {
    QCOMPARE(bakedClips(), std::size_t{4});
    QCOMPARE(window().clips().rows().size(), std::size_t{4});
    QVERIFY(window().windowTitle().contains("lantern-knight.texeleton"));
    const QTreeWidget& list = window().clips().list();
    QCOMPARE(list.topLevelItem(1)->text(ClipTree::kName), QString("Walk"));
    QCOMPARE(list.headerItem()->text(ClipTree::kError), QString("Error (mm)"));
    QVERIFY(list.topLevelItem(1)->text(ClipTree::kError).contains(QRegularExpression("^<?[0-9.]+$")));
    QVERIFY(find<QLabel>("bakeFigure").text().contains("×"));
    QVERIFY(!find<QLabel>("statusText").text().isEmpty());
    if (QGuiApplication::platformName() != "offscreen") {
      QTRY_VERIFY(window().viewport().window().frameCount() > 0);
    }
    m_editor->keepPicture("sample");
  }

  void bakesSettings() {
    QTest::mouseClick(find<Segmented>("toolBarMode").button(1), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.mode, std::optional(vat::BakeMode::Vertex));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(window().workshop().bake()->animation->mode == vat::BakeMode::Vertex);
    m_editor->keepPicture("vertices");
    QTest::mouseClick(&find<QPushButton>("takeAdvice"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.mode, std::optional(vat::BakeMode::Bone));

    auto& format = find<QComboBox>("pixelFormat");
    format.setFocus();
    QTest::keyClick(&format, Qt::Key_Down);
    QTRY_COMPARE(document().recipe().bake.pixelFormat, std::optional(vat::PixelFormat::Rgba32F));
    typeInto(find<NumberField>("maxSize"), "64");
    QTRY_COMPARE(document().recipe().bake.maxSize, std::optional<std::uint32_t>(64));
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().problem() || !window().workshop().runner().isBusy(), 60000);
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(document().recipe().bake.pixelFormat == std::optional(vat::PixelFormat::Rgba16F));
  }

  // Over the limit a warning is shown, with remedies.
  void warnsOverLimit() {
    typeInto(find<NumberField>("errorLimit"), "0.001");
    QTRY_VERIFY(document().recipe().bake.maxError.has_value());
    QTRY_VERIFY(window().workshop().overLimit().has_value());
    QCOMPARE(find<QLabel>("bakeState").property("role").toString(), QString("warning"));
    QVERIFY(find<QPushButton>("useFloats").isVisible());
    m_editor->keepPicture("over-limit");
    QTest::mouseClick(&find<QPushButton>("useFloats"), Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.pixelFormat, std::optional(vat::PixelFormat::Rgba32F));
  }

  void typesSockets() {
    auto& edit = find<QLineEdit>("expose0");
    auto& matches = find<QListWidget>("socketMatches");
    QVERIFY(matches.count() > 0);
    edit.setFocus();
    QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&edit, ".*");
    QTRY_COMPARE(document().recipe().bake.expose[0].pattern, std::string(".*"));
    QCOMPARE(static_cast<std::size_t>(matches.count()), window().workshop().model()->nodes.size());
    // An invalid expression is marked at its error and is not stored in the document.
    QTest::keyClicks(&edit, "(");
    QTest::qWait(20);
    QCOMPARE(document().recipe().bake.expose[0].pattern, std::string(".*"));
    QVERIFY(edit.property("wrong").toBool());
    QTest::keyClick(&edit, Qt::Key_Backspace);
    QVERIFY(!edit.property("wrong").toBool());
    document().undoStack().undo();  // All typing is one step.
    QCOMPARE(document().recipe().bake.expose[0].pattern, std::string("weapon.*"));
    QTRY_COMPARE(find<QLineEdit>("expose0").text(), QString("weapon.*"));
  }

  // Typing that ends with an invalid expression leaves the document as it was.
  void invalidExpressionsChangeNothing() {
    const auto pattern = [this] { return document().recipe().bake.expose[0].pattern; };
    auto& edit = find<QLineEdit>("expose0");
    edit.setFocus();
    QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&edit, "hand_(");  // Faster than the delay after which it is applied.
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(pattern(), std::string("weapon.*"));
    QCOMPARE(document().undoStack().count(), 0);
    QVERIFY(edit.property("wrong").toBool());
    QCOMPARE(edit.text(), QString("hand_("));
    // With a pause after a valid expression.
    QTest::keyClick(&edit, Qt::Key_Backspace);
    QTRY_COMPARE(pattern(), std::string("hand_"));
    QTest::keyClicks(&edit, "(");
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(pattern(), std::string("weapon.*"));
    // The title reports that nothing matches.
    QSignalSpy told(window().findChild<SocketsPanel*>(), &SocketsPanel::summaryChanged);
    QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&edit, "nothing");
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(pattern(), std::string("nothing"));
    QTRY_COMPARE(find<QListWidget>("socketMatches").count(), 0);
    QVERIFY(!find<QComboBox>("heldShape").isEnabled());
    QTRY_VERIFY(!told.isEmpty());
    QTRY_COMPARE(told.last()[0].toString(), QString("No bone matches this expression"));
    document().undoStack().setClean();
  }

  // Without a model no object can be held at a socket.
  void emptyWindowHoldsNothing() {
    closeWindow();
    openWindow();
    QVERIFY(!find<QComboBox>("heldShape").isVisibleTo(&window()));
  }

  void choosesBonesAndMeshes() {
    QTreeWidget& tree = window().model().tree();
    QTreeWidgetItem* rig = itemNamed(tree, RigSection::tr("Rig"));
    QVERIFY(rig->childCount() > 0);
    clickItem(tree, rig->child(0), 0);
    QVERIFY(window().selection().bone().isValid());
    auto& filter = find<QLineEdit>("boneFilter");
    QTest::keyClicks(&filter, "weapon");
    QVERIFY(!rig->isHidden());
    QTreeWidgetItem* meshes = itemNamed(tree, MeshesSection::tr("Meshes"));
    QTest::keyClick(&filter, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&filter, Qt::Key_Delete);
    if (meshes->childCount() > 1) {
      clickBox(tree, meshes->child(0));
      QTRY_COMPARE(document().recipe().bake.meshes.hide.size(), std::size_t{1});
      clickBox(tree, meshes->child(0));
      QTRY_VERIFY(document().recipe().bake.meshes.hide.empty());
    }
  }

  void inspectsTexels() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    m_editor->keepPicture("texture");
    const vat::BakedAnimation& animation = *window().workshop().bake()->animation;
    const std::uint32_t frame = animation.clips[1].frameBegin + 3;
    view.reveal(addressOf(animation, frame, 2));
    const vat::TexelAddress at = addressOf(animation, frame, 2);
    const QPoint place = view.placeOf(at.x + 0.5, at.y + 0.5).toPoint();
    QTest::mouseMove(&view, place + QPoint(30, 0));
    QTest::mouseMove(&view, place);
    auto& title = find<QLabel>("texelTitle");
    auto& where = find<QLabel>("texelPlace");
    QTRY_VERIFY2(title.text().contains(QString::fromStdString(animation.bones[2].name)), qPrintable(title.text()));
    const auto bits = static_cast<std::uint16_t>(texelInfo(animation, at.x, at.y).bits[0]);
    QVERIFY(find<QLabel>("texelBits").text().startsWith(QString("%1").arg(bits, 4, 16, QChar('0'))));
    const QString whole = QString("frame 3, x %1, y %2").arg(at.x).arg(at.y);
    QCOMPARE(where.text(), whole);
    QTRY_VERIFY(where.width() >= where.fontMetrics().horizontalAdvance(whole));  // Once it is laid out.
    m_editor->keepPicture("texels");
    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
    QCOMPARE(window().playback().clipNumber(), 1);
    QVERIFY(std::abs(window().playback().frame() - 3.0) < 1e-6);
    QVERIFY(window().selection().bone().isValid());
  }

  void savedExportedAndOpenedAgain() {
    find<QAction>("invertClips").trigger();  // All were ticked, so none is.
    QTRY_VERIFY(document().state().noClips);
    find<QAction>("invertClips").trigger();
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    document().set("Mode", &recipe::RecipeBake::fps, std::optional(15.0));
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

  // The dialog lists the fate of each file, writes the files, and the document stores the folder.
  void exportsWithDialog() {
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
    // The export can be copied as a command and shown in the file manager.
    QTest::mouseClick(dialog->findChild<QToolButton*>("copyCommand"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), dialog->findChild<QLineEdit*>("exportCommand")->text());
    FolderOpened opened;
    QTest::mouseClick(dialog->findChild<QPushButton*>("showExport"), Qt::LeftButton);
    QTRY_COMPARE(opened.folder(), toQString(m_editor->folder() / "elsewhere"));

    QTest::keyClicks(folder, "2");  // Export before the folder has been checked: the message stays.
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
    window().activateWindow();  // There is no window manager to do it.
    QVERIFY(QTest::qWaitForWindowActive(&window()));

    // Ctrl+E repeats the export without asking.
    std::filesystem::remove_all(pack);
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    QVERIFY(std::filesystem::exists(pack / "manifest.json"));
    document().undoStack().setIndex(0);
    QVERIFY(document().recipe().exports.empty());
  }
};

TEXELETON_EDITOR_SUITE(TestWindow)

#include "test_window.moc"
