// The document: nothing is lost in saving and loading, and the editor exports what the command line bakes. Edits:
// test_edits.cpp.

#include <QCoreApplication>
#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "app/editor/document/advice.h"
#include "app/editor/document/clip_rows.h"
#include "app/editor/document/document.h"
#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/document/preferences.h"
#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/panels/texture/texel_info.h"
#include "app/editor/panels/timeline/event_edit.h"
#include "tests/cli/run_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/files.h"
#include "tests/editor/workshop_ready.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using test::contentOf;
using test::isReady;
using test::samples;

namespace fs = std::filesystem;

namespace {

/// A copy of the sample that may be modified.
fs::path copyOfSample(const QTemporaryDir& folder) {
  const fs::path to = toPath(folder.path());
  for (const char* name : {"lantern-knight.glb", "lantern-knight.texeleton", "lantern-knight.events.json"}) {
    fs::copy_file(samples() / name, to / name);
  }
  return to / "lantern-knight.texeleton";
}

}  // namespace

#define OPENED_SAMPLE(document, workshop)                                   \
  QTemporaryDir folder;                                                     \
  const fs::path file = copyOfSample(folder);                               \
  Document document;                                                        \
  Workshop workshop(document);                                              \
  {                                                                         \
    JobContext job;                                                         \
    const auto opened = document.open(file, job);                           \
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());         \
  }                                                                         \
  QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop) || workshop.problem(), 60000); \
  QVERIFY2(!workshop.problem(), workshop.problem() ? workshop.problem()->message.c_str() : "")

class TestDocument : public QObject {
  Q_OBJECT

 private slots:
  // Changes of the display alone do not ask before closing; they are saved along with others.
  void displayIsNotContent() {
    Document document;
    document.startFrom(samples() / "banner.glb");
    QSignalSpy titles(&document, &Document::titleChanged);
    CrowdSetup crowd;
    crowd.count = 7;
    document.set("crowd", &DocumentState::crowd, crowd);
    viewport::ViewSetup view;
    view.impostorPixels = 30.0;
    document.set("view", &DocumentState::view, view);
    QVERIFY(!document.undoStack().isClean() && !document.isModified());
    titles.clear();
    document.set("rate", &recipe::RecipeBake::fps, std::optional(12.0));
    QVERIFY(document.isModified() && titles.count() > 0);
    document.undoStack().undo();
    QVERIFY(!document.isModified());
    document.undoStack().redo();
    const QTemporaryDir folder;
    QVERIFY(document.save(toPath(folder.path()) / "banner.texeleton"));
    QVERIFY(!document.isModified());
    document.undoStack().undo();  // Back past the saved state.
    QVERIFY(document.isModified());
    // Saved views are made by the user: they count as content.
    document.undoStack().redo();
    document.set("views", &DocumentState::savedViews, {viewport::SavedView{}});
    QVERIFY(document.isModified());
  }

  void savedAndOpenedAgain() {
    QTemporaryDir folder;
    const fs::path file = copyOfSample(folder);
    Document document;
    JobContext job;
    QVERIFY(document.open(file, job));
    ClipLists lists{document.recipe().clips, {}};
    lists.unticked.push_back(lists.ticked.back());
    lists.unticked.back().fps = 12.5;
    lists.unticked.back().events.push_back({"bang", 0.25, std::nullopt, "loud", {}});
    lists.ticked.pop_back();
    document.setClips("Untick", lists);
    const fs::path other = toPath(folder.path()) / "deeper" / "other.texeleton";
    fs::create_directories(other.parent_path());
    QVERIFY(document.save(other));
    QVERIFY(!document.isModified());
    QCOMPARE(document.name(), QString("other.texeleton"));

    Document again;
    QVERIFY(again.open(other, job));
    QCOMPARE(again.state().unticked.size(), std::size_t{1});
    QVERIFY(again.state().unticked == lists.unticked);
    QVERIFY(again.recipe().clips == lists.ticked);
    QVERIFY(again.recipe().editor.empty());
    QVERIFY(again.modelFile() == document.modelFile());
    // Paths in the file are relative, so that the whole folder can move.
    QVERIFY(contentOf(other).contains("\"../lantern-knight.glb\""));
  }

