// The File menu: new documents, adding and removing motions, recent files, the question about unsaved changes, and the
// first start.

#include <QApplication>
#include <QFile>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <algorithm>

#include "app/editor/document/document_file.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/window/recent_files.h"
#include "app/editor/window/startup.h"
#include "app/editor/window/window_menus.h"
#include "core/recipe/recipe.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestFiles : public EditorTest {
  Q_OBJECT

  void untickFirst() {
    clickBox(window().clips().list(), window().clips().itemOf(0));
    QTRY_VERIFY(document().isModified());
  }
  /// A motion of the sample in a file of its own, with the clip named `clip`.
  fs::path motionFile(const char* name, const char* from, const char* clip) {
    Glb motion = onlyAnimation(readGlb(m_editor->folder() / "lantern-knight.glb"), from);
    motion.json["animations"][0]["name"] = clip;
    const fs::path file = m_editor->folder() / name;
    writeGlb(file, motion);
    return file;
  }
  bool hasClip(const std::string& name) {
    const auto& bake = window().workshop().bake();
    return bake && std::any_of(bake->animation->clips.begin(), bake->animation->clips.end(),
                               [&name](const vat::BakedClip& clip) { return clip.name == name; });
  }
  QTreeWidgetItem* heading(const QString& file) {
    const QList<QTreeWidgetItem*> found = window().clips().list().findItems(file, Qt::MatchExactly, ClipTree::kName);
    return found.isEmpty() ? nullptr : found.front();
  }

 private slots:
  void init() {
    QSettings().clear();
    openWindow();
  }
  void cleanup() { closeWindow(); }

  void newAsksAboutChanges() {
    QVERIFY(m_editor->openSample());
    untickFirst();
    {
      const Answer cancel(QMessageBox::Cancel);
      QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
      QTRY_COMPARE(cancel.count(), 1);
      QVERIFY2(cancel.asked().contains("lantern-knight.texeleton"), qPrintable(cancel.asked()));
    }
    QVERIFY(document().isModified());
    QCOMPARE(document().recipe().clips.size(), std::size_t{3});
    comeBack();
    {
      const Answer save(QMessageBox::Save);
      QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
      QTRY_COMPARE(save.count(), 1);
    }
    QTRY_VERIFY(document().isEmpty());
    JobContext job;
    const auto saved = recipe::readRecipe(m_editor->sampleFile(), job);
    QVERIFY(saved.has_value());
    QCOMPARE(saved->clips.size(), std::size_t{3});
    // An empty window, as at the start.
    QVERIFY(document().file().empty());
    QCOMPARE(window().windowTitle(), QString("Texeleton"));
    QVERIFY(!window().workshop().bake() && window().clips().rows().empty());
    QVERIFY(find<QPushButton>("openSample").isVisible());
    QVERIFY(!find<QToolButton>("addMotions").isEnabled());
    {
      comeBack();
      const Answer nobody(QMessageBox::Discard);
      QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
      QTest::qWait(150);
      QCOMPARE(nobody.count(), 0);  // Nothing to save.
    }

    QVERIFY(m_editor->openSample());
    QCOMPARE(document().recipe().clips.size(), std::size_t{3});
    untickFirst();
    {
      const Answer discard(QMessageBox::Discard);
      QMenu* file = openMenu(*window().menuBar(), WindowMenus::tr("&File"));
      QVERIFY(file != nullptr);
      m_editor->keepPicture("file-menu");
      QVERIFY(choose(*file, WindowActions::tr("New")));
      QTRY_COMPARE(discard.count(), 1);
    }
    QTRY_VERIFY(document().isEmpty());
    const auto after = recipe::readRecipe(m_editor->sampleFile(), job);
    QVERIFY(after && after->clips.size() == 3);
  }

  void closingAsks() {
    QVERIFY(m_editor->openSample());
    untickFirst();
    {
      const Answer cancel(QMessageBox::Cancel);
      QVERIFY(!window().close());
      QCOMPARE(cancel.count(), 1);
      QVERIFY(window().isVisible());
    }
    const Answer discard(QMessageBox::Discard);
    QVERIFY(window().close());
    QCOMPARE(discard.count(), 1);
    JobContext job;
    const auto kept = recipe::readRecipe(m_editor->sampleFile(), job);
    QVERIFY(kept && kept->clips.size() == 4);
  }

  // Changed by hand, by version control or by another editor: Save must not overwrite it silently.
  void saveAsksIfFileChanged() {
    QVERIFY(m_editor->openSample());
    const fs::path file = m_editor->sampleFile();
    JobContext job;
    const auto changeByHand = [&](double rate) {
      auto theirs = recipe::readRecipe(file, job);
      QVERIFY(theirs.has_value());
      theirs->bake.fps = rate;
      QVERIFY(recipe::writeRecipe(file, *theirs).has_value());
    };
    const auto clipsAndRate = [&] {
      const auto now = recipe::readRecipe(file, job);
      return now ? std::pair(now->clips.size(), now->bake.fps) : std::pair(std::size_t{0}, std::optional<double>());
    };
    untickFirst();
    changeByHand(17.0);
    QVERIFY(document().isChangedOnDisk());
    {
      const Answer cancel(QMessageBox::Cancel);
      QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
      QTRY_COMPARE(cancel.count(), 1);
      QVERIFY2(cancel.asked().contains("lantern-knight.texeleton"), qPrintable(cancel.asked()));
    }
    QVERIFY(document().isModified());
    QVERIFY(clipsAndRate() == std::pair(std::size_t{4}, std::optional(17.0)));
    comeBack();
    {
      const Answer mine(QMessageBox::Save);
      QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
      QTRY_COMPARE(mine.count(), 1);
    }
    QTRY_VERIFY(!document().isModified());
    QCOMPARE(clipsAndRate().first, std::size_t{3});
    QVERIFY(clipsAndRate().second != std::optional(17.0));
    QVERIFY(!document().isChangedOnDisk());
    comeBack();

    changeByHand(19.0);
    {
      const Answer theirs(QMessageBox::Open);
      QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
      QTRY_COMPARE(theirs.count(), 1);
    }
    QTRY_VERIFY(document().recipe().bake.fps == std::optional(19.0));
    QVERIFY(!document().isModified() && !document().isChangedOnDisk());
  }

  void keepsRecipesOfNewerVersions() {
    QVERIFY(m_editor->openSample());
    const QByteArray newer = R"({"format": "texeleton-recipe", "version": 99, "sources": []})";
    QFile file(toQString(m_editor->sampleFile()));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(newer) == newer.size());
    file.close();
    const auto saved = document().save(m_editor->sampleFile());
    QVERIFY(!saved && saved.error().code == ErrorCode::Unsupported);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), newer);
  }

  void describesRecipeDifferences() {
    const auto lines = recipeDifferences(R"({"version": 1, "bake": {"fps": 24}, "clips": [{"name": "Run"}]})",
                                         R"({"version": 1, "bake": {"fps": 30, "mode": "bone"}, "clips": []})");
    QCOMPARE(lines.size(), std::size_t{3});
    for (const char* line : {"bake/fps: 24 → 30", "bake/mode: – → \"bone\"", "clips/0: {\"name\":\"Run\"} → –"}) {
      QVERIFY2(std::find(lines.begin(), lines.end(), line) != lines.end(), line);
    }
    QVERIFY(recipeDifferences("not JSON", "{}").empty());
  }

  void undoAndRedoKeys() {
    QVERIFY(m_editor->openSample());
    untickFirst();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{4});
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{3});
    QVERIFY(window().clips().itemOf(0)->checkState(ClipTree::kName) == Qt::Unchecked);
  }

  void addsAndRemovesMotions() {
    QVERIFY(m_editor->openSample());
    const fs::path march = motionFile("march & turn.glb", "Walk", "March");
    const std::size_t sources = document().recipe().sources.size();
    QTest::mouseClick(&find<QToolButton>("addMotions"), Qt::LeftButton);
    QTRY_VERIFY(window().findChild<QFileDialog*>("motionsDialog") != nullptr);
    QVERIFY(typeFile(find<QFileDialog>("motionsDialog"), toQString(march.filename())));
    QTRY_VERIFY_WITH_TIMEOUT(hasClip("March"), 60000);
    QTRY_VERIFY(window().findChild<QFileDialog*>("motionsDialog") == nullptr);
    QCOMPARE(document().recipe().sources.size(), sources + 1);
    QCOMPARE(document().undoStack().undoText(), SourceCommands::tr("Add motions"));
    QVERIFY(m_editor->waitUntilBaked());
    const std::vector<recipe::RecipeClip> with = document().recipe().clips;

    // An issue about the file leads to its clips.
    auto& issues = *window().findChild<IssuesPanel*>();
    issues.add({Severity::Warning, message("the motion is odd"), utf8Of(march)});
    window().raiseDock("issues");
    find<QLineEdit>("clipFilter").setText("Idle");
    QTest::qWait(30);
    clickItem(issues.list(), itemNamed(issues.list(), toQString(march)), 0);
    QTest::keyClick(&issues.list(), Qt::Key_Return);
    const std::vector<int> shown = window().clips().selectedRows();
    QCOMPARE(shown.size(), std::size_t{1});
    QCOMPARE(window().clips().rows()[static_cast<std::size_t>(shown[0])].name(model()), std::string("March"));
    QVERIFY(!window().clips().itemOf(shown[0])->isHidden());

    // Removed with the menu of its heading; the model's heading has no such entry.
    LinkedTree& list = window().clips().list();
    QVERIFY(heading("march & turn.glb") != nullptr && heading("lantern-knight.glb") != nullptr);
    comeBack();
    askForMenu(list, heading("lantern-knight.glb"));
    QPointer<QMenu> menu = window().findChild<QMenu*>("sourceMenu");
    QTRY_VERIFY(menu && menu->isVisible());
    QCOMPARE(menu->actions().size(), 1);
    QTest::keyClick(menu, Qt::Key_Escape);
    QTRY_VERIFY(!menu);
    askForMenu(list, heading("march & turn.glb"));
    menu = window().findChild<QMenu*>("sourceMenu");
    QTRY_VERIFY(menu && menu->isVisible());
    m_editor->keepPicture("source-menu");
    QVERIFY(choose(*menu, ClipMenus::tr("Remove %1").arg("march && turn.glb")));
    QTRY_COMPARE(document().recipe().sources.size(), sources);
    QTRY_VERIFY_WITH_TIMEOUT(!hasClip("March"), 60000);
    QCOMPARE(document().undoStack().undoText(),
             QCoreApplication::translate("Sources", "Remove %1").arg("march & turn.glb"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(window().workshop().bake()->animation->clips.size(), std::size_t{4});
    comeBack();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(document().recipe().sources.size(), sources + 1);
    QVERIFY(document().recipe().clips == with);
    QTRY_VERIFY_WITH_TIMEOUT(hasClip("March"), 60000);
    QVERIFY(m_editor->waitUntilBaked());
  }

  // An image next to the model, under the name of a document, of a picture, and of a table of events.
  void keepsReferencedFiles() {
    const fs::path folder = m_editor->folder();
    QImage skin(8, 8, QImage::Format_RGB32);
    skin.fill(Qt::darkCyan);
    QVERIFY(skin.save(toQString(folder / "skin.png")));
    Glb painted = readGlb(folder / "lantern-knight.glb");
    painted.json["images"] = {{{"uri", "skin.png"}}};
    painted.json["textures"] = {{{"source", 0}}};
    painted.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", 0}};
    writeGlb(folder / "painted.glb", painted);
    QFile file(toQString(folder / "skin.png"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();

    window().openFile(folder / "painted.glb");
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(document().save(folder / "painted.texeleton"));
    fs::remove(folder / "painted.texeleton");
    fs::create_hard_link(folder / "skin.png", folder / "painted.texeleton");
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(window().findChild<QMessageBox*>("message") != nullptr);
    QVERIFY2(find<QMessageBox>("message").informativeText().contains("skin.png"),
             qPrintable(find<QMessageBox>("message").informativeText()));
    find<QMessageBox>("message").close();
    fs::remove(folder / "painted.texeleton");
    fs::create_hard_link(folder / "skin.png", folder / "skin.texeleton");
    const Workshop& workshop = window().workshop();
    for (const char* name : {"skin.texeleton", "skin.png", "painted.glb"}) {
      QVERIFY2(!workshop.checkNoInput(folder / name), name);
    }
    QVERIFY(document().save(folder / "painted.texeleton", workshop.inputs()));
    QVERIFY(workshop.checkNoInput(folder / "other.png"));
    QVERIFY(!workshop.checkNoInput(folder / "painted.texeleton"));  // A picture never overwrites the document.
    QVERIFY(document().save(folder / "painted.texeleton", workshop.inputs()));
    file.seek(0);
    QCOMPARE(file.readAll(), before);
  }

  // Clips refer to sources by number: numbers of later sources are adjusted, and removing the last cut ticks nothing
  // else.
  void removesSourcesFromLists() {
    DocumentState state;
    for (const char* role : {"model", "motion", "events", "motion"}) {
      state.recipe.sources.push_back({std::string("/art/") + role, role, {}, {}});
    }
    const auto clip = [](std::optional<std::uint32_t> source, const char* name) {
      recipe::RecipeClip result;
      result.source = source;
      result.sourceName = name;
      return result;
    };
    QCOMPARE(motionNumbers(state.recipe), (std::vector<std::size_t>{1, 3}));
    state.recipe.clips = {clip({}, "Idle"), clip(1, "March"), clip(3, "Swim")};
    state.unticked = {clip(1, "Creep"), clip(3, "Dive")};
    const DocumentState rest = withoutSource(state, 1);
    QCOMPARE(rest.recipe.sources.size(), std::size_t{3});
    QCOMPARE(rest.recipe.sources[2].role, std::string("motion"));
    QVERIFY(rest.recipe.clips == (std::vector<recipe::RecipeClip>{clip({}, "Idle"), clip(2, "Swim")}));
    QVERIFY(rest.unticked == std::vector<recipe::RecipeClip>{clip(2, "Dive")});
    QVERIFY(!rest.noClips);
    state.recipe.clips = {clip(1, "March")};
    QVERIFY(withoutSource(state, 1).noClips);
    state.recipe.clips.clear();  // No list: all clips.
    QVERIFY(!withoutSource(state, 1).noClips);
  }

  // By role and path, in one edit; a source that is not listed is not an edit.
  void removesSourceByPath() {
    Document document;
    document.startFrom("/art/hero.glb", {"/art/walk.glb", "/art/run.glb"});
    removeSource(document, pack::SourceRole::Character, "/art/walk.glb");
    removeSource(document, pack::SourceRole::Motion, "/art/jump.glb");
    QCOMPARE(document.undoStack().count(), 0);
    removeSource(document, pack::SourceRole::Motion, "/art/walk.glb");
    QCOMPARE(document.recipe().sources.size(), std::size_t{2});
    QCOMPARE(document.recipe().sources[1].path, std::string("/art/run.glb"));
    QCOMPARE(document.undoStack().undoText(), QCoreApplication::translate("Sources", "Remove %1").arg("walk.glb"));
    document.undoStack().undo();
    QCOMPARE(document.recipe().sources.size(), std::size_t{3});
  }

  void listsRecentFiles() {
    const fs::path odd = m_editor->folder() / "knight & squire.texeleton";
    fs::copy_file(m_editor->sampleFile(), odd);
    const fs::path gone = m_editor->folder() / "gone.texeleton";
    fs::create_directories(m_editor->folder() / "other");
    MainWindow other(EditorWindow::optionsIn(m_editor->folder() / "other"));  // Saves recent files.
    other.show();
    QVERIFY(QTest::qWaitForWindowExposed(&other));
    const auto recent = [&other]() -> QMenu* {
      QMenu* file = openMenu(*other.menuBar(), WindowMenus::tr("&File"));
      if (file == nullptr || !choose(*file, WindowMenus::tr("Open recent"))) {
        return nullptr;
      }
      for (const QAction* action : file->actions()) {
        if (action->text() == WindowMenus::tr("Open recent")) {
          return action->menu();
        }
      }
      return nullptr;
    };
    RecentFiles::add(toQString(gone));
    other.openFile(odd);
    QVERIFY(other.document().file() == odd);
    other.document().clear();
    QMenu* menu = recent();
    QVERIFY(menu != nullptr);
    QTRY_VERIFY(menu->isVisible());
    QCOMPARE(menu->actions().size(), 2);
    // "&" is part of the name, not a mnemonic.
    QVERIFY(menu->actions()[0]->text().endsWith("knight && squire.texeleton"));
    QVERIFY(choose(*menu, menu->actions()[0]->text()));
    QTRY_VERIFY(other.document().file() == odd);

    // A deleted file is reported and leaves the list; the open document stays.
    menu = recent();
    QVERIFY(menu != nullptr);
    QTRY_VERIFY(menu->isVisible());
    QVERIFY(choose(*menu, menu->actions()[1]->text()));
    QTRY_VERIFY(other.findChild<QMessageBox*>("message") != nullptr);
    auto* box = other.findChild<QMessageBox*>("message");
    QVERIFY2(box->informativeText().contains("gone.texeleton"), qPrintable(box->informativeText()));
    box->close();
    QCOMPARE(RecentFiles::list(), QStringList{toQString(odd)});
    QVERIFY(other.document().file() == odd);
    for (int i = 0; i < 12; ++i) {
      RecentFiles::add(QString::number(i));
    }
    QCOMPARE(RecentFiles::list().size(), 10);
    QCOMPARE(RecentFiles::list().front(), QString("11"));
  }

  void firstRunShowsSample() {
    if (FileCommands::sampleFile().empty()) {
      TEXELETON_SKIP("the sample is not beside the program");
    }
    m_editor = std::make_unique<EditorWindow>([](WindowOptions& options) { options.playsWhenOpened = true; });
    showFirst(window(), {});
    QVERIFY(document().modelFile().filename() == "lantern-knight.glb");
    QVERIFY(document().file().empty());  // A copy: saving does not change the sample.
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(window().playback().isPlaying());
    window().playback().setPlaying(false);

    // The second start is empty; the sample opens only on request.
    openWindow();
    showFirst(window(), {});
    QVERIFY(document().isEmpty());
    showFirst(window(), {{}, true});
    QVERIFY(document().modelFile().filename() == "lantern-knight.glb");

    // A first start with a file does not show the sample.
    QSettings().clear();
    openWindow();
    showFirst(window(), {toQString(m_editor->sampleFile()), false});
    QVERIFY(document().file() == m_editor->sampleFile());
    openWindow();
    showFirst(window(), {});
    QVERIFY(document().isEmpty());
  }
};

TEXELETON_EDITOR_SUITE(TestFiles)

#include "test_files.moc"
