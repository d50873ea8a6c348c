// Messages of texeleton-cli for users and programs: mistyped names, failures as JSON, progress on a narrow terminal.

#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cerrno>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

/// The standard error of texeleton-cli on a terminal of that width.
QByteArray onTerminal(QStringList arguments, unsigned short columns) {
  int master = -1;
  int slave = -1;
  winsize size{24, columns, 0, 0};
  if (openpty(&master, &slave, nullptr, nullptr, &size) != 0) {
    return "no terminal";
  }
  QProcess process;
  process.setStandardOutputFile(QProcess::nullDevice());
  process.setChildProcessModifier([slave] { dup2(slave, STDERR_FILENO); });
  process.start(QString::fromStdString((binFolder() / "texeleton-cli").string()), arguments);
  process.waitForStarted();
  close(slave);
  QByteArray text;
  std::array<char, 4096> block{};
  for (;;) {  // Ends with an error once the program has closed its end.
    const ssize_t got = read(master, block.data(), block.size());
    if (got <= 0 && !(got < 0 && errno == EINTR)) {
      break;
    }
    text.append(block.data(), static_cast<qsizetype>(std::max<ssize_t>(got, 0)));
  }
  close(master);
  process.waitForFinished();
  return text;
}

}  // namespace

class TestUsage : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString at(const QString& name) const { return m_folder->filePath(name); }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void suggestsNames_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* what, const QStringList& arguments, int exitCode, const char* says) {
      QTest::newRow(what) << arguments << exitCode << QByteArray(says);
    };
    row("command", {"backe", "a.glb"}, 2, "there is no command \"backe\"; did you mean \"bake\"?");
    row("command of a command", {"events", "porpose", "a.glb"}, 2, "did you mean \"propose\"?");
    row("option", {"bake", "a.glb", "-o", "a.texpack", "--mdoe", "bone"}, 2,
        "there is no option \"--mdoe\"; did you mean \"--mode\"?");
    row("option with its value", {"bake", "a.glb", "-o", "a.texpack", "--mdoe=bone"}, 2, "did you mean \"--mode\"?");
    row("option that had to be given", {"bake", "a.glb", "--ouput", "a.texpack"}, 2, "did you mean \"--output\"");
    row("option of the program", {"inspect", "a.glb", "--jsn"}, 2, "did you mean \"--json\"?");
    row("word of an option", {"bake", "a.glb", "-o", "a.texpack", "--mode", "vertx"}, 2,
        "--mode: \"vertx\" is none of bone, vertex; did you mean \"vertex\"?");
    row("clip", {"bake", knightSample(), "-o", "x.texpack", "--clip", "Wlak"}, 1,
        "the model has no clip \"Wlak\"; did you mean \"Walk\"?");
    row("clip of footsteps", {"events", "propose", knightSample(), "--clip", "Wlak"}, 1, "did you mean \"Walk\"?");
    row("option of a clip", {"bake", "a.glb", "-o", "a.texpack", "--clip", "Walk,form=1"}, 2, "did you mean \"from\"?");
    row("loop of a clip", {"bake", "a.glb", "-o", "a.texpack", "--clip", "Walk,loop=clsoe"}, 2,
        "did you mean \"close\"?");
    row("loop", {"bake", "a.glb", "-o", "a.texpack", "--loop", "closed"}, 2, "did you mean \"close\"?");
    row("engine", {"export", "a.glb", "--engine", "tree", "-o", "web"}, 2, "did you mean \"three\"?");
    row("root", {"bake", knightSample(), "-o", "x.texpack", "--root-motion", "extract", "--root", "hisp"}, 1,
        "did you mean \"hips\"");
  }
  void suggestsNames() {
    QFETCH(QStringList, arguments);
    QFETCH(const int, exitCode);
    QFETCH(const QByteArray, says);
    arguments.replaceInStrings("x.texpack", at("x.texpack"));
    const ProgramRun run = runCli(arguments);
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY2(run.errors.contains(says), run.errors);
  }

  void suggestsClipsAndSockets() {
    // Missing sockets are not a failure, but each expression without a match is reported.
    const ProgramRun bake = runCli({"bake", knightSample(), "-o", at("k.texpack"), "--expose", "weapon_r", "--expose",
                                    "wepon_l", "--clip", "Walk", "--no-measure"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QVERIFY2(bake.errors.contains("wepon_l: no bone matches this expression; did you mean"), bake.errors);
    const ProgramRun play = runCli({"play", at("k.texpack"), "--clip", "wlk"});
    QCOMPARE(play.exitCode, 1);
    QVERIFY2(play.errors.contains("did you mean \"Walk\"?"), play.errors);
  }

  void suggestsTargets() {
    QVERIFY(QFile::copy(bannerSample(), at("banner.glb")));
    const Json recipe = {{"version", 1},
                         {"sources", {{{"path", "banner.glb"}}}},
                         {"exports", {{{"target", "pakc"}, {"folder", "a.texpack"}}}}};
    QVERIFY(writeAll(at("b.texeleton"), QByteArray::fromStdString(recipe.dump())));
    const ProgramRun run = runCli({"export", at("b.texeleton")});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("did you mean \"pack\"?"), run.errors);
  }

  // With --json the output is JSON even on failure.
  void failuresAsJson_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("bake") << QStringList{"bake", "nowhere.glb", "-o", "x.texpack"} << 1 << QByteArray("nowhere.glb");
    QTest::newRow("too small") << QStringList{"bake", knightSample(), "-o", "x.texpack", "--max-size", "16"} << 1
                               << QByteArray("16");
    QTest::newRow("inspect") << QStringList{"inspect", "nowhere.glb"} << 1 << QByteArray("nowhere.glb");
    QTest::newRow("play") << QStringList{"play", "nowhere.texpack", "--clip", "A"} << 1 << QByteArray("nowhere");
    QTest::newRow("propose") << QStringList{"events", "propose", "nowhere.glb"} << 1 << QByteArray("nowhere");
    QTest::newRow("export") << QStringList{"export", "nowhere.texeleton"} << 1 << QByteArray("nowhere");
    QTest::newRow("wrong usage") << QStringList{"bake", "a.glb", "--mdoe", "bone"} << 2 << QByteArray("--mdoe");
  }
  void failuresAsJson() {
    QFETCH(QStringList, arguments);
    QFETCH(const int, exitCode);
    QFETCH(const QByteArray, says);
    arguments.replaceInStrings("x.texpack", at("x.texpack"));
    const ProgramRun run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, exitCode);
    const Json json = run.json();
    QVERIFY2(json.is_object(), run.output);
    QCOMPARE(json["result"], "failed");
    QVERIFY2(QByteArray::fromStdString(json["error"]).contains(says), run.output);
    QVERIFY2(run.errors.contains(says), run.errors);
  }

  void failedBakeReportsIssuesAsJson() {
    const ProgramRun run = runCli({"bake", bannerSample(), "-o", at("b.texpack"), "--max-error", "0.0001", "--json"});
    QCOMPARE(run.exitCode, 1);
    const Json json = run.json();
    QCOMPARE(json["result"], "failed");
    QCOMPARE(json["pack"], at("b.texpack").toStdString());
    QVERIFY2(json["issues"].dump().find("morph") != std::string::npos, run.output);
  }

  void progressFitsTerminal_data() {
    QTest::addColumn<int>("columns");
    for (const int columns : {8, 20, 40, 80, 200}) {
      QTest::addRow("%d", columns) << columns;
    }
  }
  void progressFitsTerminal() {
    QFETCH(const int, columns);
    // Stages contain names of a batch: one longer than any of these widths, with wide characters.
    const QString name = at(QString::fromUtf8("一个很长的名字").repeated(4) + "-and-a-long-latin-name.glb");
    QVERIFY(QFile::copy(bannerSample(), name));
    const QByteArray text = onTerminal({"bake", name, knightSample(), "-o", at("packs"), "--no-cache", "--jobs", "1"},
                                       static_cast<unsigned short>(columns));
    int lines = 0;
    for (const QByteArray& line : text.split('\r')) {
      if (!line.startsWith("\033[K") || line.contains('\n') || !line.contains('%')) {
        continue;
      }
      ++lines;
      int width = 0;
      for (const char32_t c : QString::fromUtf8(line.mid(3)).toUcs4()) {
        width += c >= 0x3000 ? 2 : 1;
      }
      QVERIFY2(width < columns, line);
    }
    QVERIFY2(lines > 3, text);
  }

  void emptyNamesAreWrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("model") << QStringList{"bake", "", "-o", "a.texpack"};
    QTest::newRow("output") << QStringList{"bake", "a.glb", "-o", ""};
    QTest::newRow("recipe") << QStringList{"bake", "--recipe", ""};
    QTest::newRow("motion") << QStringList{"bake", "a.glb", "-o", "a.texpack", "--motion", ""};
    QTest::newRow("pack") << QStringList{"verify", ""};
    QTest::newRow("against") << QStringList{"verify", "a.texpack", "--against", ""};
  }
  void emptyNamesAreWrongUsage() {
    QFETCH(const QStringList, arguments);
    const ProgramRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains("is empty, where a file or folder must be named"), run.errors);
  }

  void boneMapNeedsMotions() {
    for (const QStringList& command :
         {QStringList{"bake", knightSample(), "-o", at("k.texpack")}, QStringList{"inspect", knightSample()}}) {
      const ProgramRun run = runCli(command + QStringList{"--bone-map", "a=b"});
      QCOMPARE(run.exitCode, 1);
      QVERIFY2(run.errors.contains("--bone-map") && run.errors.contains("--motion"), run.errors);
    }
    QVERIFY(!QDir(at("k.texpack")).exists());
  }

  // The same limit in the help, the command line, the recipe and the bake.
  void sameTextureLimitEverywhere() {
    QVERIFY(runCli({"bake", "--help"}).output.contains("32768"));
    QCOMPARE(runCli({"bake", "a.glb", "-o", "a.texpack", "--max-size", "32769"}).exitCode, 2);
    const ProgramRun bake = runCli(
        {"bake", bannerSample(), "-o", at("b.texpack"), "--max-size", "32768", "--save-recipe", at("b.texeleton")});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QByteArray recipe = readAll(at("b.texeleton"));
    QVERIFY(recipe.contains("32768"));
    QVERIFY(writeAll(at("b.texeleton"), recipe.replace("32768", "32769")));
    const ProgramRun larger = runCli({"bake", "--recipe", at("b.texeleton")});
    QCOMPARE(larger.exitCode, 1);
    QVERIFY2(larger.errors.contains("bake.maxSize"), larger.errors);
  }

  void recipesKeepMeasureOff() {
    const ProgramRun bake = runCli(
        {"bake", bannerSample(), "-o", at("b.texpack"), "--no-measure", "--save-recipe", at("b.texeleton"), "--json"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    const ProgramRun again = runCli({"bake", "--recipe", at("b.texeleton"), "-o", at("c.texpack"), "--json"});
    QVERIFY2(again.exitCode == 0, again.errors);
    QVERIFY2(again.json()["clips"][0]["maxMillimetres"].is_null(), again.output);
    QCOMPARE(readAll(at("c.texpack/manifest.json")), readAll(at("b.texpack/manifest.json")));
    const ProgramRun limited = runCli({"bake", "--recipe", at("b.texeleton"), "--max-error", "1e6", "--json"});
    QVERIFY2(limited.json()["clips"][0]["maxMillimetres"].is_number(), limited.output);
  }

  void namesFileOfUnknownFormat() {
    QVERIFY(writeAll(at("note.dae"), "this is no model"));
    const ProgramRun run = runCli({"inspect", at("note.dae")});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("note.dae") && !run.errors.contains("\"the file\""), run.errors);
  }

  void namesMotionsWithoutClips() {
    const Glb knight = readGlb(knightSample().toStdString());
    writeGlb(at("still.glb").toStdString(), withoutAnimations(knight));
    const QString walk = at("walk.glb");
    writeGlb(walk.toStdString(), onlyAnimation(knight, "Walk"));
    const ProgramRun moved = runCli({"bake", at("still.glb"), "-o", at("a.texpack"), "--motion", walk, "--no-measure"});
    QVERIFY2(moved.exitCode == 0, moved.errors);
    QVERIFY2(!moved.errors.contains("no clips"), moved.errors);
    const ProgramRun still = runCli({"bake", at("still.glb"), "-o", at("b.texpack")});
    QCOMPARE(still.exitCode, 1);
    QVERIFY2(still.errors.contains("the model has no clips, so there is nothing to bake"), still.errors);
    const ProgramRun both = runCli({"bake", at("still.glb"), "-o", at("b.texpack"), "--motion", at("still.glb")});
    QCOMPARE(both.exitCode, 1);
    QVERIFY2(both.errors.contains("neither the model nor its motions have clips"), both.errors);
  }
};

TEXELETON_SUITE(TestUsage)
#include "test_usage.moc"
