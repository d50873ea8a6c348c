// Sources that change, move or break while their document is open.

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/document.h"
#include "app/editor/document/missing_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/jobs/export_keeper.h"
#include "app/editor/jobs/source_watcher.h"
#include "core/pack/pack.h"
#include "tests/cli/run_program.h"
#include "tests/editor/files.h"
#include "tests/editor/workshop_ready.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using test::contentOf;
using test::isReady;

namespace fs = std::filesystem;

namespace {

void writeInPlace(const fs::path& file, const QByteArray& content) {
  QFile write(toQString(file));
  static_cast<void>(write.open(QIODevice::WriteOnly | QIODevice::Truncate));
  write.write(content);
}

test::Glb withoutClip(test::Glb glb, const std::string& name) {
  auto& animations = glb.json["animations"];
  for (std::size_t i = 0; i < animations.size(); ++i) {
    if (animations[i]["name"] == name) {
      animations.erase(i);
      break;
    }
  }
  return glb;
}

/// The file with its clips in reverse order.
test::Glb reversed(test::Glb glb) {
  auto& animations = glb.json["animations"];
  std::reverse(animations.begin(), animations.end());
  return glb;
}

const vat::BakedClip* clipCalled(const vat::BakedAnimation& animation, const std::string& name) {
  const auto found = std::find_if(animation.clips.begin(), animation.clips.end(),
                                  [&](const vat::BakedClip& clip) { return clip.name == name; });
  return found == animation.clips.end() ? nullptr : &*found;
}

std::size_t rowCalled(const std::vector<ClipRow>& rows, const std::string& name, const model::Model& model) {
  std::size_t row = 0;
  while (row < rows.size() && rows[row].name(model) != name) {
    ++row;
  }
  return row;
}

}  // namespace

// A knight whose Walk has its own range, an event and a name, with everything that watches its files.
#define FOLLOWED_KNIGHT(document, workshop)                                                                          \
  Document document;                                                                                                 \
  Workshop workshop(document);                                                                                       \
  SourceWatcher watcher(workshop);                                                                                   \
  document.startFrom(at("knight.glb"));                                                                              \
  QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);                                                                \
  {                                                                                                                  \
    std::vector<ClipRow> rows = clipRows(document.state(), *workshop.model());                                       \
    recipe::RecipeClip& clip = rows[rowCalled(rows, "Walk", *workshop.model())].clip;                                \
    clip.name = "Stroll";                                                                                            \
    clip.fps = 11.0;                                                                                                 \
    clip.events.push_back({"stomp", 0.25, std::nullopt, "loud", {}});                                                \
    document.setClips("Clips", listsOf(rows));                                                                       \
    document.set("Sockets", &recipe::RecipeBake::expose, std::vector<recipe::RecipeExpose>{{"weapon.*", true, {}}}); \
  }                                                                                                                  \
  QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);                                                                \
  const DocumentState edited = document.state()

