#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "core/pipeline/load_model.h"
#include "core/pipeline/pack_job.h"
#include "core/recipe/events_file.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names(const std::vector<fs::path>& files) {
  std::vector<std::string> result;
  for (const fs::path& file : files) {
    result.push_back(file.filename().string());
  }
  return result;
}

}  // namespace

/// Files that belong to a model by their names: motions, and Unity's import settings.
class TestFoundFiles : public QObject {
  Q_OBJECT

 private slots:
  void motionsByTheirNames() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    for (const char* name :
         {"hero.fbx", "hero@walk.fbx", "hero@Attack.FBX", "hero@run.glb", "hero@.fbx", "hero2@walk.fbx",
          "hero@walk.fbx.meta", "hero@notes.txt", "villain@walk.fbx", "héros.fbx", "héros@à pied.dae"}) {
      std::ofstream(root / name) << "x";
    }
    fs::create_directory(root / "hero@folder.fbx");
    JobContext job;
    QCOMPARE(names(pipeline::motionsBeside(root / "hero.fbx", job)),
             (std::vector<std::string>{"hero@Attack.FBX", "hero@run.glb", "hero@walk.fbx"}));
    QCOMPARE(names(pipeline::motionsBeside(root / "héros.fbx", job)), std::vector<std::string>{"héros@à pied.dae"});
    QVERIFY(pipeline::motionsBeside(root / "hero@walk.fbx", job).empty());
    QVERIFY(pipeline::motionsBeside("/there/is/none.fbx", job).empty());

