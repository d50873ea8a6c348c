// texeleton-cli ragdoll in a pipeline: a fall becomes a motion that is baked and verified.

#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestRagdollCommand : public QObject {
  Q_OBJECT

 private slots:
  static void bakesFall() {
    const QTemporaryDir folder;
    const QString motion = folder.filePath("fall.glb");
    const QStringList call = {"ragdoll", knightSample(), "--clip", "Run",    "--time", "0.3",    "--push",
                              "0,1,2",   "--seconds",    "2",      "--name", "Fall",   "--json", "-o"};
    const ProgramRun run = runCli(call + QStringList(motion));
    QVERIFY2(run.exitCode == 0, run.errors);
    const Json told = run.json();
    QCOMPARE(told["clip"], "Fall");
    QCOMPARE(told["poses"].get<int>(), 61);
    QVERIFY(told["bodies"].get<int>() >= 8);
    QVERIFY2(told["largestStretch"].get<double>() < 0.02, run.output);
    // The same again.
    const QString again = folder.filePath("again.glb");
    QCOMPARE(runCli(call + QStringList(again)).exitCode, 0);
    QVERIFY(!bytesOf(motion).isEmpty() && bytesOf(motion) == bytesOf(again));
    const QString pack = folder.filePath("a.texpack");
    const ProgramRun bake = runCli({"bake", knightSample(), "--motion", motion, "--clip", "Fall", "-o", pack});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    const Json clips = runCli({"inspect", pack, "--json"}).json()["manifest"]["clips"];
    QCOMPARE(clips.size(), std::size_t{1});
    QCOMPARE(clips[0]["name"], "Fall");
    QVERIFY(std::abs(clips[0]["lengthSeconds"].get<double>() - 2.0) < 1e-4);
    const ProgramRun verify = runCli({"verify", pack, "--against", knightSample(), "--motion", motion});
    QVERIFY2(verify.exitCode == 0, verify.errors);
  }

  // A recipe's fall uses its constraints and merged attachments; the recording is baked with it without a warning.
  static void fallsWithRecipe() {
    const QTemporaryDir folder;
    const QString recipe = folder.filePath("armed.texeleton");
    QVERIFY(QFile::copy(knightSample(), folder.filePath("hero.glb")));
    QVERIFY(QFile::copy(knightSample(), folder.filePath("hat.glb")));
    const char* const text = R"({ "format": "texeleton-recipe", "version": 1,
        "sources": [{ "path": "hero.glb", "role": "model" }, { "path": "hat.glb", "role": "attachment" }],
        "constraints": [{ "type": "spin", "node": "head", "period": 1 }],
        "bake": { "attachments": [{ "name": "Hat", "source": 1, "node": "head", "merge": true }] },
        "ragdoll": [{ "bone": "forearm_l", "swing": 20 }] })";
    QFile file(recipe);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const QString motion = folder.filePath("fall.glb");
    const ProgramRun fall = runCli({"ragdoll", recipe, "-o", motion, "--clip", "Idle", "--time", "0.5", "--seconds",
                                    "1", "--name", "Fall", "--json"});
    QVERIFY2(fall.exitCode == 0, fall.errors);
    QVERIFY2(fall.json()["bodies"].get<int>() >= 8, fall.output);
    const ProgramRun bake =
        runCli({"bake", recipe, "--motion", motion, "--clip", "Fall", "-o", folder.filePath("a.texpack"), "--json"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    for (const Json& issue : bake.json()["issues"]) {
      QVERIFY2(issue["severity"] != "warning" || issue["subject"] != "fall.glb", bake.output);
    }
    // Never overwrites the recipe.
    QCOMPARE(runCli({"ragdoll", recipe, "-o", recipe}).exitCode, 1);
  }

  static void rejectsInvalidInput() {
    const QTemporaryDir folder;
    const QString motion = folder.filePath("fall.glb");
    QCOMPARE(runCli({"ragdoll", knightSample(), "-o", motion, "--seconds", "0"}).exitCode, 2);
    QCOMPARE(runCli({"ragdoll", knightSample(), "-o", motion, "--push", "1,2"}).exitCode, 2);
    const ProgramRun noClip = runCli({"ragdoll", knightSample(), "-o", motion, "--clip", "Wlak"});
    QCOMPARE(noClip.exitCode, 1);
    QVERIFY2(noClip.errors.contains("Walk"), noClip.errors);
    QCOMPARE(runCli({"ragdoll", folder.filePath("none.glb"), "-o", motion}).exitCode, 1);
    QVERIFY(!QFile::exists(motion));
    // Never overwrites the model.
    const QString model = folder.filePath("model.glb");
    QVERIFY(QFile::copy(knightSample(), model));
    const QByteArray before = bytesOf(model);
    QCOMPARE(runCli({"ragdoll", model, "-o", model}).exitCode, 1);
    QVERIFY(bytesOf(model) == before);
  }
};

TEXELETON_SUITE(TestRagdollCommand)
#include "test_ragdoll.moc"
