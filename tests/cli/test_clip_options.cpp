// bake --clip with patterns, --strip-names, --dry-run.

#include <QDir>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

class TestClipOptions : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString at(const QString& name) const { return m_folder->filePath(name); }

  /// The clip names of a dry run for the knight, whose clips are Rig|Idle_Rig, ….
  QStringList clipsOf(const QStringList& options) {
    const ProgramRun run =
        runCli(QStringList{"bake", at("rig.glb"), "-o", at("x.texpack"), "--dry-run", "--json"} + options);
    QStringList names;
    if (run.exitCode != 0) {
      return {QString::fromUtf8(run.errors)};
    }
    const Json json = run.json();
    for (const Json& clip : json["clips"]) {
      names.append(QString::fromStdString(clip["name"]));
    }
    return names;
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    Glb glb = readGlb(knightSample().toStdString());
    for (Json& animation : glb.json["animations"]) {
      animation["name"] = "Rig|" + animation["name"].get<std::string>() + "_Rig";
    }
    writeGlb(at("rig.glb").toStdString(), glb);
  }

  void patterns() {
    QCOMPARE(clipsOf({"--clip", "*"}), (QStringList{"Rig|Idle_Rig", "Rig|Walk_Rig", "Rig|Run_Rig", "Rig|Attack_Rig"}));
    QCOMPARE(clipsOf({"--clip", "*|?un_*"}), QStringList{"Rig|Run_Rig"});
    // The rest of the clips, with other options.
    QCOMPARE(clipsOf({"--clip", "Rig|Run_Rig,name=Run", "--clip", "*k_Rig,fps=10", "--clip", "*"}),
             (QStringList{"Run", "Rig|Walk_Rig", "Rig|Attack_Rig", "Rig|Idle_Rig"}));
    QVERIFY(clipsOf({"--clip", "*wim*"}).value(0).contains("the model has no clip \"*wim*\""));
    QVERIFY(clipsOf({"--clip", "*,name=All"}).value(0).contains("matches 4"));
    const ProgramRun propose = runCli({"events", "propose", at("rig.glb"), "--clip", "*Walk*", "--json"});
    QVERIFY2(propose.exitCode == 0, propose.errors);
    QCOMPARE(propose.json()["clips"].size(), std::size_t{1});
  }

  void namePrecedesPattern() {
    Glb glb = readGlb(knightSample().toStdString());
    glb.json["animations"][0]["name"] = "Walk*";
    writeGlb(at("star.glb").toStdString(), glb);
    const ProgramRun run =
        runCli({"bake", at("star.glb"), "-o", at("x.texpack"), "--dry-run", "--json", "--clip", "Walk*"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["clips"].size(), std::size_t{1});
    QCOMPARE(run.json()["clips"][0]["name"], "Walk*");
  }

  void stripsNames() {
    QCOMPARE(clipsOf({"--strip-names"}), (QStringList{"Idle", "Walk", "Run", "Attack"}));
    // Short names match too; a name that was given stays.
    QCOMPARE(clipsOf({"--strip-names", "--clip", "Run", "--clip", "Rig|Walk_Rig,name=Rig|Stroll"}),
             (QStringList{"Run", "Rig|Stroll"}));
    QCOMPARE(clipsOf({"--strip-names", "--clip", "?un"}), QStringList{"Run"});
    const QString recipe = at("rig.texeleton");
    const ProgramRun bake = runCli({"bake", at("rig.glb"), "-o", at("a.texpack"), "--strip-names", "--clip", "Run",
                                    "--save-recipe", recipe, "--no-measure"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QVERIFY2(bake.errors.contains("\"Rig|\" in front and \"_Rig\" at the end"), bake.errors);
    const Json clip = runCli({"inspect", at("a.texpack"), "--json"}).json()["manifest"]["clips"][0];
    QCOMPARE(clip["name"], "Run");
    const ProgramRun again = runCli({"bake", "--recipe", recipe, "-o", at("b.texpack")});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(readAll(at("b.texpack/manifest.json")), readAll(at("a.texpack/manifest.json")));
  }

  // A clip may have its own limit; 0 frames per second are one frame.
  void limitsPerClip() {
    const QString pack = at("limits.texpack");
    const ProgramRun over = runCli({"bake", at("rig.glb"), "-o", pack, "--max-error", "far", "--clip",
                                    "Rig|Run_Rig,max-error=0.001mm", "--clip", "Rig|Idle_Rig"});
    QCOMPARE(over.exitCode, 1);
    QVERIFY2(over.errors.contains("Rig|Run_Rig") && over.errors.contains("0.001 mm"), over.errors);
    QVERIFY(!QDir(pack).exists());
    const ProgramRun normals =
        runCli({"bake", at("rig.glb"), "-o", pack, "--clip", "Rig|Run_Rig,max-normal-error=0.001"});
    QCOMPARE(normals.exitCode, 1);
    QVERIFY2(normals.errors.contains("degrees"), normals.errors);
    const ProgramRun kept = runCli({"bake", at("rig.glb"), "-o", pack, "--max-error", "0.001", "--json", "--clip",
                                    "Rig|Run_Rig,max-error=2px@40m", "--clip", "Rig|Idle_Rig,max-error=1m,fps=0"});
    QVERIFY2(kept.exitCode == 0, kept.errors);
    QCOMPARE(kept.json()["clips"][1]["frames"], 1);
    const ProgramRun verified = runCli({"verify", pack, "--against", at("rig.glb")});
    QVERIFY2(verified.exitCode == 0, verified.errors + verified.output);
    const ProgramRun misspelt = runCli({"bake", at("rig.glb"), "-o", pack, "--max-error", "herro"});
    QCOMPARE(misspelt.exitCode, 2);
    QVERIFY2(misspelt.errors.contains("did you mean \"hero\"?"), misspelt.errors);
    QCOMPARE(runCli({"bake", at("rig.glb"), "-o", pack, "--clip", "Rig|Run_Rig,max-error=1px"}).exitCode, 2);
    QCOMPARE(runCli({"bake", at("rig.glb"), "-o", pack, "--fit"}).exitCode, 2);
  }

  // A recipe keeps the result of a fit, and a bake uses it.
  void savesFit() {
    const QString recipe = at("fit.texeleton");
    const ProgramRun fit =
        runCli({"bake", at("rig.glb"), "-o", at("fit.texpack"), "--fit", "--max-error", "crowd", "--clip",
                "Rig|Idle_Rig", "--clip", "Rig|Walk_Rig,max-error=hero", "--save-recipe", recipe, "--json"});
    QVERIFY2(fit.exitCode == 0, fit.errors);
    const Json made = fit.json();
    QVERIFY(made["clips"][0]["maxMillimetres"].get<double>() <= 10.7);
    QVERIFY(made["clips"][1]["maxMillimetres"].get<double>() <= 1.07);
    const ProgramRun again = runCli({"bake", "--recipe", recipe, "-o", at("again.texpack")});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(readAll(at("again.texpack/animation.exr")), readAll(at("fit.texpack/animation.exr")));
    QVERIFY(Json::parse(readAll(recipe).toStdString())["clips"][1]["maxError"].get<double>() < 1.08);
  }

  // Babylon.js plays matrices only, which are never the smallest.
  void fitUsesEncodingsOfTarget() {
    const ProgramRun run = runCli({"export", at("rig.glb"), "--engine", "babylon", "-o", at("web"), "--fit",
                                   "--max-error", "crowd", "--clip", "Rig|Idle_Rig"});
    QVERIFY2(run.exitCode == 0, run.errors);
    const ProgramRun pack = runCli({"inspect", at("web/.texeleton/rig.texpack"), "--json"});
    QVERIFY2(pack.exitCode == 0, pack.errors);
    QVERIFY2(pack.output.contains("matrix3x4"), pack.output);
  }

  // A dry run predicts the bake correctly.
  void dryRunPredictsSize_data() {
    QTest::addColumn<QStringList>("options");
    QTest::newRow("bone") << QStringList{"--expose", "weapon.*"};
    QTest::newRow("vertex") << QStringList{"--mode", "vertex", "--size", "exact", "--fps", "12"};
    QTest::newRow("folded") << QStringList{"--max-size", "1024", "--mode", "vertex", "--clip", "*Walk*"};
    QTest::newRow("float") << QStringList{"--pixel-format", "rgba32f", "--mesh", ".*"};
  }
  void dryRunPredictsSize() {
    QFETCH(const QStringList, options);
    const QStringList bake =
        QStringList{"bake", at("rig.glb"), "-o", at("d/k.texpack"), "--json", "--no-measure"} + options;
    const ProgramRun dry = runCli(bake + QStringList{"--dry-run"});
    QVERIFY2(dry.exitCode == 0, dry.errors);
    QVERIFY(!QDir(at("d")).exists());
    QVERIFY(QDir().mkpath(at("d")));
    const ProgramRun real = runCli(bake + QStringList{"--compression", "none"});
    QVERIFY2(real.exitCode == 0, real.errors);
    const Json plan = dry.json();
    const Json made = real.json();
    QCOMPARE(plan["result"], "planned");
    for (const char* key : {"mode", "width", "height", "frames", "pack"}) {
      QVERIFY2(plan[key] == made[key], key);
    }
    QCOMPARE(plan["clips"].size(), made["clips"].size());
    for (std::size_t i = 0; i < plan["clips"].size(); ++i) {
      for (const char* key : {"name", "frames", "loop"}) {
        QVERIFY2(plan["clips"][i][key] == made["clips"][i][key], key);
      }
    }
    const auto bytes = plan["textureBytes"].get<double>();
    for (const Json& file : made["files"]) {
      if (file["file"] == "animation.exr") {  // Uncompressed: the texels and a table of lines.
        QVERIFY2(file["bytes"].get<double>() >= bytes && file["bytes"].get<double>() < bytes * 1.02 + 20000,
                 real.output);
      }
    }
  }

  void dryRunOfManyWritesNothing() {
    const ProgramRun run = runCli({"bake", at("rig.glb"), bannerSample(), "-o", at("packs"), "--dry-run", "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY(!QDir(at("packs")).exists());
    QCOMPARE(run.json()["planned"], 2);
    QCOMPARE(run.json()["baked"], 0);
    QVERIFY(run.json()["results"][0]["bytes"].get<double>() > 0.0);
    QCOMPARE(
        runCli({"bake", at("rig.glb"), "-o", at("a.texpack"), "--dry-run", "--save-recipe", "r.texeleton"}).exitCode,
        2);
    const ProgramRun tooSmall = runCli({"bake", at("rig.glb"), "-o", at("a.texpack"), "--dry-run", "--max-size", "16"});
    QCOMPARE(tooSmall.exitCode, 1);
  }
};

TEXELETON_SUITE(TestClipOptions)
#include "test_clip_options.moc"