class TestSources : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  test::Glb m_knight;
  fs::path at(const char* name) const { return toPath(m_folder->path()) / name; }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_knight = test::readGlb(test::knightSample().toStdString());
    test::writeGlb(at("knight.glb"), m_knight);
  }

  // Overwritten with a file whose clips are in another order: settings follow their clips, up to the export.
  void reimportsOverwrittenModel() {
    FOLLOWED_KNIGHT(document, workshop);
    const ExportKeeper keeper(workshop);
    const fs::path pack = at("game.texpack");
    QSignalSpy ended(&workshop, &Workshop::exportEnded);
    document.set("Target", &recipe::Recipe::exports, {{"pack", utf8Of(pack), {}}});
    document.set("Keep", &DocumentState::keepExports, true);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    const auto texels = contentOf(pack / "animation.exr");
    const auto before = workshop.bake();
    const std::size_t sockets = before->animation->sockets.size();
    QVERIFY(sockets > 0);

    test::writeGlb(at("new.glb"), reversed(withoutClip(m_knight, "Idle")));
    QElapsedTimer time;
    time.start();
    fs::rename(at("new.glb"), at("knight.glb"));
    QTRY_VERIFY_WITH_TIMEOUT(workshop.bake() != before, 60000);
    const qint64 shown = time.elapsed();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 60000);
    qInfo("overwritten: shown after %lld ms, exported after %lld ms", static_cast<long long>(shown),
          static_cast<long long>(time.elapsed()));
    QVERIFY(isReady(workshop));
    QCOMPARE(workshop.model()->clips.size(), m_knight.json["animations"].size() - 1);
    const vat::BakedClip* walk = clipCalled(*workshop.bake()->animation, "Stroll");
    QVERIFY(walk != nullptr);
    QCOMPARE(workshop.model()->clips[walk->source.clip.value].name, std::string("Walk"));
    QCOMPARE(walk->sampleRateHz, 11.0);
    QVERIFY(std::any_of(walk->events.begin(), walk->events.end(), [](const auto& e) { return e.name == "stomp"; }));
    QCOMPARE(workshop.bake()->animation->sockets.size(), sockets);
    QVERIFY(contentOf(pack / "animation.exr") != texels);
    JobContext job;
    const auto exported = pack::readPack(pack, job);
    QVERIFY(exported);
    QVERIFY(clipCalled(exported->animation, "Stroll") != nullptr);
    QVERIFY(clipCalled(exported->animation, "Idle") == nullptr);
    // This has not changed the document.
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(document.state() == edited);
  }

  // Nothing is imported while the file is being written, and a broken file keeps the last result.
  void importsCompleteFilesOnly() {
    FOLLOWED_KNIGHT(document, workshop);
    QSignalSpy again(&watcher, &SourceWatcher::importsAgain);
    const auto before = workshop.bake();
    const QByteArray whole = contentOf(at("knight.glb"));
    {
      QFile file(toQString(at("knight.glb")));
      QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
      for (int i = 0; i < 8; ++i) {
        file.write(whole.mid(i * whole.size() / 8, (i + 1) * whole.size() / 8 - i * whole.size() / 8));
        file.flush();
        QTest::qWait(100);
      }
    }
    QTRY_VERIFY_WITH_TIMEOUT(workshop.bake() != before && isReady(workshop), 60000);
    QVERIFY(!workshop.problem());
    QCOMPARE(again.count(), 1);

    const auto good = workshop.bake();
    writeInPlace(at("knight.glb"), whole.left(whole.size() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem() && !workshop.runner().isBusy(), 60000);
    QVERIFY2(workshop.problem()->file.find("knight.glb") != std::string::npos, workshop.problem()->file.c_str());
    QVERIFY(workshop.bake() == good && workshop.model() != nullptr);
    QVERIFY(document.state() == edited);
    // The bake on screen no longer matches the file, so the export fails.
    QSignalSpy failed(&workshop, &Workshop::exportFailed);
    workshop.exportPack(at("no.texpack"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60000);
    QVERIFY(!fs::exists(at("no.texpack")));
    // The next change of the file is imported.
    writeInPlace(at("knight.glb"), whole);
    QTRY_VERIFY_WITH_TIMEOUT(!workshop.problem() && workshop.bake() != good && isReady(workshop), 60000);

    watcher.setOn(false);
    const auto last = workshop.bake();
    test::writeGlb(at("knight.glb"), reversed(m_knight));
    QTest::qWait(900);
    QVERIFY(workshop.bake() == last);
    watcher.setOn(true);
    QTRY_VERIFY_WITH_TIMEOUT(workshop.bake() != last && isReady(workshop), 60000);
  }

  // A deleted model is reported without an action of the user; the last bake stays, and work continues when the file is
  // back.
  void reportsDeletedModel() {
    FOLLOWED_KNIGHT(document, workshop);
    QSignalSpy again(&watcher, &SourceWatcher::importsAgain);
    const auto good = workshop.bake();
    fs::rename(at("knight.glb"), at("elsewhere.glb"));
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem() && !workshop.runner().isBusy(), 60000);
    QVERIFY(workshop.problem()->code == ErrorCode::NotFound);
    QVERIFY2(workshop.problem()->file.find("knight.glb") != std::string::npos, workshop.problem()->file.c_str());
    QVERIFY(workshop.bake() == good && document.state() == edited);
    QCOMPARE(again.count(), 0);
    fs::rename(at("elsewhere.glb"), at("knight.glb"));
    QTRY_VERIFY_WITH_TIMEOUT(!workshop.problem() && isReady(workshop), 60000);
    QVERIFY(document.state() == edited);
  }

  // The settings of a missing clip are kept and can be moved to another clip.
  void mapsMissingClips() {
    FOLLOWED_KNIGHT(document, workshop);
    auto changed = withoutClip(m_knight, "Walk");
    for (auto& animation : changed.json["animations"]) {
      if (animation["name"] == "Idle") {
        animation["name"] = "Walk_v2";
      }
    }
    test::writeGlb(at("new.glb"), changed);
    const auto before = workshop.bake();
    fs::rename(at("new.glb"), at("knight.glb"));
    QTRY_VERIFY_WITH_TIMEOUT(workshop.bake() != before && isReady(workshop), 60000);
    QVERIFY(document.state() == edited);
    const auto& issues = workshop.bake()->issues;
    QVERIFY(std::any_of(issues.begin(), issues.end(),
                        [](const Issue& issue) { return issue.text.find("Walk") != std::string::npos; }));
    const model::Model& model = *workshop.model();
    std::vector<ClipRow> rows = clipRows(document.state(), model);
    const std::size_t gone = rowCalled(rows, "Stroll", model);
    QVERIFY(gone < rows.size() && !rows[gone].source.isValid());
    const std::size_t other = rowCalled(rows, "Walk_v2", model);
    QVERIFY(other < rows.size());
    const std::size_t count = rows.size();
    document.setClips("Map", listsOf(withMapped(rows, gone, rows[other].source, document.recipe(), model)));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop) && clipCalled(*workshop.bake()->animation, "Stroll"), 60000);
    const vat::BakedClip& walk = *clipCalled(*workshop.bake()->animation, "Stroll");
    QCOMPARE(model.clips[walk.source.clip.value].name, std::string("Walk_v2"));
    QCOMPARE(walk.events.size(), std::size_t{1});
    QCOMPARE(walk.sampleRateHz, 11.0);
    QCOMPARE(clipRows(document.state(), model).size(), count - 1);  // Its own row had no settings.
    document.undoStack().undo();
    QVERIFY(document.state() == edited);
  }

  // The whole folder has moved, except for the document: the user locates one file, the others are found relative to
  // it.
  void locatesMissingFiles() {
    fs::create_directories(at("old") / "motions");
    fs::rename(at("knight.glb"), at("old") / "knight.glb");
    test::writeGlb(at("old") / "motions" / "walk.glb", test::onlyAnimation(m_knight, "Walk"));
    test::writeGlb(at("old") / "squire.glb", test::withPrefix(test::withoutAnimations(m_knight), "other:"));
    Document document;
    Workshop workshop(document);
    const SourceWatcher watcher(workshop);
    document.startFrom(at("old") / "knight.glb");
    auto sources = document.recipe().sources;
    sources.push_back({utf8Of(at("old") / "motions" / "walk.glb"), "motion", {}, {}});
    sources.push_back({utf8Of(at("old") / "squire.glb"), "character", {}, {}});
    document.setSources("Sources", sources);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QVERIFY(missingSources(document.recipe(), document.file()).empty());
    fs::create_directories(at("docs"));
    QVERIFY(document.save(at("docs") / "knight.texeleton"));

    fs::rename(at("old"), at("moved"));
    JobContext job;
    QVERIFY(document.open(at("docs") / "knight.texeleton", job));
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem() && !workshop.runner().isBusy(), 60000);
    QVERIFY(workshop.problem()->code == ErrorCode::NotFound);
    std::vector<MissingSource> missing = missingSources(document.recipe(), document.file());
    QCOMPARE(missing.size(), std::size_t{3});
    QVERIFY(std::all_of(missing.begin(), missing.end(), [](const auto& each) { return each.now.empty(); }));
    missing[0].now = at("moved") / "knight.glb";
    proposeSiblings(missing, 0);
    QVERIFY(missing[1].now == at("moved") / "motions" / "walk.glb");
    QVERIFY(missing[2].now == at("moved") / "squire.glb");
    document.setSources("Locate", withFound(document.recipe(), missing));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop) && !workshop.problem(), 60000);

    // Next to the document it is found automatically.
    document.undoStack().undo();
    fs::copy_file(at("moved") / "squire.glb", at("docs") / "squire.glb");
    missing = missingSources(document.recipe(), document.file());
    QCOMPARE(missing.size(), std::size_t{3});
    QVERIFY(missing[2].now == at("docs") / "squire.glb");
    // A file that is back in its place is used again.
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem() && !workshop.runner().isBusy(), 60000);
    fs::rename(at("moved"), at("old"));
    QTRY_VERIFY_WITH_TIMEOUT(!workshop.problem() && isReady(workshop), 60000);
  }

  // Files that exist but cannot be read are not missing; a name that differs in case is proposed.
  void unreadableFilesAreNotMissing() {
    recipe::Recipe recipe;
    fs::create_directories(at("folder.glb"));
    fs::create_symlink(at("loop.glb"), at("loop.glb"));
    std::ofstream(at("text.glb")) << "no model";
    std::ofstream(at("Squire.GLB")) << "no model";
    for (const char* name : {"folder.glb", "loop.glb", "text.glb", "squire.glb", "gone.glb"}) {
      recipe.sources.push_back({utf8Of(at(name)), "character", {}, {}});
    }
    const std::vector<MissingSource> missing = missingSources(recipe, {});
    QCOMPARE(missing.size(), std::size_t{2});
    QVERIFY(missing[0].number == 3 && missing[0].now == at("Squire.GLB"));
    QVERIFY(missing[1].number == 4 && missing[1].now.empty());
  }
};

TEXELETON_SUITE(TestSources)
#include "test_sources.moc"
