// Many bakes in one run: every shared model, with a broken file among them.

#include <QElapsedTimer>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <algorithm>

#include "core/pack/pack.h"
#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

QStringList packsIn(const QString& folder) {
  return QDir(folder).entryList({"*.texpack"}, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

QStringList everythingIn(const QString& folder) {
  return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// The number of files that the models of a folder's packs refer to.
int referencesOf(const QString& folder) {
  int count = 0;
  for (const QString& pack : packsIn(folder)) {
    const Json inputs = Json::parse(readAll(folder + "/" + pack + "/inputs.json").toStdString());
    for (const Json& read : inputs["reads"]) {
      count += read["role"] == "reference" && read["sha256"] != "" ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

class TestBatch : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    for (const fs::path& file : sharedModelFiles()) {
      if (file.extension() != ".bvh") {  // Without a mesh.
        m_good.append(text(file));
      }
    }
    m_broken = text(*sharedModels() / "hostile" / "trunc-glb-bin.glb");
    // Few frames, since this tests the batch, not the baker.
    m_recipe = m_folder.filePath("low.texeleton");
    QVERIFY(writeAll(m_recipe, R"({"version":1,"bake":{"fps":3}})"));
    QElapsedTimer timer;
    timer.start();
    const ProgramRun run = runCli(arguments("whole"), 600.0);
    m_seconds = static_cast<double>(timer.elapsed()) / 1000.0;
    QCOMPARE(run.exitCode, 1);
    m_first = run;
  }

  void brokenFileDoesNotStopOthers() {
    const Json json = m_first.json();
    QCOMPARE(json["results"].size(), static_cast<std::size_t>(m_good.size() + 1));
    QCOMPARE(json["baked"], m_good.size());
    QCOMPARE(json["failed"], 1);
    QCOMPARE(json["unchanged"], 0);
    QCOMPARE(json["imports"], m_good.size() + 1);
    for (const Json& result : json["results"]) {
      const bool broken = result["input"] == m_broken.toStdString();
      QCOMPARE(result["result"].get<std::string>(), std::string(broken ? "failed" : "baked"));
      QCOMPARE(result["error"].is_null(), !broken);
      if (!broken) {
        // Each row against its pack.
        JobContext job;
        const auto pack = pack::readPack(result["pack"].get<std::string>(), job);
        QVERIFY2(pack.has_value(), result.dump().c_str());
        QVERIFY(pack::verifyPack(*pack, job).empty());
        std::uint64_t bytes = 0;
        const auto sizes = pack::packFileSizes(result["pack"].get<std::string>());
        QVERIFY(sizes);
        for (const pack::PackFileSize& size : *sizes) {
          bytes += size.bytes;
        }
        QCOMPARE(result["bytes"].get<std::uint64_t>(), bytes);
        double largest = 0.0;
        for (const vat::BakedClip& clip : pack->animation.clips) {
          QCOMPARE(clip.sampleRateHz, 3.0);  // --like
          largest = std::max(largest, clip.error.value().maxMillimetres);
        }
        QCOMPARE(result["maxMillimetres"].get<double>(), largest);
      }
    }
    QCOMPARE(packsIn(m_folder.filePath("whole")).size(), m_good.size());
    // The failure is reported when it occurs, and again at the end.
    const QByteArray last = m_first.errors.trimmed().split('\n').last();
    QVERIFY2(last.contains("1 of " + QByteArray::number(m_good.size() + 1)) && last.contains("trunc-glb-bin.glb"),
             last);
    QCOMPARE(m_first.errors.count("texeleton-cli: error: "), 2);
  }

  void secondRunWritesNothing() {
    const auto before = statesOf(m_folder.filePath("whole"));
    QElapsedTimer timer;
    timer.start();
    const ProgramRun run = runCli(arguments("whole") << "--if-changed", 600.0);
    const double seconds = static_cast<double>(timer.elapsed()) / 1000.0;
    qInfo("first run %.2f s, with --if-changed %.3f s: %.2f %%", m_seconds, seconds, 100.0 * seconds / m_seconds);
    QCOMPARE(run.exitCode, 1);
    const Json json = run.json();
    QCOMPARE(json["unchanged"], m_good.size());
    QCOMPARE(json["failed"], 1);
    QCOMPARE(json["baked"], 0);
    QCOMPARE(json["imports"], 1);  // The broken file: it has no pack to compare with.
    // Hashed: texture and mesh of each pack, and the files that models refer to (which the importer hashed in the first
    // run), but no model.
    QVERIFY2(json["hashedFiles"].get<int>() <= 2 * m_good.size() + referencesOf(m_folder.filePath("whole")),
             json["hashedFiles"].dump().c_str());
    QVERIFY(statesOf(m_folder.filePath("whole")) == before);
    for (const Json& result : json["results"]) {
      if (result["result"] == "unchanged") {
        QVERIFY(result["bytes"].get<std::uint64_t>() > 0 && result["maxMillimetres"].is_number());
      }
    }
    QTest::qWait(2100);  // From here on the packs are old enough for their hashes to be cached.
    QVERIFY(runCli(arguments("whole") << "--if-changed", 600.0).json()["unchanged"] == m_good.size());
    const Json third = runCli(arguments("whole") << "--if-changed", 600.0).json();
    QCOMPARE(third["hashedFiles"], 0);
    QCOMPARE(third["unchanged"], m_good.size());
  }

  void completesAfterKill() {
    const QString folder = m_folder.filePath("killed");
    {
      RunningCli running(arguments("killed", "2"));
      while (running.isRunning() && packsIn(folder).size() < 3) {
        QThread::msleep(1);
      }
      running.kill();
      running.finish();
    }
    const auto finished = packsIn(folder).size();
    qInfo("killed when %lld of %lld packs were there", static_cast<long long>(finished),
          static_cast<long long>(m_good.size()));
    QVERIFY(finished >= 3 && finished < m_good.size());
    const ProgramRun run = runCli(arguments("killed") << "--if-changed", 600.0);
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()["unchanged"], finished);
    QCOMPARE(run.json()["baked"], m_good.size() - finished);
    // As without the interruption: the same files with the same bytes, and no others.
    QCOMPARE(everythingIn(folder), packsIn(folder));
    QVERIFY(contentOf(folder) == contentOf(m_folder.filePath("whole")));
  }

  void interruptKeepsFinishedPacks() {
    const QString folder = m_folder.filePath("interrupted");
    RunningCli running(arguments("interrupted", "2"));
    while (running.isRunning() && packsIn(folder).size() < 2) {
      QThread::msleep(1);
    }
    running.interrupt();
    const ProgramRun run = running.finish(120.0);
    QVERIFY(!run.crashed && !run.timedOut);
    QCOMPARE(run.exitCode, 1);
    const Json json = run.json();
    QVERIFY(json["cancelled"].get<int>() > 0);
    QCOMPARE(json["results"].size(), static_cast<std::size_t>(m_good.size() + 1));
    QCOMPARE(json["baked"], packsIn(folder).size());
    QCOMPARE(everythingIn(folder), packsIn(folder));  // No incomplete packs.
    const auto whole = contentOf(m_folder.filePath("whole"));
    const auto some = contentOf(folder);
    for (auto it = some.begin(); it != some.end(); ++it) {
      QVERIFY2(whole[it.key()] == it.value(), qPrintable(it.key()));
    }
  }

  void tableMatchesJson() {
    const ProgramRun run = runCli({"bake", bannerSample(), knightSample(), m_broken, "--like", m_recipe, "-o",
                                   m_folder.filePath("table"), "--jobs", "1"});
    QCOMPARE(run.exitCode, 1);
    const auto lines = run.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    for (const char* column : {"input", "result", "bytes", "max mm", "seconds", "issues"}) {
      QVERIFY2(lines[0].contains(column), lines[0]);
    }
    QVERIFY2(lines[1].contains("banner.glb") && lines[1].contains("baked"), lines[1]);
    QVERIFY2(lines[3].contains("trunc-glb-bin.glb") && lines[3].contains("failed"), lines[3]);
    QVERIFY2(lines[4].startsWith("2 baked, 0 unchanged, 1 failed, 0 cancelled in "), lines[4]);
    QVERIFY2(run.errors.contains("1 of 3: ") || run.errors.contains("2 of 3: "), run.errors);
  }

  void reportsWrongUsageBeforeBaking_data() {
    QTest::addColumn<QStringList>("options");
    QTest::newRow("a pack's name") << QStringList{"-o", "a.texpack"};
    QTest::newRow("no folder") << QStringList{};
    QTest::newRow("events") << QStringList{"-o", "out", "--events", "e.json"};
    QTest::newRow("save a recipe") << QStringList{"-o", "out", "--save-recipe", "e.texeleton"};
    QTest::newRow("one recipe") << QStringList{"-o", "out", "--recipe", "e.texeleton"};
    QTest::newRow("like for a recipe") << QStringList{"-o", "out", "--like", "e.texeleton", "b.texeleton"};
  }

  void reportsWrongUsageBeforeBaking() {
    QFETCH(const QStringList, options);
    const ProgramRun run = runCli(QStringList{"bake", bannerSample(), knightSample()} + options);
    QCOMPARE(run.exitCode, 2);
  }

  void rejectsCollisions() {
    const QString folder = m_folder.filePath("collision");
    QVERIFY(QDir().mkpath(folder + "/models"));
    QVERIFY(QFile::copy(bannerSample(), folder + "/models/a.glb"));
    QVERIFY(QFile::copy(bannerSample(), folder + "/models/A.glb"));
    const ProgramRun run = runCli({"bake", folder + "/models/*.glb", "-o", folder + "/out"});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("a.glb") && run.errors.contains("A.glb"), run.errors);
    QVERIFY(!QDir(folder + "/out").exists());
  }

  // Clips of the recipe apply by name; a clip that a model lacks is an issue.
  void likeReportsUnusedClips() {
    const QString recipe = m_folder.filePath("clips.texeleton");
    QVERIFY(writeAll(recipe, R"({"version":1,"clips":[{"index":3,"sourceName":"Walk","fps":10},{"sourceName":"Swim"}],
      "bake":{"mode":"vertex","expose":["weapon.*"]}})"));
    const QString folder = m_folder.filePath("like");
    const ProgramRun run = runCli({"bake", knightSample(), bannerSample(), "--like", recipe, "-o", folder, "--json"});
    QCOMPARE(run.exitCode, 1);
    const Json json = run.json();
    const Json& knight = json["results"][0];
    QCOMPARE(knight["result"], "baked");
    const std::string issues = knight["issues"].dump();
    QVERIFY2(issues.find("Swim") != std::string::npos && issues.find("left out") != std::string::npos, issues.c_str());
    QVERIFY2(issues.find("3 clips of the model are left out") != std::string::npos, issues.c_str());
    JobContext job;
    const auto pack = pack::readPack((folder + "/lantern-knight.texpack").toStdString(), job);
    QVERIFY(pack.has_value());
    QCOMPARE(pack->animation.clips.size(), std::size_t{1});
    QCOMPARE(pack->animation.clips[0].name, std::string("Walk"));
    QCOMPARE(pack->animation.clips[0].sampleRateHz, 10.0);
    QVERIFY(pack->animation.mode == vat::BakeMode::Vertex);
    QCOMPARE(pack->animation.sockets.size(), std::size_t{1});
    // The banner has none of them: an error, and no pack of other clips.
    QCOMPARE(json["results"][1]["result"], "failed");
    QVERIFY2(json["results"][1]["error"].get<std::string>().find("has none of the clips") != std::string::npos,
             json["results"][1].dump().c_str());
    QVERIFY(!QDir(folder + "/banner.texpack").exists());
  }

  void recipesAndModelsTogether() {
    const QString folder = m_folder.filePath("recipes");
    QVERIFY(QDir().mkpath(folder));
    const QString recipe = folder + "/flag.texeleton";
    QCOMPARE(runCli({"bake", bannerSample(), "-o", folder + "/first.texpack", "--fps", "5", "--save-recipe", recipe})
                 .exitCode,
             0);
    const ProgramRun run = runCli({"bake", recipe, knightSample(), "-o", folder + "/out", "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(packsIn(folder + "/out"), (QStringList{"flag.texpack", "lantern-knight.texpack"}));
    for (const char* file : {"/manifest.json", "/animation.exr", "/mesh.glb"}) {
      QVERIFY2(readAll(folder + "/out/flag.texpack" + file) == readAll(folder + "/first.texpack" + file), file);
    }
    // Recipes alone are baked next to their files.
    QCOMPARE(runCli({"bake", folder + "/*.texeleton", recipe}).exitCode, 0);
    QVERIFY(QDir(folder + "/flag.texpack").exists());
  }

 private:
  /// Few jobs: programs under test have 2 GiB of address space on every machine.
  QStringList arguments(const char* folder, const char* jobs = "4") const {
    return QStringList{"bake"} + m_good +
           QStringList{m_broken, "--like", m_recipe, "-o", m_folder.filePath(folder), "--jobs", jobs, "--json"};
  }

  const QTemporaryDir m_folder;
  QStringList m_good;
  QString m_broken;
  QString m_recipe;
  ProgramRun m_first;
  double m_seconds = 0.0;
};

TEXELETON_SUITE(TestBatch)
#include "test_batch.moc"