  // All values of how characters are drawn and blended are saved and undone; defaults are not written, and invalid
  // values stay in the file without effect.
  void savesViewSetup() {
    QTemporaryDir folder;
    const fs::path file = copyOfSample(folder);
    Document document;
    JobContext job;
    QVERIFY(document.open(file, job));
    QVERIFY(document.state().view == viewport::ViewSetup());
    const fs::path other = toPath(folder.path()) / "other.texeleton";
    QVERIFY(document.save(other));
    QVERIFY(!contentOf(other).contains("\"view\""));
    viewport::ViewSetup view;
    view.tessellate = true;
    view.segments = 24;
    view.displacement = 0.0;
    view.normals = view.tangents = true;
    view.normalLength = 0.125;
    view.ragdollBlendIn = 0.0;
    view.ragdollBlendBack = 2.5;
    view.fade = {"walk", "run", 0.0};
    document.set("All", &DocumentState::view, view);
    document.undoStack().undo();
    QVERIFY(document.state().view == viewport::ViewSetup());
    document.undoStack().redo();
    QVERIFY(document.save(other));
    Document again;
    QVERIFY(again.open(other, job));
    QVERIFY(again.state().view == view);
    QVERIFY(again.recipe().editor.empty());
    QVERIFY(again.recipe().bake == document.recipe().bake);

    const std::vector<std::pair<const char*, nlohmann::json>> unusable = {
        {"tessellate", 1},  {"tessellationSegments", 65}, {"tessellationSegments", 1.5}, {"displacement", -0.1},
        {"normals", "yes"}, {"normalLength", 0.0},        {"ragdollBlendIn", 10.5},      {"ragdollBlendBack", -1.0},
        {"fadeFrom", 3},    {"fadeSeconds", "0.3"}};
    for (const auto& [key, value] : unusable) {
      auto json = nlohmann::ordered_json::parse(contentOf(file).toStdString());
      json["editor"]["view"][key] = value;
      QFile write(toQString(other));
      QVERIFY(write.open(QIODevice::WriteOnly));
      write.write(QByteArray::fromStdString(json.dump()));
      write.close();
      QVERIFY2(again.open(other, job), key);
      QVERIFY2(again.state().view == viewport::ViewSetup(), key);
      QVERIFY(again.save(other));
      const auto saved = nlohmann::json::parse(contentOf(other).toStdString());
      QVERIFY2(saved["editor"]["view"][key] == value, key);
    }
  }

  void badFilesChangeNothing() {
    QTemporaryDir folder;
    const fs::path file = copyOfSample(folder);
    Document document;
    JobContext job;
    QVERIFY(document.open(file, job));
    const DocumentState before = document.state();
    const fs::path bad = toPath(folder.path()) / "bad.texeleton";
    const QByteArray good = contentOf(file);
    for (const QByteArray& content :
         {QByteArray("{"), QByteArray(), good.left(good.size() / 2), QByteArray("[1, 2]")}) {
      QFile write(toQString(bad));
      QVERIFY(write.open(QIODevice::WriteOnly));
      write.write(content);
      write.close();
      const auto opened = document.open(bad, job);
      QVERIFY(!opened);
      QVERIFY(!opened.error().message.empty());
      QVERIFY(document.state() == before);
    }
  }

  void clipRowsAndLists() {
    const model::Model model = test::twoBoneStrip();  // Bend, Slide, Pose
    DocumentState state;
    state.recipe.sources.push_back({"strip.glb", "model", {}, {}});
    std::vector<ClipRow> rows = clipRows(state, model);
    QCOMPARE(rows.size(), std::size_t{3});
    QVERIFY(rows[0].ticked && rows[1].ticked && rows[2].ticked);  // No list: all are ticked.

    rows[1].ticked = false;
    ClipLists lists = listsOf(rows);
    QCOMPARE(lists.ticked.size(), std::size_t{2});
    QVERIFY(lists.unticked.empty());  // No settings to keep.
    rows[1].clip.fps = 10.0;
    lists = listsOf(rows);
    QCOMPARE(lists.unticked.size(), std::size_t{1});

    state.recipe.clips = lists.ticked;
    state.unticked = lists.unticked;
    rows = clipRows(state, model);
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[1].name(model), std::string("Slide"));
    QVERIFY(!rows[1].ticked);
    QCOMPARE(rows[1].clip.fps, std::optional<double>(10.0));