    // Named files are not added again.
    pipeline::ModelRequest request;
    request.model = root / "hero.fbx";
    request.motions = {root / "." / "hero@walk.fbx"};
    pipeline::addMotionsBeside(request, job);
    QCOMPARE(names(request.motions), (std::vector<std::string>{"hero@walk.fbx", "hero@Attack.FBX", "hero@run.glb"}));
    const auto issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{2});
    QVERIFY(issues[0].severity == Severity::Info && issues[0].subject == "hero@Attack.FBX");
  }

  // Files found by name come from the model's folder only; named files from anywhere.
  void linksOutOfTheFolder() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    fs::create_directory(root / "secret");
    fs::create_directory(root / "model");
    for (const char* name : {"secret/walk.fbx", "secret/events.json", "model/hero.fbx", "model/own.fbx"}) {
      std::ofstream(root / name) << "x";
    }
    const fs::path hero = root / "model" / "hero.fbx";
    fs::create_symlink("../secret/walk.fbx", root / "model" / "hero@walk.fbx");
    fs::create_symlink("own.fbx", root / "model" / "hero@own.fbx");
    fs::create_symlink(root / "secret" / "events.json", root / "model" / "hero.events.json");
    JobContext unheard;
    QCOMPARE(names(pipeline::motionsBeside(hero, unheard)), std::vector<std::string>{"hero@own.fbx"});
    const std::vector<Remedy> motion = unheard.takeIssues().at(0).text.remedies();
    QCOMPARE(motion, (std::vector<Remedy>{{RemedyKind::FollowOutside, 0.0, (root / "model/hero@walk.fbx").string()}}));

    for (const bool follow : {false, true}) {
      pipeline::ModelRequest request;
      request.model = hero;
      request.import.options.followOutside = follow;
      JobContext job;
      pipeline::addMotionsBeside(request, job);
      QCOMPARE(names(request.motions), follow ? (std::vector<std::string>{"hero@own.fbx", "hero@walk.fbx"})
                                              : std::vector<std::string>{"hero@own.fbx"});
      QCOMPARE(recipe::findEventsFile(hero, follow, job).empty(), !follow);
      const auto issues = job.takeIssues();
      const auto told = std::count_if(issues.begin(), issues.end(), [](const Issue& issue) {
        return issue.severity == Severity::Warning && issue.text.find("--follow-outside") != std::string::npos;
      });
      QCOMPARE(told, follow ? 0 : 2);
    }
    // A named link is followed without an Issue.
    pipeline::ModelRequest named;
    named.model = hero;
    named.motions = {root / "model" / "hero@walk.fbx", root / "model" / "hero@own.fbx"};
    pipeline::addMotionsBeside(named, unheard);
    QCOMPARE(named.motions.size(), std::size_t{2});
    QVERIFY(unheard.takeIssues().empty());
  }

  void motionsAreReported() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const Glb glb = readGlb(*sharedModels() / "kaykit-knight.glb");
    writeGlb(root / "hero.glb", withoutAnimations(glb));
    writeGlb(root / "hero@walk.glb", onlyAnimation(glb, "Walking_A"));
    pipeline::ModelRequest request;
    request.model = root / "hero.glb";
    request.import.cache.enabled = false;
    JobContext job;
    pipeline::addMotionsBeside(request, job);
    std::vector<retargeting::MotionReport> reports;
    const auto model = pipeline::loadModel(request, job, &reports);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(reports.size(), std::size_t{1});
    QVERIFY(reports[0].animatedBones > 20 && reports[0].unmatched.empty());
    QCOMPARE(reports[0].clips, std::vector<std::string>{"Walking_A"});
    QCOMPARE((*model)->clips.size(), std::size_t{1});
  }

  /// From the file next to the model to the clips of the pack and its recorded inputs.
  void unityMetaBesideTheModel() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const fs::path file = root / "arm.fbx";
    const fs::path meta = root / "arm.fbx.meta";
    fs::copy_file(*sharedModels() / "blender-arm.fbx", file);
    pipeline::ModelRequest request;
    request.model = file;
    request.import.cache.folder = root / "cache";
    request.import.unityMeta.use = importing::UnityMetaUse::Clips;
    JobContext job;
    const auto plain = pipeline::loadModel(request, job);
    QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
    const model::Clip& take = (*plain)->clips.at(0);
    const double rate = take.sourceRateHz > 0.0 ? take.sourceRateHz : 30.0;
    const double first = std::ceil(take.startSeconds * rate) + 1;
    const auto write = [&](const std::string& clip) {
      std::ofstream(meta) << "fileFormatVersion: 2\nModelImporter:\n  animations:\n    clipAnimations:\n" << clip;
    };
    const auto number = [](double value) { return std::to_string(value); };
    write("    - name: Lift\n      takeName: " + take.sourceName + "\n      firstFrame: " + number(first) +
          "\n      lastFrame: " + number(first + 10) +
          "\n      loopTime: 1\n      events:\n      - time: 0.5\n        functionName: Clank\n        data: loud\n");
    const auto cut = pipeline::loadModel(request, job);  // The cache notices the new file.
    QVERIFY2(cut, cut ? "" : cut.error().message.c_str());
    QCOMPARE((*cut)->clips.size(), std::size_t{1});
    const model::Clip& clip = (*cut)->clips[0];
    QCOMPARE(clip.name, std::string("Lift"));
    QVERIFY(std::abs(clip.startSeconds - first / rate) < 1e-9 && std::abs(clip.lengthSeconds - 10 / rate) < 1e-9);
    QVERIFY(clip.loopHint == std::optional(true));
    QCOMPARE(clip.events.size(), std::size_t{1});
    QVERIFY(std::abs(clip.events[0].timeSeconds - (first + 5) / rate) < 1e-9 && clip.events[0].parameter == "loud");

    pipeline::PackJob pack;
    pack.source = request;
    pack.measure = false;
    const auto baked = pipeline::runPackJob(pack, job);
    QVERIFY2(baked, baked ? "" : baked.error().message.c_str());
    QCOMPARE(baked->pack.sources.size(), std::size_t{2});
    QCOMPARE(baked->pack.sources[1].role, std::string("meta"));
    QCOMPARE(baked->pack.sources[1].file, std::string("arm.fbx.meta"));
    QVERIFY(baked->pack.animation.clips[0].loop);

    write("    - name: Lift\n      firstFrame: soon\n      lastFrame: 3\n");
    const auto broken = pipeline::loadModel(request, job);
    QVERIFY(!broken);
    QVERIFY2(broken.error().message.find("arm.fbx.meta: line 6: clipAnimations[0].firstFrame must be a number") !=
                 std::string::npos,
             broken.error().message.c_str());
    QVERIFY(broken.error().message.find("--no-meta") != std::string::npos);
    request.import.unityMeta.use = importing::UnityMetaUse::Off;
    QVERIFY(pipeline::loadModel(request, job));
  }
};

TEXELETON_SUITE(TestFoundFiles)
#include "test_found_files.moc"
