// A disk that fills up at any moment: no file is lost, and missing output is never reported as written. No output
// overwrites an input.

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "core/pack/pack.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace fs = std::filesystem;

namespace {

constexpr int kMostCalls = 400;

std::string contentOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

fs::path pathOf(const QString& text) { return QFile::encodeName(text).toStdString(); }

std::set<std::pair<std::string, std::string>> everythingIn(const fs::path& folder) {
  std::set<std::pair<std::string, std::string>> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all.emplace(entry.path().lexically_relative(folder).string(),
                entry.is_regular_file() ? contentOf(entry.path()) : std::string());
  }
  return all;
}

/// Runs a command repeatedly with each call failing in turn. Its outputs go to `folder`, which `prepare` fills. After
/// an error the old files are there; after success all new ones are.
void failEachCall(const QStringList& arguments, const std::function<void(const fs::path&)>& prepare) {
  const QTemporaryDir temporary;
  const fs::path root = fs::canonical(pathOf(temporary.path()));
  const fs::path folder = root / "out";
  const auto begin = [&] {
    fs::remove_all(folder);
    fs::create_directory(folder);
    prepare(folder);
  };
  QStringList inFolder = arguments;
  inFolder.replaceInStrings("OUT", QString::fromStdString(folder.string()));
  begin();
  const auto before = everythingIn(folder);
  const ProgramRun whole = runCli(inFolder);
  QVERIFY2(whole.exitCode == 0, whole.errors.constData());
  const auto after = everythingIn(folder);
  QVERIFY(after != before);

  const fs::path countFile = root / "count";
  int failures = 0;
  for (const char* how : {"once", "from", "short"}) {
    for (int call = 1; call <= kMostCalls; ++call) {
      begin();
      const ProgramRun run =
          runCli(inFolder, 60.0, {},
                 {{"LD_PRELOAD", QString::fromStdString((binFolder() / "libtexeleton_failing_writes.so").string())},
                  {"FAILING_WRITES_FOLDER", QString::fromStdString(folder.string())},
                  {"FAILING_WRITES_CALL", QString::number(call)},
                  {"FAILING_WRITES_HOW", how},
                  {"FAILING_WRITES_COUNT", QString::fromStdString(countFile.string())}});
      const int calls = std::stoi("0" + contentOf(countFile));
      const auto now = everythingIn(folder);
      const QByteArray where = QByteArray(how) + ", call " + QByteArray::number(call) + " of " +
                               QByteArray::number(calls) + ", exit code " + QByteArray::number(run.exitCode) + ": " +
                               run.errors;
      QVERIFY2(!run.crashed && !run.timedOut, where.constData());
      QVERIFY2(run.exitCode == 0 ? now == after : now == before || now == after, where.constData());
      if (calls < call) {
        QVERIFY2(run.exitCode == 0, where.constData());
        break;
      }
      QVERIFY2(run.exitCode != 0 ? !run.errors.isEmpty() : true, where.constData());
      ++failures;
    }
  }
  QVERIFY2(failures >= 12, "nothing was counted: the command goes past the library");
  qInfo("%d failures", failures);
}

QString at(const QTemporaryDir& folder, const char* name) { return folder.filePath(name); }

}  // namespace

class TestFullDisk : public QObject {
  Q_OBJECT

  /// Expects an error with a reason; the input stays.
  static void refused(const QStringList& arguments, const QString& input) {
    const std::string before = contentOf(pathOf(input));
    const ProgramRun run = runCli(arguments);
    QVERIFY2(run.exitCode == 1, (arguments.join(' ').toUtf8() + run.errors).constData());
    QVERIFY2(run.errors.contains("over the input"), run.errors.constData());
    QVERIFY(contentOf(pathOf(input)) == before);
  }

 private slots:
  static void savedRecipes() {
    failEachCall({"bake", bannerSample(), "-o", "OUT/../pack.texpack", "--no-measure", "--clip", "Breeze",
                  "--save-recipe", "OUT/banner.texeleton"},
                 [](const fs::path& folder) { std::ofstream(folder / "banner.texeleton") << "the old recipe"; });
  }

  static void proposedEvents() {
    failEachCall(
        {"events", "propose", knightSample(), "--clip", "Walk", "-o", "OUT/steps.json"}, [](const fs::path& folder) {
          std::ofstream(folder / "steps.json") << R"({"clips": {"Walk": [{"name": "by hand", "timeSeconds": 0.5}]}})";
        });
  }

  static void importedEvents() {
    const QTemporaryDir source;
    std::ofstream(pathOf(at(source, "events.csv"))) << "clip,event,time\nBreeze,gust,0.5\n";
    failEachCall({"events", "import", bannerSample(), at(source, "events.csv"), "-o", "OUT/events.json"},
                 [](const fs::path& folder) { std::ofstream(folder / "events.json") << R"({"clips": {}})"; });
  }

