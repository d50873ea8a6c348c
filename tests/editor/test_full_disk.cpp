// A disk that fills up at any moment destroys no file: every writer, every call that can fail.

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QObject>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "app/editor/document/document_file.h"
#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/jobs/event_files.h"
#include "app/editor/jobs/recovery.h"
#include "core/base/save_file.h"
#include "core/batch/file_hashes.h"
#include "core/import/import_cache.h"
#include "core/pack/pack.h"
#include "core/recipe/events_file.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/failing_writes.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "viewport/save_picture.h"

using namespace texeleton;
using namespace texeleton::editor;

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostCalls = 400;  ///< More than any writer here makes.
constexpr std::array<FailingWritesHow, 3> kHows = {kFailOnce, kFailFrom, kFailShort};

fs::path sample() { return test::sourceFolder() / "resources" / "samples" / "lantern-knight.texeleton"; }

std::string contentOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void put(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

/// Names and contents of all files in a folder, recursively.
std::set<std::pair<std::string, std::string>> everythingIn(const fs::path& folder) {
  std::set<std::pair<std::string, std::string>> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all.emplace(entry.path().lexically_relative(folder).string(),
                entry.is_regular_file() ? contentOf(entry.path()) : std::string());
  }
  return all;
}

/// Runs a writer with each call failing in turn. `write` returns whether it reports success. After a failure either the
/// old file is unchanged byte for byte or the new one is complete, no other files remain, and success is reported only
/// for the new one. `mayKeepQuiet`: it reports no errors (caches). `settle` is the next reader, once the disk works
/// again.
void failEachCall(const std::function<void(const fs::path&)>& prepare,
                  const std::function<bool(const fs::path&)>& write, bool mayKeepQuiet = false,
                  const std::function<void(const fs::path&)>& settle = {}) {
  const QTemporaryDir wholeFolder;
  const fs::path whole = toPath(wholeFolder.path());
  prepare(whole);
  QVERIFY(write(whole));
  const auto after = everythingIn(whole);

  std::uint64_t tried = 0;
  for (const FailingWritesHow how : kHows) {
    for (std::uint64_t call = 1; call <= kMostCalls; ++call) {
      const QTemporaryDir temporary;
      const fs::path folder = fs::canonical(toPath(temporary.path()));
      prepare(folder);
      const auto before = everythingIn(folder);
      test::FailingWrites failing(folder.c_str(), call, how);
      const bool success = write(folder);
      const std::uint64_t calls = failing.stop();
      if (settle) {
        settle(folder);
      }
      const auto now = everythingIn(folder);
      const std::string where = "call " + std::to_string(call) + " of " + std::to_string(calls) + ", how " +
                                std::to_string(how) + (success ? ", success" : ", an error");
      QVERIFY2(now == after || (!success || mayKeepQuiet ? now == before : false), where.c_str());
      if (calls < call) {
        QVERIFY2(success && now == after, where.c_str());
        break;
      }
      ++tried;
    }
  }
  QVERIFY2(tried >= 3, "nothing was counted: the writer goes past the library");
  qInfo("%d failures", static_cast<int>(tried));
}

bool isOk(const Result<void>& result) { return result.has_value(); }

}  // namespace

class TestFullDisk : public QObject {
  Q_OBJECT

  static void nothing(const fs::path& /*folder*/) {}

 private slots:
  static void aFile() {
    failEachCall(nothing, [](const fs::path& folder) { return isOk(saveFile(folder / "new.txt", "text")); });
    failEachCall([](const fs::path& folder) { put(folder / "a.txt", "old"); },
                 [](const fs::path& folder) { return isOk(saveFile(folder / "a.txt", std::string(3 << 20, 'n'))); });
  }

  static void keepsLinksAndPermissions() {
    const QTemporaryDir temporary;
    const fs::path folder = toPath(temporary.path());
    fs::create_directory(folder / "inner");
    put(folder / "inner" / "real.txt", "old");
    fs::permissions(folder / "inner" / "real.txt", fs::perms(0640));
    fs::create_symlink("inner/real.txt", folder / "link.txt");
    fs::create_symlink("inner/made.txt", folder / "dangling.txt");
    QVERIFY(saveFile(folder / "link.txt", "new"));
    QVERIFY(saveFile(folder / "dangling.txt", "made"));
    QVERIFY(fs::is_symlink(folder / "link.txt") && fs::is_symlink(folder / "dangling.txt"));
    QCOMPARE(contentOf(folder / "inner" / "real.txt"), "new");
    QCOMPARE(contentOf(folder / "inner" / "made.txt"), "made");
    QCOMPARE(static_cast<int>(fs::status(folder / "inner" / "real.txt").permissions()), 0640);
    QVERIFY(saveFile("/dev/null", "away"));
    QVERIFY(fs::is_character_file("/dev/null"));
    const auto full = saveFile("/dev/full", "away");
    QVERIFY(!full && full.error().message.find("No space left") != std::string::npos);
    QVERIFY(!saveFile(folder / "inner", "x"));
    QCOMPARE(saveFile(folder / "none" / "a.txt", "x").error().code, ErrorCode::NotFound);
    fs::create_symlink("loop.txt", folder / "loop.txt");
    QVERIFY(!saveFile(folder / "loop.txt", "x"));
    const std::string longest(255, 'l');
    QVERIFY(saveFile(folder / longest, "x"));
    QCOMPARE(contentOf(folder / longest), "x");
  }

