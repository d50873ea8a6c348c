// texeleton-cli in a pipeline: exit codes, streams, JSON.

#include <QDir>
#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QIODevice>
#include <QList>
#include <QObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

// One line that names the program and the problem.
bool isOneLineError(const QByteArray& errors) {
  const QByteArray text = errors.trimmed();
  return text.startsWith("texeleton-cli: error: ") && !text.contains('\n');
}

}  // namespace

class TestCommands : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void helpAndVersion() {
    const ProgramRun help = runCli({"--help"});
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.output.contains("Examples:"));
    for (const char* command : {"inspect", "bake", "verify", "play", "bench"}) {
      QVERIFY2(help.output.contains(command), command);
      QCOMPARE(runCli({command, "--help"}).exitCode, 0);
    }
    QVERIFY(runCli({"--version"}).output.contains("texeleton-cli"));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"brew"};
    QTest::newRow("unknown option") << QStringList{"inspect", "a.glb", "--sideways"};
    QTest::newRow("no model") << QStringList{"bake", "-o", "a.texpack"};
    QTest::newRow("no output") << QStringList{"bake", "a.glb"};
    QTest::newRow("bad mode") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--mode", "both"};
    QTest::newRow("bad clip") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--clip", "Walk,from=soon"};
    QTest::newRow("bad loop") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--clip", "Walk,loop=maybe"};
    QTest::newRow("bad scale") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--scale", "-1"};
    QTest::newRow("no measure, but a limit")
        << QStringList{"bake", "a.glb", "-o", "a.texpack", "--no-measure", "--max-error", "1"};
    QTest::newRow("bad expression") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--expose", "weapon("};
    QTest::newRow("clip option that is none") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--clip", "A,bogus=1"};
    QTest::newRow("output that is no pack's name") << QStringList{"bake", "a.glb", "-o", "a"};
    QTest::newRow("events of a pack") << QStringList{"inspect", "a.texpack", "--events", "a.json"};
    for (const char* number : {"nan", "inf", "-inf", "1e999", "12x"}) {
      for (const char* option : {"--fps", "--max-error", "--max-size", "--scale", "--import-memory", "--threads"}) {
        QTest::addRow("%s %s", option, number) << QStringList{"bake", "a.glb", "-o", "a.texpack", option, number};
      }
      for (const char* option : {"--speed", "--start", "--seconds", "--step"}) {
        QTest::addRow("%s %s", option, number) << QStringList{"play", "a.texpack", "--clip", "A", option, number};
      }
    }
  }

  void wrongUsage() {
    QFETCH(const QStringList, arguments);
    const ProgramRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.output.isEmpty());
    const auto lines = run.errors.trimmed().split('\n');
    QVERIFY2(lines.size() == 2 && lines[0].startsWith("texeleton-cli: error: ") && lines[1].contains("--help"),
             run.errors);
  }

  static void wrongUsageNamesProblem() {
    QVERIFY(runCli({"brew"}).errors.contains("\"brew\""));
    QVERIFY(runCli({"--brew"}).errors.contains("--brew"));
    QVERIFY(runCli({"bake", "a.glb", "-o", "a.texpack", "--clip", "Walk,bogus=1"}).errors.contains("\"bogus\""));
    QVERIFY(runCli({"bake", "a.glb", "-o", "a.texpack", "--expose", "a(b"}).errors.contains("a(b <-- here\n"));
    QVERIFY(runCli({"play", "a.texpack", "--clip", "A", "--step", "nan"}).errors.contains("--step: \"nan\""));
  }

  // Every write to /dev/full fails.
  static void failsIfOutputCannotBeWritten_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("json") << QStringList{"inspect", knightSample(), "--json"};
    QTest::newRow("text") << QStringList{"inspect", knightSample()};
    QTest::newRow("help") << QStringList{"--help"};
    QTest::newRow("version") << QStringList{"--version"};
  }

  static void failsIfOutputCannotBeWritten() {
    QFETCH(const QStringList, arguments);
    const ProgramRun run = runCli(arguments, 60.0, "/dev/full");
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(isOneLineError(run.errors), run.errors);
    QVERIFY2(run.errors.contains("standard output"), run.errors);
  }

  void failures_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("names");
    QTest::newRow("missing model") << QStringList{"inspect", "nowhere.glb"} << "nowhere.glb";
    QTest::newRow("missing pack") << QStringList{"verify", "nowhere.texpack"} << "nowhere.texpack";
    QTest::newRow("missing recipe") << QStringList{"bake", "--recipe", "nowhere.texeleton"} << "nowhere.texeleton";
    QTest::newRow("unknown clip") << QStringList{"bake", knightSample(), "-o", "x.texpack", "--clip", "Swim"} << "Swim";
    QTest::newRow("unknown clip names the model")
        << QStringList{"bake", knightSample(), "-o", "x.texpack", "--clip", "Swim"} << "lantern-knight.glb: ";
    QTest::newRow("too small a texture names the model")
        << QStringList{"bake", knightSample(), "-o", "x.texpack", "--max-size", "16"} << "lantern-knight.glb: ";
    QTest::newRow("missing events") << QStringList{"bake", knightSample(), "-o", "x.texpack", "--events", "none.json"}
                                    << "none.json";
  }

  void failures() {
    QFETCH(QStringList, arguments);
    QFETCH(const QString, names);
    const int output = static_cast<int>(arguments.indexOf("x.texpack"));
    if (output >= 0) {
      arguments[output] = m_folder->filePath("x.texpack");
    }
    const ProgramRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 1);
    QVERIFY(run.output.isEmpty());
    QVERIFY2(isOneLineError(run.errors), run.errors);
    QVERIFY2(run.errors.contains(names.toUtf8()), run.errors);
    QVERIFY(!QDir(m_folder->filePath("x.texpack")).exists());
  }

  static void verboseNamesImporterLimits() {
    const ProgramRun run = runCli({"inspect", bannerSample(), "--no-cache", "--verbose"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.errors.contains("sandbox: "), run.errors.constData());
    const ProgramRun off =
        runCli({"inspect", bannerSample(), "--no-cache", "--verbose"}, 60.0, {}, {{"TEXELETON_IMPORT_SANDBOX", "off"}});
#ifndef TEXELETON_SANITIZED
    QVERIFY2(off.errors.contains("sandbox: off"), off.errors.constData());
#endif
    QVERIFY(off.output == run.output);
  }

  static void inspectModel() {
    const ProgramRun run = runCli({"inspect", knightSample(), "--json"});
    QCOMPARE(run.exitCode, 0);
    const Json json = run.json();
    QCOMPARE(json["kind"], "model");
    QCOMPARE(json["format"], "glTF 2.0");
    QCOMPARE(json["unitMetres"], 1.0);
    QCOMPARE(json["boneCount"], 22);
    QCOMPARE(json["clips"].size(), std::size_t{4});
    QCOMPARE(json["clips"][1]["name"], "Walk");
    QCOMPARE(json["clips"][1]["lengthSeconds"], 1.0);
    std::size_t vertices = 0;
    for (const Json& mesh : json["meshes"]) {
      vertices += mesh["vertexCount"].get<std::size_t>();
      QVERIFY(mesh.contains("skinned") && mesh.contains("maxInfluences") && mesh.contains("morphTargetCount"));
    }
    QCOMPARE(json["vertexCount"].get<std::size_t>(), vertices);
    QVERIFY(std::abs(json["bounds"]["max"][1].get<double>() - 1.58) < 0.05);  // the plume's height
    for (const char* key : {"file", "generator", "upAxis", "nodeCount", "paletteCount", "triangleCount", "issues"}) {
      QVERIFY2(json.contains(key), key);
    }
  }

  // Pieces are suggested where they suit the model, and then listed, the least rigid first.
  void inspectListsPieces() {
    const QString wall = QString::fromStdString((sourceFolder() / "resources/samples/breaking-wall.obj").string());
    const Json whole = runCli({"inspect", wall, "--json"}).json();
    QVERIFY(whole["pieces"].empty());
    std::string option;
    for (const Json& issue : whole["issues"]) {
      for (const Json& remedy : issue["remedies"]) {
        option = remedy["kind"] == "pieces" ? remedy["option"].get<std::string>() : option;
      }
    }
    QCOMPARE(option, std::string("--pieces 0.2mm"));
    const Json apart = runCli({"inspect", wall, "--pieces", "0.2mm", "--json"}).json();
    QCOMPARE(apart["pieces"].size(), std::size_t{68});
    double before = 0.2;
    for (const Json& piece : apart["pieces"]) {
      QCOMPARE(piece["pointCount"], 8);
      QVERIFY(piece["residualMillimetres"].get<double>() <= before);
      before = piece["residualMillimetres"].get<double>();
    }
    const ProgramRun text = runCli({"inspect", wall, "--pieces", "0.2mm"});
    QVERIFY2(text.output.contains("from rigid mm") && text.output.contains("and 58 pieces"), text.output);
  }

  // The events beside a model are shown as bake takes them; a named file replaces them.
  // A warning names the option that fixes it.
  void warningsNameTheirRemedy() {
    const auto write = [this](const char* name, const char* text) {
      QFile file(m_folder->filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
    };
    write("a.mtl", "newmtl m\nmap_Kd skin.png\n");
    write("a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n");
    const ProgramRun run = runCli({"inspect", m_folder->filePath("a.obj")});
    QVERIFY2(run.errors.contains("exported without it (try --texture skin.png=FILE)"), run.errors.constData());
    const QString picture =
        QString::fromStdString((sourceFolder() / "resources/engines/unreal/texeleton_unreal/white.png").string());
    const ProgramRun mended = runCli({"inspect", m_folder->filePath("a.obj"), "--texture", "skin.png=" + picture});
    QVERIFY2(mended.exitCode == 0 && !mended.errors.contains("--texture"), mended.errors.constData());
  }

  void inspectReadsEventFile() {
    const Json beside = runCli({"inspect", knightSample(), "--json"}).json();
    QVERIFY(beside["eventsFile"].get<std::string>().ends_with("lantern-knight.events.json"));
    QCOMPARE(beside["clips"][1]["events"].size(), std::size_t{2});
    QCOMPARE(beside["clips"][1]["events"][0]["name"], "footstep_l");
    const QString events = m_folder->filePath("events.json");
    QVERIFY(writeAll(events, R"({"clips":{"Attack":[{"name":"clang","frame":15}],"Swim":[]}})"));
    const Json named = runCli({"inspect", knightSample(), "--events", events, "--json"}).json();
    QCOMPARE(named["clips"][1]["events"].size(), std::size_t{0});
    QCOMPARE(named["clips"][3]["events"][0]["name"], "clang");
    QCOMPARE(named["clips"][3]["events"][0]["timeSeconds"], 0.5);  // frame 15 at 30 per second
    QVERIFY2(named["issues"].dump().find("Swim") != std::string::npos, named["issues"].dump().c_str());
    QCOMPARE(runCli({"inspect", knightSample(), "--events", m_folder->filePath("none.json")}).exitCode, 1);
  }

  void bakeVerifyPlay() {
    const QString pack = m_folder->filePath("knight.texpack");
    const ProgramRun bake = runCli({"bake", knightSample(), "-o", pack, "--expose", "weapon.*", "--json"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QCOMPARE(bake.json()["clips"].size(), std::size_t{4});
    QVERIFY(bake.json()["seconds"]["import"].get<double>() > 0.0);

    const ProgramRun verify = runCli({"verify", pack, "--against", knightSample(), "--json"});
    QVERIFY2(verify.exitCode == 0, verify.errors);
    QCOMPARE(verify.json()["ok"], true);
    // verify measures the same from the files as bake.
    const Json told = bake.json();
    const Json found = verify.json();
    for (std::size_t i = 0; i < told["clips"].size(); ++i) {
      const double wanted = told["clips"][i]["maxMillimetres"].get<double>();
      QVERIFY(wanted > 0.0);
      QVERIFY2(std::abs(found["clips"][i]["maxMillimetres"].get<double>() - wanted) < 1e-3,
               found["clips"][i].dump().c_str());
    }
    QVERIFY2(told["clips"][0]["maxMillimetres"].get<double>() < 1.0, "a quiet clip");

    const ProgramRun inspect = runCli({"inspect", pack, "--json"});
    QCOMPARE(inspect.json()["kind"], "pack");
    QCOMPARE(inspect.json()["manifest"]["format"], "texeleton-pack");
    QCOMPARE(inspect.json()["files"].size(), std::size_t{3});

    const ProgramRun play = runCli({"play", pack, "--clip", "Walk", "--seconds", "2", "--step", "0.25", "--json"});
    QVERIFY2(play.exitCode == 0, play.errors);
    QCOMPARE(runCli({"play", pack, "--clip", "#1", "--seconds", "2", "--step", "0.25", "--json"}).output, play.output);
    QCOMPARE(runCli({"play", pack, "--clip", "#4"}).exitCode, 1);
    const auto lines = play.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 9);
    QList<double> left;
    QList<double> right;
    for (const QByteArray& line : lines) {
      const Json step = Json::parse(line.toStdString());
      QCOMPARE(step["sockets"][0]["name"], "weapon_r");
      for (const Json& event : step["events"]) {
        (event["name"] == "footstep_l" ? left : right).append(step["time"].get<double>());
      }
    }
    QCOMPARE(left, (QList<double>{0.0, 1.0, 2.0}));  // contacts at 0 and 0.5 s of each turn
    QCOMPARE(right, (QList<double>{0.5, 1.5}));
  }

  void sourceFramesAsEvents() {
    const QString events = m_folder->filePath("events.json");
    QVERIFY(writeAll(events, R"({"clips":{"Attack":[{"name":"clang","frame":15}]}})"));
    const QString pack = m_folder->filePath("a.texpack");
    const ProgramRun bake =
        runCli({"bake", knightSample(), "-o", pack, "--clip", "Attack,from=0.2", "--events", events});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    const Json manifest = runCli({"inspect", pack, "--json"}).json()["manifest"];
    const Json event = manifest["clips"][0]["events"][0];
    QCOMPARE(event["name"], "clang");
    QVERIFY(std::abs(event["timeSeconds"].get<double>() - (15.0 / 30.0 - 0.2)) < 1e-9);  // frames at 30 per second
  }

  void cutsOfOneClip() {
    const QString pack = m_folder->filePath("cuts.texpack");
    const ProgramRun bake = runCli({"bake", knightSample(), "-o", pack, "--clip", "Walk", "--clip",
                                    "Walk,from=0,to=0.5,name=Half step,fps=20,loop=off", "--clip", "#0,loop=on"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    const Json clips = runCli({"inspect", pack, "--json"}).json()["manifest"]["clips"];
    QCOMPARE(clips.size(), std::size_t{3});
    QCOMPARE(clips[1]["name"], "Half step");
    QCOMPARE(clips[1]["frameCount"], 11);  // once: round(0.5·20) + 1
    QCOMPARE(clips[1]["loop"], false);
    QCOMPARE(clips[1]["frameBegin"], 30);
    QCOMPARE(clips[2]["name"], "Idle");
    QCOMPARE(clips[2]["loop"], true);
  }

  void maxErrorFailsAndKeepsOldPack() {
    const QString pack = m_folder->filePath("b.texpack");
    QCOMPARE(runCli({"bake", bannerSample(), "-o", pack, "--mode", "vertex"}).exitCode, 0);
    const QByteArray before = readAll(pack + "/manifest.json");
    const ProgramRun run =
        runCli({"bake", bannerSample(), "-o", pack, "--mode", "vertex", "--max-error", "0.0001", "--quiet"});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("clip \"") && run.errors.contains("frame") && run.errors.contains("vertex"),
             run.errors);
    QCOMPARE(readAll(pack + "/manifest.json"), before);
  }

  void recipeBakesSameBytes() {
    const QString first = m_folder->filePath("first.texpack");
    const QString second = m_folder->filePath("second.texpack");
    const QString recipe = m_folder->filePath("knight.texeleton");
    QCOMPARE(runCli({"bake", knightSample(), "-o", first, "--expose", "weapon.*", "--clip", "Run,fps=24", "--mode",
                     "vertex", "--save-recipe", recipe})
                 .exitCode,
             0);
    const ProgramRun run = runCli({"bake", "--recipe", recipe, "-o", second, "--threads", "1"});
    QVERIFY2(run.exitCode == 0, run.errors);
    for (const char* file : {"manifest.json", "animation.exr", "mesh.glb"}) {
      QVERIFY2(readAll(first + "/" + file) == readAll(second + "/" + file), file);
    }
  }

  // Ctrl+C ends the program with an error.
  void interruptsLongCommands_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("bench") << QStringList{"bench", bannerSample(), "--seconds", "10", "--folder", "."};
    QTest::newRow("bake") << QStringList{"bake", knightSample(), "-o", "k.texpack", "--no-cache"};
    QTest::newRow("inspect") << QStringList{"inspect", knightSample(), "--no-cache"};
    QTest::newRow("verify") << QStringList{"verify", "PACK", "--against", knightSample(), "--no-cache"};
    QTest::newRow("propose") << QStringList{"events", "propose", knightSample(), "--no-cache", "-o", "e.json"};
  }

  void interruptsLongCommands() {
    QFETCH(QStringList, arguments);
    const QTemporaryDir elsewhere;
    const QString pack = elsewhere.filePath("k.texpack");
    if (arguments.contains("PACK")) {
      QCOMPARE(runCli({"bake", knightSample(), "-o", pack}).exitCode, 0);
      arguments.replaceInStrings("PACK", pack);
    }
    for (QString& argument : arguments) {  // Remove the outputs.
      if (argument == "." || argument == "k.texpack" || argument == "e.json") {
        argument = m_folder->filePath(argument);
      }
    }
    ProgramRun run;
    // A fast machine may have finished before the signal arrives.
    for (int attempt = 0; attempt < 50 && run.exitCode != 1; ++attempt) {
      QDir(m_folder->path()).removeRecursively();
      QDir().mkpath(m_folder->path());
      RunningCli command(arguments);
      if (!command.awaitReadyForInterrupt()) {
        continue;
      }
      command.interrupt();
      run = command.finish(20.0);  // For sanitizer builds; others end at once.
      QVERIFY(!run.crashed && !run.timedOut);
    }
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(isOneLineError(run.errors) && run.errors.contains("cancelled"), run.errors);
    QVERIFY(QDir(m_folder->path()).isEmpty());
  }

  void replacesPacksOnly() {
    QDir().mkpath(m_folder->filePath("photos.texpack"));
    QVERIFY(writeAll(m_folder->filePath("photos.texpack/holiday.txt"), "precious"));
    const ProgramRun run =
        runCli({"bake", bannerSample(), "-o", m_folder->filePath("photos.texpack"), "--mode", "vertex"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(readAll(m_folder->filePath("photos.texpack/holiday.txt")), QByteArray("precious"));
  }

  void boneModeLeavesOutMorphs() {
    const ProgramRun run = runCli({"bake", bannerSample(), "-o", m_folder->filePath("m.texpack"), "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY2(run.errors.contains("morph"), run.errors);
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
};

TEXELETON_SUITE(TestCommands)
#include "test_commands.moc"