    state.recipe.clips.front().index.reset();
    state.recipe.clips.front().sourceName = "Gone";
    rows = clipRows(state, model);
    QCOMPARE(rows.size(), std::size_t{4});  // Bend is back, not ticked, and the missing one keeps its place.
    const auto gone = std::count_if(rows.begin(), rows.end(), [](const ClipRow& row) { return !row.source.isValid(); });
    QCOMPARE(gone, std::ptrdiff_t{1});
  }

  void modeAdvice() {
    model::Model model = test::makeCharacter({});  // 24 joints, 300 vertices: 72 against 600 texels per frame.
    Advice advice = adviceFor(model);
    QVERIFY(advice.mode == vat::BakeMode::Bone && advice.reason == AdviceReason::Smaller);
    QCOMPARE(advice.times, 2.0 * static_cast<double>(model.vertexCount()) / (3.0 * 24.0));
    advice = adviceFor(test::morphingMesh());
    QVERIFY(advice.mode == vat::BakeMode::Vertex && advice.reason == AdviceReason::Morphs);
    // Bones cannot move the points of a cache; a dual quaternion skin is skinned linearly instead.
    model.pointSets.push_back({1, 0});
    model.parts[0].pointSet = PointSetIndex(0);
    advice = adviceFor(model);
    QVERIFY(advice.mode == vat::BakeMode::Vertex && advice.reason == AdviceReason::Points);
    model.pointSets[0].isSkin = true;
    QVERIFY(adviceFor(model).mode == vat::BakeMode::Bone);
    model.parts[0].pointSet = {};
    model.palette.resize(4000);
    QVERIFY(adviceFor(model).mode == vat::BakeMode::Vertex);

    // Bone mode keeps four influences per vertex: the advice reports the loss before a bake.
    model = test::makeCharacter({});
    const Advice before = adviceFor(model);
    const std::uint32_t begin = model.vertices.influenceBegin[0];
    const std::uint32_t had = model.vertices.influenceBegin[1] - begin;
    std::vector<model::Influence>& all = model.vertices.influences;
    all.erase(all.begin() + begin, all.begin() + begin + had);
    const std::vector<model::Influence> six = {{0, 0.3f}, {1, 0.3f}, {2, 0.15f}, {3, 0.1f}, {4, 0.1f}, {5, 0.05f}};
    all.insert(all.begin() + begin, six.begin(), six.end());
    for (std::size_t v = 1; v < model.vertices.influenceBegin.size(); ++v) {
      model.vertices.influenceBegin[v] += 6 - had;
    }
    advice = adviceFor(model);
    QCOMPARE(advice.crowdedVertices, before.crowdedVertices + 1);
    QVERIFY(std::abs(advice.mostLeftOut - std::max(0.15, before.mostLeftOut)) < 1e-6);
  }

  void newestJobWins() {
    JobRunner runner;
    QSignalSpy finished(&runner, &JobRunner::finished);
    std::atomic<bool> firstWasCancelled{false};
    std::vector<int> delivered;
    std::atomic<bool> firstRuns{false};
    runner.start([&](JobContext& job, const JobRunner::Deliver& deliver) {
      firstRuns = true;
      while (!job.isCancelled()) {
        std::this_thread::yield();
      }
      firstWasCancelled = true;
      deliver([&] { delivered.push_back(1); });
    });
    QTRY_VERIFY(firstRuns);
    runner.start([&](JobContext&, const JobRunner::Deliver& deliver) { deliver([&] { delivered.push_back(2); }); });
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(firstWasCancelled);
    QCOMPARE(delivered, std::vector<int>{2});

    QSignalSpy cancelled(&runner, &JobRunner::cancelled);
    runner.start([&](JobContext& job, const JobRunner::Deliver& deliver) {
      while (!job.isCancelled()) {
        std::this_thread::yield();
      }
      deliver([&] { delivered.push_back(3); });
    });
    runner.cancel();
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(!runner.isBusy());
    QTest::qWait(50);
    QCOMPARE(delivered, std::vector<int>{2});
  }

  // The editor writes the same pack as the command line, for the sample as it is and after edits of every kind.
  void exportsAsCommandLine() {
    OPENED_SAMPLE(document, workshop);
    document.set("Format", &recipe::RecipeBake::pixelFormat, std::optional(vat::PixelFormat::Rgba32F));
    document.set("Sockets", &recipe::RecipeBake::expose,
                 std::vector<recipe::RecipeExpose>{{"hand.*|weapon.*", false, {}}});
    std::vector<ClipRow> rows = clipRows(document.state(), *workshop.model());
    rows[1].clip.name = "Stroll";
    rows[1].clip.fps = 20.0;
    rows[0].ticked = false;
    document.setClips("Clips", listsOf(rows));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    addEvent(workshop, 0, "stomp", 0.25, "Add");  // Copies the file's events into the recipe.
    QVERIFY(document.eventsFile().empty());
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);

    QVERIFY(document.save(file));
    QSignalSpy exported(&workshop, &Workshop::exported);
    QSignalSpy failed(&workshop, &Workshop::exportFailed);
    const fs::path ours = toPath(folder.path()) / "ours.texpack";
    workshop.exportPack(ours);
    QTRY_VERIFY_WITH_TIMEOUT(exported.count() + failed.count() > 0, 60000);
    QVERIFY2(exported.count() == 1, describe(failed.value(0).value(0).value<Error>()).c_str());

    const fs::path theirs = toPath(folder.path()) / "theirs.texpack";
    const auto run = test::runCli({"bake", "--recipe", toQString(file), "-o", toQString(theirs)});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    for (const char* name : {"animation.exr", "mesh.glb", "manifest.json", "inputs.json"}) {
      QVERIFY2(!contentOf(theirs / name).isEmpty(), name);
      QVERIFY2(contentOf(ours / name) == contentOf(theirs / name), name);
    }
    // And it contains the edits.
    const QByteArray manifest = contentOf(ours / "manifest.json");
    QVERIFY(manifest.contains("Stroll") && manifest.contains("stomp") && manifest.contains("rgba32f"));
    QVERIFY(manifest.contains("footstep_l"));
  }

  void movesRenamesAndRemovesEvents() {
    OPENED_SAMPLE(document, workshop);
    std::size_t walk = 0;
    while (workshop.bake()->animation->clips[walk].name != "Walk") {
      ++walk;
    }
    std::vector<TimelineEvent> events = timelineEvents(workshop, walk);
    QCOMPARE(events.size(), std::size_t{2});
    QVERIFY(events[0].origin == TimelineEvent::File);
    const DocumentState before = document.state();

    moveEvents(workshop, walk, {events[1]}, {0.75}, "Move");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    events = timelineEvents(workshop, walk);
    QCOMPARE(events.size(), std::size_t{2});
    QVERIFY(events[1].origin == TimelineEvent::Recipe);
    QCOMPARE(events[1].clipSeconds, 0.75);
    QCOMPARE(workshop.bake()->animation->clips[walk].events[1].timeSeconds, 0.75);
    // The other clips keep their events.
    std::size_t all = 0;
    for (const vat::BakedClip& clip : workshop.bake()->animation->clips) {
      all += clip.events.size();
    }
    QVERIFY(all >= 5);

    setEventText(workshop, walk, events[0], &recipe::RecipeEvent::name, "left", "Rename");
    QCOMPARE(timelineEvents(workshop, walk)[0].name, std::string("left"));
    removeEvents(workshop, walk, timelineEvents(workshop, walk), "Delete");
    QVERIFY(timelineEvents(workshop, walk).empty());
    for (int i = 0; i < 3; ++i) {
      document.undoStack().undo();
    }
    QVERIFY(document.state() == before);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QCOMPARE(timelineEvents(workshop, walk).size(), std::size_t{2});
  }

  // The inspector places every texel where the bake's addressing does.
  void namesTexels() {
    OPENED_SAMPLE(document, workshop);
    const vat::BakedAnimation& animation = *workshop.bake()->animation;
    for (std::size_t c = 0; c < animation.clips.size(); ++c) {
      const vat::BakedClip& clip = animation.clips[c];
      for (const std::uint32_t frame : {0u, clip.frameCount - 1}) {
        for (const std::uint32_t bone : {0u, static_cast<std::uint32_t>(animation.bones.size()) - 1}) {
          for (std::uint32_t row = 0; row < 3; ++row) {
            const vat::TexelAddress at = vat::texelAddress(animation.layout, clip.frameBegin + frame,
                                                           vat::elementTexel(animation.layout, bone, row));
            const TexelInfo info = texelInfo(animation, at.x, at.y);
            QVERIFY(info.kind == TexelInfo::Matrix);
            QCOMPARE(info.clip, std::optional<std::size_t>(c));
            QCOMPARE(info.frame, frame);
            QCOMPARE(info.element, bone);
            QCOMPARE(info.row, row);
            QCOMPARE(vat::halfToFloat(static_cast<std::uint16_t>(info.bits[3])), info.value.w);
          }
        }
      }
    }
    const TexelInfo last = texelInfo(animation, animation.layout.width - 1, animation.layout.height - 1);
    QVERIFY(animation.layout.texelsPerFrame == animation.layout.width || last.kind == TexelInfo::Padding);
  }

  void meshesAreHiddenByName() {
    OPENED_SAMPLE(document, workshop);
    const model::Model& model = *workshop.model();
    const meshes::MeshInstances meshes = meshes::meshInstances(model, true);
    std::vector<bool> shown = shownMeshes({}, model, meshes);
    QVERIFY(std::find(shown.begin(), shown.end(), false) == shown.end());
    if (meshes.instances.size() < 2) {
      return;
    }
    shown[0] = false;
    const recipe::RecipeMeshes choice = choiceOf(shown, {}, model, meshes);
    QVERIFY(shownMeshes(choice, model, meshes) == shown);
    const std::size_t before = workshop.bake()->animation->mesh.indices.size();
    document.set("Hide", &recipe::RecipeBake::meshes, choice);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QVERIFY(workshop.bake()->animation->mesh.indices.size() < before);
  }

  // A file that no parser accepts is reported, and the editor keeps running.
  void reportsBrokenModels() {
    Document document;
    Workshop workshop(document);
    QTemporaryDir folder;
    const fs::path bad = toPath(folder.path()) / "bad.fbx";
    QFile write(toQString(bad));
    QVERIFY(write.open(QIODevice::WriteOnly));
    write.write("Kaydara FBX Binary  \0\x1a\0 and nothing else", 40);
    write.close();
    document.startFrom(bad);
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem().has_value(), 60000);
    QVERIFY(!workshop.problem()->message.empty());
    QVERIFY(!workshop.model());
    document.startFrom(samples() / "banner.glb");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QVERIFY(!workshop.problem());
  }

  // Links beside a model that lead out of its folder are left out and reported; the button of each adds the file in the
  // role that its name implies.
  void reportsLinksOutsideFolder() {
    const QTemporaryDir folder;
    const fs::path root = toPath(folder.path());
    fs::create_directory(root / "model");
    fs::create_directory(root / "other");
    for (const char* name : {"model/hero.glb", "other/walk.glb", "other/events.json"}) {
      QFile write(toQString(root / name));
      QVERIFY(write.open(QIODevice::WriteOnly));
    }
    fs::create_symlink("../other/walk.glb", root / "model" / "hero@walk.glb");
    fs::create_symlink("../other/events.json", root / "model" / "hero.events.json");
    Document document;
    Workshop workshop(document);
    const std::vector<Issue> told = document.startFrom(root / "model" / "hero.glb");
    QCOMPARE(document.recipe().sources.size(), std::size_t{1});
    QCOMPARE(told.size(), std::size_t{2});
    for (const Issue& issue : told) {
      const auto fix = fixFor(issue, workshop);
      QVERIFY(fix.has_value());
      QVERIFY(fix->text.contains(QString::fromStdString(issue.subject)));
      fix->apply();
      const recipe::RecipeSource& taken = document.recipe().sources.back();
      QCOMPARE(taken.path, utf8Of(root / "model" / issue.subject));
      QCOMPARE(taken.role, std::string(issue.subject == "hero@walk.glb" ? "motion" : "events"));
      QVERIFY(!fixFor(issue, workshop));
    }
    QCOMPARE(document.undoStack().count(), 2);
  }

  // Imports use the limits of the preferences; the button for a file that needs more raises them.
  void importsUsePreferenceLimits() {
    const QTemporaryDir folder;
    const fs::path bad = toPath(folder.path()) / "bad.fbx";  // Errors are not cached, so the importer runs each time.
    QFile write(toQString(bad));
    QVERIFY(write.open(QIODevice::WriteOnly));
    write.write("Kaydara FBX Binary  \0\x1a\0 and nothing else", 40);
    write.close();
    QCoreApplication::setOrganizationName("texeleton-test");
    QCoreApplication::setApplicationName("texeleton-test");
    test::keepSettingsIn(folder.path());
    Preferences hasty;
    hasty.importSeconds = 0.001;
    apply(hasty);
    Document document;
    Workshop workshop(document);
    document.startFrom(bad);
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem().has_value(), 60000);
    const std::vector<Remedy> ways = workshop.problem()->message.remedies();
    QCOMPARE(ways, (std::vector<Remedy>{{RemedyKind::MoreTime, 1.0, {}}}));
    fixesFor(ways, workshop).at(0).apply();
    QCOMPARE(readPreferences().importSeconds, 1.0);
    QCOMPARE(importLimits().timeSeconds, 1.0);
    keep(Preferences());
    apply(Preferences());
    workshop.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem() && workshop.problem()->message.remedies().empty(), 60000);
  }
};

TEXELETON_SUITE(TestDocument)
#include "test_document.moc"