  static void recipes() {
    JobContext job;
    const auto recipe = recipe::readRecipe(sample(), job);
    QVERIFY(recipe);
    failEachCall([](const fs::path& folder) { put(folder / "a.texeleton", "old"); },
                 [&](const fs::path& folder) { return isOk(recipe::writeRecipe(folder / "a.texeleton", *recipe)); });
  }

  static void events() {
    const model::Model model = test::twoBoneStrip();
    const std::vector<recipe::ClipEvents> events = {{ClipIndex(0), {{"step", 0.25, "p"}}}};
    const auto old = [](const fs::path& folder) {
      put(folder / "a.json", R"({"clips": {"Slide": [{"name": "by hand", "timeSeconds": 0.5}]}})");
      put(folder / "a.csv", "clip,event,time\n");
    };
    failEachCall(old, [&](const fs::path& folder) {
      return isOk(recipe::writeEventsFile(folder / "a.json", events, {}, model));
    });
    failEachCall(old, [&](const fs::path& folder) { return isOk(exportEvents(folder / "a.json", events, model)); });
    failEachCall(old, [&](const fs::path& folder) { return isOk(exportEvents(folder / "a.csv", events, model)); });
  }

  static void pictures() {
    QImage picture(64, 64, QImage::Format_RGBA8888);
    picture.fill(Qt::darkCyan);
    failEachCall([](const fs::path& folder) { put(folder / "a.png", "old"); },
                 [&](const fs::path& folder) { return isOk(viewport::savePicture(folder / "a.png", picture)); });
  }

  static void packs() {
    JobContext job;
    test::MadePackSpec spec;
    const pack::Pack old = test::madePack(spec);
    spec.seed = 2;
    const pack::Pack pack = test::madePack(spec);
    for (const bool exchange : {true, false}) {
      pack::PackWriteOptions options;
      options.tryExchange = exchange;
      failEachCall(
          [&](const fs::path& folder) { QVERIFY(pack::writePack(folder / "a.texpack", old, options, job)); },
          [&](const fs::path& folder) { return isOk(pack::writePack(folder / "a.texpack", pack, options, job)); },
          false,
          // If the disk failed between two renames, a reader restores the old pack.
          [&](const fs::path& folder) { QVERIFY(pack::readPack(folder / "a.texpack", job)); });
    }
  }

  static void caches() {
    const std::string text(100000, 'x');
    failEachCall(
        nothing,
        [&](const fs::path& folder) {
          importing::ImportCache(folder, 1 << 30).store("key", std::as_bytes(std::span(text)));
          return true;
        },
        true);
    failEachCall(
        nothing,
        [](const fs::path& folder) {
          const JobContext job;
          batch::FileHashes hashes(folder);
          static_cast<void>(hashes.sha256(sample(), job).has_value());
          hashes.save();
          return true;
        },
        true);
  }

  // The document counts as saved, and its recovery file is removed, only once it is on the disk.
  static void keepsRecoveryUntilSaved() {
    for (const FailingWritesHow how : kHows) {
      for (std::uint64_t call = 1; call <= kMostCalls; ++call) {
        const QTemporaryDir temporary;
        const QTemporaryDir recoveryFolder;
        const fs::path folder = fs::canonical(toPath(temporary.path()));
        const fs::path file = folder / "knight.texeleton";
        put(file, "old");
        JobContext job;
        Document document;
        QVERIFY(document.openCopy(sample(), job));
        Recovery recovery(document, toPath(recoveryFolder.path()));
        document.set("Rate", &recipe::RecipeBake::fps, std::optional<double>(12.5));
        recovery.keepNow();
        QTRY_VERIFY(fs::exists(recovery.file()));
        test::FailingWrites failing(folder.c_str(), call, how);
        const auto saved = document.save(file);
        const std::uint64_t calls = failing.stop();
        const bool failed = !saved;
        // A short write of zero bytes writes all of it.
        QVERIFY(failed == (calls >= call) || how == kFailShort);
        QCOMPARE(document.isModified(), failed);
        QTest::qWait(failed ? 20 : 0);
        if (failed) {
          QVERIFY(fs::exists(recovery.file()));
          const auto kept = readKept(recovery.file());
          QVERIFY(kept && kept->state.recipe.bake.fps == 12.5);
          QVERIFY(contentOf(file) == "old" || recipe::readRecipe(file, job));
        } else {
          QTRY_VERIFY(!fs::exists(recovery.file()));
          const auto read = recipe::readRecipe(file, job);
          QVERIFY(read && read->bake.fps == 12.5);
          if (calls < call) {
            break;
          }
        }
      }
    }
  }

