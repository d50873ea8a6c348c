// export and watch: recipes go where they say.

#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

class TestExport : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString at(const QString& name) const { return m_folder->filePath(name); }

  QString writeRecipe(const char* name, const Json& exports) {
    Json recipe = {{"version", 1}, {"sources", {{{"path", "banner.glb"}}}}, {"bake", {{"fps", 10}}}};
    if (!exports.is_null()) {
      recipe["exports"] = exports;
    }
    const bool written = writeAll(at(name), QByteArray::fromStdString(recipe.dump()));
    return written ? at(name) : QString();
  }
  bool isPack(const QString& name) const { return QFile::exists(at(name) + "/manifest.json"); }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QFile::copy(bannerSample(), at("banner.glb")));
  }

  void everyTargetIsWritten() {
    const QString recipe = writeRecipe("banner.texeleton", {{{"target", "pack"}, {"folder", "a/deep/one.texpack"}},
                                                            {{"target", "later"}, {"folder", "x"}},
                                                            {{"target", "pack"}, {"folder", "two.texpack"}}});
    const ProgramRun run = runCli({"export", "--recipe", recipe, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["baked"].get<int>(), 2);
    QVERIFY2(run.errors.contains("later"), run.errors);
    QVERIFY(!isPack("banner.texpack"));
    const ProgramRun baked = runCli({"bake", "--recipe", recipe, "-o", at("baked.texpack")});
    QVERIFY2(baked.exitCode == 0, baked.errors);
    for (const char* name : {"animation.exr", "mesh.glb", "manifest.json"}) {
      const QByteArray wanted = readAll(at("baked.texpack/") + name);
      QVERIFY(!wanted.isEmpty());
      QVERIFY2(readAll(at("a/deep/one.texpack/") + name) == wanted, name);
      QVERIFY2(readAll(at("two.texpack/") + name) == wanted, name);
    }
    // Again: nothing to do. Somewhere else: only that.
    const ProgramRun again = runCli({"export", recipe, "--json", "--if-changed"});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(again.json()["unchanged"].get<int>(), 2);
    writeRecipe("banner.texeleton",
                {{{"target", "pack"}, {"folder", "two.texpack"}}, {{"target", "pack"}, {"folder", "three.texpack"}}});
    const ProgramRun other = runCli({"export", recipe, "--json", "--if-changed"});
    QCOMPARE(other.json()["unchanged"].get<int>(), 1);
    QCOMPARE(other.json()["baked"].get<int>(), 1);
    QVERIFY(isPack("three.texpack"));
  }

  void withoutTargetsBesideTheRecipe() {
    const ProgramRun run = runCli({"export", "--recipe", writeRecipe("banner.texeleton", nullptr)});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY(isPack("banner.texpack"));
  }

  void whatCannotBeIsTold() {
    const auto refused = [](const QStringList& arguments, const char* why) {
      const ProgramRun run = runCli(arguments);
      return run.exitCode == 1 && run.errors.contains(why) ? QString() : QString::fromUtf8(run.errors);
    };
    const QString later = writeRecipe("later.texeleton", {{{"target", "later"}, {"folder", "x"}}});
    QCOMPARE(refused({"export", later}, "does not know"), QString());
    const QString one = writeRecipe("one.texeleton", {{{"target", "pack"}, {"folder", "same.texpack"}}});
    const QString two = writeRecipe("two.texeleton", {{{"target", "pack"}, {"folder", "x/../same.texpack"}}});
    QCOMPARE(refused({"export", one, two}, "same folder"), QString());
    QVERIFY(!isPack("same.texpack"));
    // What is there and no pack stays.
    QVERIFY(QDir().mkpath(at("mine.texpack")));
    QVERIFY(writeAll(at("mine.texpack/notes.txt"), "mine"));
    const QString mine = writeRecipe("mine.texeleton", {{{"target", "pack"}, {"folder", "mine.texpack"}}});
    QCOMPARE(refused({"export", mine}, "is no pack"), QString());
    QCOMPARE(readAll(at("mine.texpack/notes.txt")), QByteArray("mine"));
    QCOMPARE(runCli({"export"}).exitCode, 2);
  }

  void watchGoesWhereTheRecipeSays() {
    const QString recipe = writeRecipe("banner.texeleton", {{{"target", "pack"}, {"folder", "one.texpack"}}});
    RunningCli watch({"watch", recipe, "--json", "--settle", "0.1"});
    const auto nextPack = [&watch] {
      const Json json = Json::parse(watch.nextLine(120.0).toStdString(), nullptr, false);
      return json.is_object() ? QFileInfo(QString::fromStdString(json["pack"])).fileName() : QString();
    };
    QCOMPARE(nextPack(), QString("one.texpack"));
    // Another target while it runs.
    QVERIFY(QDir(at("one.texpack")).removeRecursively());
    writeRecipe("banner.texeleton", {{{"target", "pack"}, {"folder", "two.texpack"}}});
    QTRY_VERIFY_WITH_TIMEOUT(isPack("two.texpack"), 60000);
    QVERIFY(!isPack("one.texpack"));
    watch.interrupt();
    QCOMPARE(watch.finish().exitCode, 0);
  }
};

TEXELETON_SUITE(TestExport)
#include "test_export.moc"
