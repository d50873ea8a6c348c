// Root motion, motions by their names and events from other programs, in a pipeline.

#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

void writeText(const QString& path, const QByteArray& text) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
    qFatal("cannot write %s", qPrintable(path));
  }
}

Json firstLine(const QByteArray& output) {
  return Json::parse(output.left(output.indexOf('\n')).toStdString(), nullptr, false);
}

Json lastLine(const QByteArray& output) {
  const QList<QByteArray> lines = output.trimmed().split('\n');
  return Json::parse(lines.last().toStdString(), nullptr, false);
}

}  // namespace

class TestRootMotion : public QObject {
  Q_OBJECT

 private slots:
  /// Options, manifest, play and verify agree about the extracted root motion.
  static void fromOptionsToPlay() {
    const QTemporaryDir folder;
    const QString pack = folder.filePath("a.texpack");
    const QString recipe = folder.filePath("a.texeleton");
    const ProgramRun bake =
        runCli({"bake", knightSample(), "-o", pack, "--root-motion", "extract", "--root-height", "on", "--clip", "Walk",
                "--clip", "Run,root-motion=remove", "--clip", "Idle,root-motion=keep", "--save-recipe", recipe});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    const Json clips = runCli({"inspect", pack, "--json"}).json()["manifest"]["clips"];
    const Json& walk = clips[0]["rootMotion"];
    QCOMPARE(walk["mode"], "extract");
    QCOMPARE(walk["takesYaw"], true);
    QCOMPARE(walk["takesHeight"], true);
    for (const char* values : {"x", "y", "z", "yawRadians"}) {
      QCOMPARE(walk["track"][values].size(), clips[0]["frameCount"].get<std::size_t>() + 1);
    }
    QCOMPARE(clips[1]["rootMotion"]["mode"], "remove");
    QCOMPARE(clips[1]["rootMotion"]["takesYaw"], false);
    QVERIFY(!clips[1]["rootMotion"].contains("track"));
    QVERIFY(!clips[2].contains("rootMotion"));

    const ProgramRun play = runCli({"play", pack, "--clip", "Walk", "--seconds", "7.3", "--json"});
    QCOMPARE(firstLine(play.output)["rootMotion"]["position"], Json({0.0, 0.0, 0.0}));
    QCOMPARE(lastLine(play.output)["rootMotion"]["position"].size(), std::size_t{3});
    QVERIFY(lastLine(runCli({"play", pack, "--clip", "Idle", "--json"}).output)["rootMotion"].is_null());
    QVERIFY(runCli({"inspect", pack}).output.contains("removed ("));

    const ProgramRun verify = runCli({"verify", pack, "--against", knightSample()});
    QVERIFY2(verify.exitCode == 0, verify.errors);

    // The recipe gives the same.
    const QString again = folder.filePath("b.texpack");
    const ProgramRun second = runCli({"bake", "--recipe", recipe, "-o", again});
    QVERIFY2(second.exitCode == 0, second.errors);
    QCOMPARE(runCli({"inspect", again, "--json"}).json()["manifest"]["clips"], clips);
  }

  static void wrongUsage() {
    QCOMPARE(runCli({"bake", knightSample(), "-o", "/tmp/x.texpack", "--root-motion", "lose"}).exitCode, 2);
    const ProgramRun clip = runCli({"bake", knightSample(), "-o", "/tmp/x.texpack", "--clip", "Walk,root-motion=lose"});
    QVERIFY2(clip.exitCode == 2 && clip.errors.contains("none of keep, remove, extract"), clip.errors);
    const ProgramRun node =
        runCli({"bake", knightSample(), "-o", "/tmp/x.texpack", "--root-motion", "remove", "--root", "nobody"});
    QVERIFY2(node.exitCode == 1 && node.errors.contains("no node \"nobody\""), node.errors);
  }