  static void recoveryFilesAreComplete() {
    JobContext job;
    Document document;
    QVERIFY(document.open(sample(), job));
    const KeptDocument kept = {"a", sample(), QDateTime::currentDateTimeUtc(), document.state()};
    failEachCall([](const fs::path& folder) { put(folder / "a.recovery", "old"); },
                 [&](const fs::path& folder) { return isOk(writeKept(folder / "a.recovery", kept)); });
  }

  // QSettings by itself leaves half a file and reports success.
  static void settings() {
    QCoreApplication::setOrganizationName("texeleton-test");
    QCoreApplication::setApplicationName("texeleton-test");
    const auto settingsIn = [](const fs::path& folder) {
      QSettings::setDefaultFormat(QSettings::IniFormat);
      QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, toQString(folder));
    };
    const auto write = [&](const fs::path& folder) {
      settingsIn(folder);
      return isOk(
          saveSettings({{"theme", "dark"}, {"recent", QStringList{"/a/b.fbx", "/ä, \"c\".glb"}}, {"on", true}}));
    };
    failEachCall(
        [&](const fs::path& folder) {
          settingsIn(folder);
          QVERIFY(
              saveSettings({{"theme", "light"}, {"folders/open", "/somewhere"}, {"seal", QByteArray("\0\xff=", 3)}}));
        },
        write);

    const QTemporaryDir temporary;
    settingsIn(toPath(temporary.path()));
    QVERIFY(saveSettings({{"theme", "light"}, {"folders/open", "/somewhere"}, {"seal", QByteArray("\0\xff=", 3)}}));
    QVERIFY(write(toPath(temporary.path())));
    const QSettings read;
    QCOMPARE(read.value("theme").toString(), QString("dark"));
    QCOMPARE(read.value("folders/open").toString(), QString("/somewhere"));
    QCOMPARE(read.value("seal").toByteArray(), QByteArray("\0\xff=", 3));
    QCOMPARE(read.value("recent").toStringList(), (QStringList{"/a/b.fbx", QString::fromUtf8("/ä, \"c\".glb")}));
    QVERIFY(read.value("on").toBool());

    // Errors are reported even for callers that cannot report them.
    QStringList told;
    QObject listener;
    QObject::connect(&SettingsNews::instance(), &SettingsNews::failed, &listener,
                     [&](const Error& why) { told << QString::fromStdString(describe(why)); });
    const fs::path folder = fs::canonical(toPath(temporary.path()));
    test::FailingWrites failing(folder.c_str(), 1, kFailFrom);
    keepSettings({{"theme", "system"}});
    failing.stop();
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().contains("No space left"), qPrintable(told.front()));
    QCOMPARE(QSettings().value("theme").toString(), QString("dark"));
    keepSettings({{"theme", "system"}});
    QCOMPARE(told.size(), 1);
    QCOMPARE(QSettings().value("theme").toString(), QString("system"));
  }

  // The editor never overwrites a file that the document is made from, whatever its name.
  static void keepsSources() {
    const QTemporaryDir temporary;
    const fs::path folder = toPath(temporary.path());
    const fs::path model = folder / "knight.glb";
    fs::copy_file(test::sourceFolder() / "resources" / "samples" / "lantern-knight.glb", model);
    fs::create_hard_link(model, folder / "hard.texeleton");
    fs::create_symlink("knight.glb", folder / "soft.texeleton");
    const std::string before = contentOf(model);
    Document document;
    document.startFrom(model);
    for (const char* name : {"knight.glb", "hard.texeleton", "soft.texeleton"}) {
      const auto saved = document.save(folder / name);
      QVERIFY2(!saved && saved.error().code == ErrorCode::InvalidArgument, name);
      QVERIFY(!checkNoSource(folder / name, document.recipe()));
      QCOMPARE(contentOf(model), before);
    }
    QVERIFY(document.save(folder / "knight.texeleton"));
    QVERIFY(document.save(folder / "knight.texeleton"));  // It may overwrite its own file.
  }
};

namespace {
int runFullDiskSuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  TestFullDisk test;
  return QTest::qExec(&test, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(TestFullDisk, runFullDiskSuite)

#include "test_full_disk.moc"