  // Daemons and build servers start programs like this. Messages are lost, and never end up in the pack.
  static void closedStreams() {
    const QTemporaryDir folder;
    const QString usual = at(folder, "usual/banner.texpack");
    const QString closed = at(folder, "closed/banner.texpack");
    QVERIFY(QDir().mkpath(at(folder, "usual")) && QDir().mkpath(at(folder, "closed")));
    const QStringList bake = {"bake", bannerSample(), "--no-measure", "--clip", "Breeze", "--no-cache", "-o"};
    QCOMPARE(runCli(bake + QStringList{usual}).exitCode, 0);
    for (const char* streams : {"<&- 2>&-", "<&- >&- 2>&-", ">&-", "2>&-"}) {
      QProcess shell;
      const QString program = QString::fromStdString((binFolder() / "texeleton-cli").string());
      shell.start("sh", QStringList{"-c", QString("exec \"$0\" \"$@\" ") + streams, program} + bake +
                            QStringList{closed, "--verbose"});
      QVERIFY(shell.waitForFinished(60000));
      QCOMPARE(shell.exitCode(), 0);
      QVERIFY2(everythingIn(pathOf(usual)) == everythingIn(pathOf(closed)), streams);
      QVERIFY(QDir(closed).removeRecursively());
    }
  }

  // `bake … | head -1` also leaves only complete packs.
  static void closedPipe() {
    const QTemporaryDir folder;
    const QString program = QString::fromStdString((binFolder() / "texeleton-cli").string());
    QStringList models;
    for (int i = 0; i < 6; ++i) {
      models << at(folder, ("banner-" + std::to_string(i) + ".glb").c_str());
      QVERIFY(QFile::copy(bannerSample(), models.back()));
    }
    QVERIFY(QDir().mkpath(at(folder, "packs")));
    QProcess shell;
    shell.start("bash", QStringList{"-c", "\"$0\" bake \"$@\" --no-cache 2>&1 | head -1", program} + models +
                            QStringList{"-o", at(folder, "packs")});
    QVERIFY(shell.waitForFinished(60000));
    JobContext job;
    for (const QString& name :
         QDir(at(folder, "packs")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)) {
      QVERIFY2(name.startsWith("banner-"), qPrintable(name));
      QVERIFY2(pack::readPack(pathOf(at(folder, "packs") + "/" + name), job), qPrintable(name));
    }
  }

  static void outputsKeepInputs() {
    const QTemporaryDir folder;
    const QString model = at(folder, "banner.glb");
    const QString motion = at(folder, "motion.glb");
    const QString events = at(folder, "my.events.json");
    QVERIFY(QFile::copy(bannerSample(), model) && QFile::copy(bannerSample(), motion));
    std::ofstream(pathOf(events)) << R"({"clips": {"Breeze": [{"name": "gust", "timeSeconds": 0.5}]}})";
    fs::create_symlink("banner.glb", pathOf(at(folder, "soft.glb")));
    fs::create_hard_link(pathOf(model), pathOf(at(folder, "hard.glb")));
    const QString pack = at(folder, "banner.texpack");
    const QStringList bake = {"bake", model, "-o", pack, "--no-measure", "--clip", "Breeze"};
    for (const char* name : {"banner.glb", "soft.glb", "hard.glb"}) {
      refused(bake + QStringList{"--save-recipe", at(folder, name)}, model);
    }
    QVERIFY(!QFile::exists(pack));
    refused(bake + QStringList{"--motion", motion, "--save-recipe", motion}, motion);
    refused(bake + QStringList{"--events", events, "--save-recipe", events}, events);
    refused({"events", "import", model, events, "-o", events}, events);
    refused({"events", "import", model, events, "-o", model}, model);
    refused({"events", "propose", model, "-o", model}, model);

    // The pack's mesh is a model too; baking it into its own pack would destroy it.
    QCOMPARE(runCli(bake).exitCode, 0);
    const QString mesh = pack + "/mesh.glb";
    QVERIFY(QFile::exists(mesh));
    QFile::remove(mesh);
    QVERIFY(QFile::copy(model, mesh));
    refused({"bake", mesh, "-o", pack, "--no-measure"}, mesh);
    // The recipe that provides the settings.
    const QString recipe = at(folder, "banner.texeleton");
    QCOMPARE(runCli(bake + QStringList{"--save-recipe", recipe}).exitCode, 0);
    refused({"bake", motion, "-o", pack, "--like", recipe, "--save-recipe", recipe}, recipe);
    // A repeated output is not a write over an input.
    QCOMPARE(runCli(bake + QStringList{"--save-recipe", recipe}).exitCode, 0);
  }

  static void outputsKeepReferencedFiles() {
    const auto models = sharedModels();
    if (!models) {
      TEXELETON_SKIP("needs the shared models");
    }
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary.path()) / "hydra";
    fs::copy(*models / "hydra", folder);
    const QString model = QString::fromStdString((folder / "hydra.gltf").string());
    int tried = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".bin") {
        const QString file = QString::fromStdString(entry.path().string());
        refused({"bake", model, "-o", at(temporary, "a.texpack"), "--no-measure", "--save-recipe", file}, file);
        refused({"events", "propose", model, "-o", file}, file);
        ++tried;
      }
    }
    QVERIFY(tried > 0);
  }
};

TEXELETON_SUITE(TestFullDisk)
#include "test_full_disk.moc"