  static void inspectShowsRootsAndMotions() {
    const QTemporaryDir folder;
    const QString model = folder.filePath("hero.glb");
    QVERIFY(QFile::copy(knightSample(), model) && QFile::copy(knightSample(), folder.filePath("hero@more.glb")));
    const Json inspected = runCli({"inspect", model, "--json"}).json();
    QCOMPARE(inspected["motions"].size(), std::size_t{1});
    const Json& motion = inspected["motions"][0];
    QVERIFY(motion["animatedBones"].get<int>() > 0 && motion["matchedBones"] == motion["animatedBones"]);
    QVERIFY(motion["unmatchedBones"].empty() && !motion["clips"].empty());
    QVERIFY(inspected["clips"][0].contains("travelMetres") && inspected["clips"][0]["rootNode"].is_string());
    const ProgramRun text = runCli({"inspect", model});
    QVERIFY2(text.output.contains("animated bones matched; adds") && text.errors.contains("found beside the model"),
             text.errors + text.output);
    const ProgramRun without = runCli({"inspect", model, "--no-found-motion", "--json"});
    QVERIFY(without.json()["motions"].empty());
    // A bake uses it, its recipe lists it, and verify finds it again.
    const QString pack = folder.filePath("hero.texpack");
    const QString recipe = folder.filePath("hero.texeleton");
    const ProgramRun bake = runCli({"bake", model, "-o", pack, "--save-recipe", recipe, "--clip", "Walk"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QFile saved(recipe);
    QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("hero@more.glb"));
    const ProgramRun verify = runCli({"verify", pack, "--against", model});
    QVERIFY2(verify.exitCode == 0, verify.errors);
  }

  static void eventsFromATable() {
    const QTemporaryDir folder;
    const QString table = folder.filePath("sounds.csv");
    const QString events = folder.filePath("out.json");
    writeText(table, "clip;event;time;parameter\nWalk;clank;0,25;loud\nIdle;breathe;0,5;\n");
    const ProgramRun import = runCli({"events", "import", knightSample(), table, "-o", events});
    QVERIFY2(import.exitCode == 0 && import.output.contains("2 events of 2 clips"), import.errors + import.output);
    // Again: the same file without duplicates.
    QFile first(events);
    QVERIFY(first.open(QIODevice::ReadOnly));
    const QByteArray text = first.readAll();
    QCOMPARE(runCli({"events", "import", knightSample(), table, "-o", events}).exitCode, 0);
    QFile second(events);
    QVERIFY(second.open(QIODevice::ReadOnly));
    QCOMPARE(second.readAll(), text);
    const Json json = Json::parse(text.toStdString());
    QCOMPARE(json["clips"]["Walk"][0]["name"], "clank");
    QCOMPARE(json["clips"]["Walk"][0]["timeSeconds"], 0.25);
    // A bake reads the table itself, too.
    const QString pack = folder.filePath("a.texpack");
    const ProgramRun bake = runCli({"bake", knightSample(), "-o", pack, "--clip", "Walk", "--events", table});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QVERIFY(runCli({"inspect", pack, "--json"}).json()["manifest"]["clips"][0]["events"].dump().find("clank") !=
            std::string::npos);
    writeText(table, "clip;event;time\nWalk;clank;soon\n");
    const ProgramRun wrong = runCli({"events", "import", knightSample(), table, "-o", events});
    QVERIFY2(wrong.exitCode == 1 && wrong.errors.contains("sounds.csv: line 2: the time \"soon\" is no number"),
             wrong.errors);
  }

  static void unityMeta() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    const QTemporaryDir folder;
    const QString model = folder.filePath("arm.fbx");
    QVERIFY(QFile::copy(QString::fromStdString((*sharedModels() / "blender-arm.fbx").string()), model));
    writeText(
        model + ".meta",
        "ModelImporter:\n  animations:\n    clipAnimations:\n    - name: Lift\n      firstFrame: 2\n"
        "      lastFrame: 12\n      loopTime: 1\n      events:\n      - time: 0.5\n        functionName: Clank\n");
    const Json inspected = runCli({"inspect", model, "--json"}).json();
    QCOMPARE(inspected["clips"].size(), std::size_t{1});
    QCOMPARE(inspected["clips"][0]["name"], "Lift");
    QCOMPARE(inspected["clips"][0]["events"][0]["name"], "Clank");
    const Json plain = runCli({"inspect", model, "--no-meta", "--json"}).json();
    QVERIFY(plain["clips"][0]["name"] != "Lift");
    const QString events = folder.filePath("arm.events.json");
    const ProgramRun import = runCli({"events", "import", model, model + ".meta", "--json"});
    QVERIFY2(import.exitCode == 0, import.errors);
    QCOMPARE(import.json()["clips"][0]["name"], plain["clips"][0]["name"]);
    QVERIFY(QFile::exists(events));
    const double rate =
        plain["clips"][0]["sourceRate"].is_null() ? 30.0 : plain["clips"][0]["sourceRate"].get<double>();
    QVERIFY(std::abs(import.json()["clips"][0]["events"][0]["timeSeconds"].get<double>() - 7.0 / rate) < 1e-9);

    const QString pack = folder.filePath("arm.texpack");
    const QString recipe = folder.filePath("arm.texeleton");
    const ProgramRun bake =
        runCli({"bake", model, "-o", pack, "--save-recipe", recipe, "--events", events, "--clip", "Lift"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QFile saved(recipe);
    QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("arm.fbx.meta"));
    const ProgramRun verify = runCli({"verify", pack, "--against", model});
    QVERIFY2(verify.exitCode == 0, verify.errors);

    writeText(model + ".meta", "ModelImporter: &a {animations: *a}\n");
    const ProgramRun bomb = runCli({"inspect", model});
    QVERIFY2(bomb.exitCode == 1 && bomb.errors.contains("uses an alias"), bomb.errors);
    QCOMPARE(runCli({"inspect", model, "--no-meta"}).exitCode, 0);
  }
};

TEXELETON_SUITE(TestRootMotion)
#include "test_root_motion.moc"
