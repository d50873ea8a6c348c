// Files dropped on the window: documents, models, motions, packs, several at once, and each hostile file of the shared
// models.

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QMessageBox>
#include <QMimeData>
#include <QObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>
#include <QUrl>
#include <QtGui/QDropEvent>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/window/locate_dialog.h"
#include "app/editor/window/main_window.h"
#include "app/editor/window/pack_box.h"
#include "app/editor/window/several_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;

namespace fs = std::filesystem;

class TestDrops : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<MainWindow> m_window;
  fs::path at(const char* name) const { return toPath(m_folder->path()) / name; }
  Workshop& workshop() { return m_window->workshop(); }
  bool isReady() { return workshop().errors() != nullptr && !workshop().runner().isBusy(); }

  /// Drops files as a file manager does.
  void drop(const std::vector<fs::path>& files, const QPoint& place) {
    QMimeData data;
    QList<QUrl> urls;
    for (const fs::path& file : files) {
      urls.append(QUrl::fromLocalFile(toQString(file)));
    }
    data.setUrls(urls);
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QVERIFY(drop.isAccepted());
  }
  QPoint onClips() const { return m_window->clips().mapTo(m_window.get(), m_window->clips().rect().center()); }
  QPoint elsewhere() const { return m_window->viewport().mapTo(m_window.get(), QPoint(20, 80)); }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    fs::create_directories(at("art"));
    for (const char* name : {"lantern-knight.glb", "lantern-knight.texeleton", "lantern-knight.events.json"}) {
      fs::copy_file(test::sourceFolder() / "resources" / "samples" / name, at("art") / name);
    }
    WindowOptions options;
    options.remember = false;
    options.backend = viewport::GpuBackend::OpenGl;
    options.recoveryFolder = at("recovery");
    m_window = std::make_unique<MainWindow>(options);
    m_window->show();
    QTest::qWait(20);
  }
  void cleanup() {
    if (m_window) {
      m_window->document().undoStack().setClean();
    }
    m_window.reset();
  }

  void modelsAndDocuments() {
    drop({at("art") / "lantern-knight.glb"}, elsewhere());
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    QVERIFY(m_window->document().file().empty());
    QVERIFY(m_window->document().modelFile() == at("art") / "lantern-knight.glb");
    drop({at("art") / "lantern-knight.texeleton"}, elsewhere());
    QTRY_VERIFY(m_window->document().file() == at("art") / "lantern-knight.texeleton");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    // A document dropped on Clips opens too.
    drop({at("art") / "lantern-knight.texeleton"}, onClips());
    QTest::qWait(20);
    QCOMPARE(m_window->document().recipe().sources.size(), std::size_t{2});
  }

  void motionsOnClips() {
    const test::Glb knight = test::readGlb(test::knightSample().toStdString());
    test::Glb march = test::onlyAnimation(knight, "Walk");
    march.json["animations"][0]["name"] = "March";
    test::writeGlb(at("march.glb"), march);
    m_window->openFile(at("art") / "lantern-knight.texeleton");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    const std::size_t before = workshop().bake()->animation->clips.size();
    const std::size_t listed = m_window->document().recipe().clips.size();
    QVERIFY(listed > 0);  // The sample lists its clips, so a new one is not ticked automatically.
    drop({at("march.glb")}, onClips());
    QTRY_VERIFY_WITH_TIMEOUT(isReady() && workshop().bake()->animation->clips.size() == before + 1, 60000);
    QCOMPARE(workshop().bake()->animation->clips.back().name, std::string("March"));
    QCOMPARE(m_window->document().recipe().clips.size(), listed + 1);
    drop({at("march.glb")}, onClips());  // Again: it is already there.
    QTest::qWait(50);
    QCOMPARE(m_window->document().recipe().clips.size(), listed + 1);
    QCOMPARE(m_window->document().undoStack().count(), 1);
    m_window->document().undoStack().undo();
    QVERIFY(!m_window->document().isModified());
    QCOMPARE(m_window->document().recipe().clips.size(), listed);
    m_window->document().undoStack().redo();
    QCOMPARE(m_window->document().recipe().clips.size(), listed + 1);
    m_window->document().undoStack().undo();
  }

  // One of several files is the model; the others provide clips.
  void severalFiles() {
    const test::Glb knight = test::readGlb(test::knightSample().toStdString());
    test::Glb march = test::onlyAnimation(knight, "Walk");
    march.json["animations"][0]["name"] = "March";
    test::writeGlb(at("art") / "march.glb", march);
    const fs::path model = at("art") / "lantern-knight.glb";
    bool byName = true;
    QCOMPARE(likelyModel({at("art") / "march.glb", model}, byName), std::size_t{1});  // The larger file.
    QVERIFY(!byName);
    QCOMPARE(likelyModel({"a/hero@run.fbx", "a/Hero.fbx", "a/hero@walk.fbx"}, byName), std::size_t{1});
    QVERIFY(byName);

    drop({at("art") / "march.glb", model}, elsewhere());
    const auto dialog = [this] { return m_window->findChild<SeveralFilesDialog*>(); };
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY(dialog()->model() == model);
    QVERIFY(dialog()->motions() == std::vector<fs::path>{at("art") / "march.glb"});
    QTest::mouseClick(dialog()->findChild<QPushButton*>("severalOpen"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(isReady() && workshop().bake()->animation->clips.size() == 5, 60000);
    QVERIFY(m_window->document().modelFile() == model);
    QVERIFY(!m_window->document().isModified());
    QTRY_VERIFY(dialog() == nullptr);

    // Added to the open model; after Cancel nothing happens.
    test::Glb stroll = march;
    stroll.json["animations"][0]["name"] = "Stroll";
    test::writeGlb(at("stroll.glb"), stroll);
    test::writeGlb(at("other.glb"), stroll);
    for (const bool take : {false, true}) {
      drop({at("stroll.glb"), at("other.glb")}, elsewhere());
      QTRY_VERIFY(dialog() != nullptr);
      QVERIFY(dialog()->model().empty());
      auto* list = dialog()->findChild<QTreeWidget*>("severalMotions");
      list->topLevelItem(1)->setCheckState(0, Qt::Unchecked);
      QTest::keyClick(dialog(), take ? Qt::Key_Return : Qt::Key_Escape);
      QTRY_VERIFY(dialog() == nullptr);
      QCOMPARE(m_window->document().undoStack().count(), take ? 1 : 0);
    }
    QTRY_VERIFY_WITH_TIMEOUT(isReady() && workshop().bake()->animation->clips.size() == 6, 60000);
    m_window->document().undoStack().setClean();

    // A document among them brings its own sources.
    drop({model, at("art") / "lantern-knight.events.json", at("art") / "lantern-knight.texeleton"}, elsewhere());
    QTRY_VERIFY(m_window->document().file() == at("art") / "lantern-knight.texeleton");
    QVERIFY(dialog() == nullptr);
  }

  // A table of events is imported into the timeline.
  void importsEvents() {
    m_window->openFile(at("art") / "lantern-knight.glb");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    QFile table(toQString(at("more.csv")));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("clip;event;time\nAttack;swoosh;0,25\n");
    table.close();
    drop({at("more.csv")}, elsewhere());
    QTRY_COMPARE_WITH_TIMEOUT(m_window->document().undoStack().count(), 1, 60000);
    QVERIFY(m_window->document().modelFile() == at("art") / "lantern-knight.glb");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    const auto& events = workshop().bake()->animation->clips.back().events;
    QVERIFY(std::any_of(events.begin(), events.end(),
                        [](const model::ClipEvent& event) { return event.name == "swoosh"; }));
  }

  // Unsaved edits are asked about before they are discarded, on every path.
  void asksAboutUnsavedEdits() {
    const fs::path file = at("art") / "lantern-knight.texeleton";
    const auto press = [](QMessageBox::StandardButton button) {
      auto* timer = new QTimer(qApp);
      connect(timer, &QTimer::timeout, timer, [timer, button] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
          timer->stop();
          timer->deleteLater();
          QTest::mouseClick(box->button(button), Qt::LeftButton);
        }
      });
      timer->start(20);
    };
    const auto startNew = [this] {
      m_window->activateWindow();  // No window manager activates it after a message box.
      QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
      QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
    };
    const auto edit = [this] { m_window->document().set("Rate", &recipe::RecipeBake::fps, std::optional(9.0)); };
    m_window->openFile(file);
    edit();
    press(QMessageBox::Cancel);
    startNew();
    QVERIFY(m_window->document().file() == file && m_window->document().isModified());
    press(QMessageBox::Cancel);
    m_window->close();
    QVERIFY(m_window->isVisible());
    press(QMessageBox::Discard);
    m_window->openFile(at("art") / "lantern-knight.glb");
    QVERIFY(m_window->document().file().empty());
    m_window->openFile(file);
    QVERIFY(!m_window->document().recipe().bake.fps);  // It was discarded.
    edit();
    press(QMessageBox::Save);
    startNew();
    QVERIFY(m_window->document().isEmpty() && !m_window->document().isModified());
    QVERIFY(!workshop().model() && !workshop().bake());
    QVERIFY(m_window->findChild<QPushButton*>("openSample")->isVisibleTo(m_window.get()));
    m_window->openFile(file);
    QCOMPARE(m_window->document().recipe().bake.fps, std::optional(9.0));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
  }

  // A dropped pack is described, and its document is offered.
  void describesPacks() {
    const auto run = test::runCli({"bake", "--recipe", toQString(at("art") / "lantern-knight.texeleton")});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const fs::path pack = at("art") / "lantern-knight.texpack";
    for (const fs::path& dropped : {pack, pack / "manifest.json"}) {
      drop({dropped}, elsewhere());
      QTRY_VERIFY(m_window->findChild<PackBox*>() != nullptr);
      auto* box = m_window->findChild<PackBox*>();
      auto* open = box->findChild<QPushButton*>("openSource");
      QTRY_VERIFY_WITH_TIMEOUT(open->isEnabled(), 60000);
      QVERIFY2(box->informativeText().contains("lantern-knight.glb"), qPrintable(box->informativeText()));
      QTest::mouseClick(open, Qt::LeftButton);
      QTRY_VERIFY(m_window->document().file() == at("art") / "lantern-knight.texeleton");
      QTRY_VERIFY(m_window->findChild<PackBox*>() == nullptr);
    }
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    // A damaged pack is reported, and the open document is unchanged.
    fs::resize_file(pack / "mesh.glb", 100);
    const auto bake = workshop().bake();
    drop({pack}, elsewhere());
    QTRY_VERIFY(m_window->findChild<PackBox*>() != nullptr);
    auto* box = m_window->findChild<PackBox*>();
    QTRY_VERIFY2(box->informativeText().contains("mesh.glb"), qPrintable(box->informativeText()));
    QVERIFY(!box->findChild<QPushButton*>("openSource")->isEnabled());
    box->close();
    QVERIFY(workshop().bake() == bake);
  }

  void reportsUnreadableFiles() {
    for (const fs::path& file : {at("art"), at("nowhere.fbx")}) {
      drop({file}, elsewhere());
      QTRY_VERIFY(m_window->findChild<QMessageBox*>("message") != nullptr);
      auto* box = m_window->findChild<QMessageBox*>("message");
      QVERIFY(box->informativeText().contains(toQString(file.filename())));
      QVERIFY(m_window->document().isEmpty());
      box->close();
      QTRY_VERIFY(m_window->findChild<QMessageBox*>("message") == nullptr);
    }
  }

  // A document whose model has moved: asks for it on opening.
  void asksForMissingFiles() {
    fs::create_directories(at("models"));
    fs::rename(at("art") / "lantern-knight.glb", at("models") / "lantern-knight.glb");
    drop({at("art") / "lantern-knight.texeleton"}, elsewhere());
    QTRY_VERIFY(m_window->findChild<LocateDialog*>() != nullptr);
    auto* dialog = m_window->findChild<LocateDialog*>();
    QCOMPARE(dialog->list().topLevelItemCount(), 1);
    auto* use = dialog->findChild<QPushButton*>("useFound");
    QVERIFY(!use->isEnabled());
    dialog->setPlace(0, at("models") / "lantern-knight.glb");
    QVERIFY(use->isEnabled());
    QTest::mouseClick(use, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 60000);
    QVERIFY(!workshop().problem());
    QVERIFY(m_window->document().isModified());
    // Removed while open: the issue and the empty viewport offer to locate it.
    fs::rename(at("models"), at("moved"));
    workshop().refresh();
    m_window->raiseDock("issues");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QPushButton*>("locateIssue") != nullptr, 60000);
    QTest::mouseClick(m_window->findChild<QPushButton*>("locateIssue"), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<LocateDialog*>() != nullptr);
    m_window->findChild<LocateDialog*>()->reject();
  }

  // A missing texture of the model: Issues asks for it, and one undo reverts it.
  void locatesMissingTextures() {
    fs::create_directories(at("maps"));
    QFile::copy(toQString(test::sourceFolder() / "docs/images/animator.png"), toQString(at("maps") / "coat.png"));
    const fs::path model = at("art") / "coat.gltf";
    std::ofstream(at("art") / "coat.bin", std::ios::binary) << std::string(36, '\0');
    std::ofstream(model) << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)"
                            R"("nodes":[{"name":"N","mesh":0}],)"
                            R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],)"
                            R"("materials":[{"name":"Coat","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],)"
                            R"("textures":[{"source":0}],"images":[{"uri":"C:/art/coat_D.tga"}],)"
                            R"("buffers":[{"byteLength":36,"uri":"coat.bin"}],)"
                            R"("bufferViews":[{"buffer":0,"byteLength":36}],)"
                            R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]})";
    drop({model}, elsewhere());
    QTRY_VERIFY_WITH_TIMEOUT(workshop().model() != nullptr && m_window->document().modelFile() == model, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!workshop().runner().isBusy(), 60000);
    QVERIFY(workshop().model()->images.empty());
    m_window->raiseDock("issues");
    QTRY_VERIFY(m_window->findChild<QPushButton*>("locateIssue") != nullptr);
    QTest::mouseClick(m_window->findChild<QPushButton*>("locateIssue"), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<LocateDialog*>() != nullptr);
    auto* dialog = m_window->findChild<LocateDialog*>();
    QCOMPARE(dialog->list().topLevelItemCount(), 1);
    QCOMPARE(dialog->list().topLevelItem(0)->text(0), QString("coat_D.tga"));
    dialog->setPlace(0, at("maps") / "coat.png");
    QTest::mouseClick(dialog->findChild<QPushButton*>("useFound"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(workshop().model()->images.size() == 1, 60000);
    const recipe::RecipeSource& source = m_window->document().recipe().sources.back();
    QCOMPARE(source.role, std::string("texture"));
    QCOMPARE(source.name, std::string("coat_D.tga"));
    QTRY_VERIFY(m_window->findChild<QPushButton*>("locateIssue") == nullptr);
    m_window->document().undoStack().undo();
    QTRY_VERIFY_WITH_TIMEOUT(workshop().model()->images.empty(), 60000);
  }

  // None crashes the editor, and each that cannot be shown is named.
  void hostileFiles() {
    if (!test::sharedModels()) {
      TEXELETON_SKIP("the shared models are not here");
    }
    const std::vector<fs::path> files = test::hostileModelFiles();
    QVERIFY(files.size() > 50);
    int refused = 0;
    int shown = 0;
    QElapsedTimer whole;
    whole.start();
    qint64 longest = 0;
    QString slowest;
    for (const fs::path& file : files) {
      const QString name = toQString(file.filename());
      QElapsedTimer time;
      time.start();
      drop({file}, elsewhere());
      QTRY_VERIFY2(m_window->document().modelFile() == file, qPrintable(name));
      const auto ended = [&] { return (workshop().problem() || isReady()) && !workshop().runner().isBusy(); };
      QVERIFY2(QTest::qWaitFor(ended, 60000), qPrintable(name));
      if (workshop().problem()) {
        ++refused;
        const QString told = QString::fromStdString(describe(*workshop().problem()));
        QVERIFY2(told.contains(name), qPrintable(name + ": " + told));
      } else {
        ++shown;
      }
      if (time.elapsed() > longest) {
        longest = time.elapsed();
        slowest = name;
      }
    }
    qInfo("%d refused, %d shown in %.1f s; the longest took %lld ms (%s)", refused, shown,
          1e-3 * static_cast<double>(whole.elapsed()), static_cast<long long>(longest), qPrintable(slowest));
    QVERIFY(refused > 20);
    // The editor still works.
    drop({at("art") / "lantern-knight.texeleton"}, elsewhere());
    QTRY_VERIFY_WITH_TIMEOUT(isReady() && m_window->document().modelFile().filename() == "lantern-knight.glb", 60000);
    QVERIFY(!workshop().problem());
  }
};

namespace {
int runDropsSuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir cache;
  qputenv("TEXELETON_CACHE", cache.path().toUtf8());
  QApplication application(argc, argv);
  QApplication::setApplicationName("texeleton-test");
  QApplication::setOrganizationName("texeleton-test");
  applyTheme(application, Theme::Dark);
  TestDrops test;
  return QTest::qExec(&test, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(TestDrops, runDropsSuite)

#include "test_drops.moc"
