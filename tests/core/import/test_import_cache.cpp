#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "core/import/import_cache.h"
#include "core/import/worker/worker_protocol.h"
#include "core/model/snapshot.h"
#include "tests/core/import/import_fixture.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using test::ImportFixture;

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::uint64_t sizeOf(const fs::path& folder) {
  std::uint64_t size = 0;
  for (const fs::path& file : filesIn(folder)) {
    size += fs::file_size(file);
  }
  return size;
}

void age(const fs::path& file, std::chrono::minutes minutes) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - minutes);
}

/// A worker's result, identified by `issue`.
std::vector<std::byte> resultSaying(const std::string& issue) {
  model::Model model = test::twoBoneStrip();
  model.issues = {{Severity::Info, verbatim(issue), ""}};
  auto bytes = model::writeSnapshot(model);
  const auto packed = importing::worker::packReferences({});
  bytes.insert(bytes.end(), packed.begin(), packed.end());
  return bytes;
}

std::unique_ptr<QProcess> startImport(const ImportFixture& fixture, const fs::path& file,
                                      const char* version = "fake 1") {
  auto process = std::make_unique<QProcess>();
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("TEXELETON_IMPORT_FAKE_VERSION", version);
  process->setProcessEnvironment(environment);
  process->start(QString::fromStdString(fixture.request.workerProgram.string()),
                 {"--import", QString::fromStdString(file.string()), QString::fromStdString(fixture.cache().string())});
  return process;
}

}  // namespace

class TestImportCache : public QObject {
  Q_OBJECT

 private slots:
  void secondImportUsesCache() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    const auto first = fixture.import(file);
    const auto second = fixture.import(file);
    QVERIFY(first && second);
    QCOMPARE(fixture.runs(), 1);
    QVERIFY(model::writeSnapshot(**first) == model::writeSnapshot(**second));
    QCOMPARE(filesIn(fixture.cache()).size(), std::size_t{1});
  }

  void contentCountsNotTime() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    fixture.read(file);
    fixture.write("a.model", "model");
    age(file, std::chrono::minutes(5));
    fixture.read(file);
    QCOMPARE(fixture.runs(), 1);
    fixture.write("a.model", "model ");
    QCOMPARE(fixture.read(file), std::string("model "));
    QCOMPARE(fixture.runs(), 2);
  }

  void optionsCountLimitsDoNot() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    fixture.read(file);
    fixture.request.limits.timeSeconds = 50.0;
    fixture.request.limits.memoryBytes = 3ull << 30;
    fixture.read(file);
    QCOMPARE(fixture.runs(), 1);
    fixture.request.options.scale = 0.01;
    fixture.read(file);
    fixture.request.options.up = importing::UpAxis::Z;
    fixture.read(file);
    fixture.request.options.up = importing::UpAxis::Y;
    fixture.read(file);
    fixture.request.options.followOutside = true;
    fixture.read(file);
    QCOMPARE(fixture.runs(), 5);
    fixture.request.options = {};
    fixture.read(file);
    QCOMPARE(fixture.runs(), 5);
  }

  void neighboursAreCheckedAgain() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model tex/skin.png walk.md5anim");
    const auto texture = fixture.write("tex/skin.png", "red");
    QCOMPARE(fixture.read(file), std::string("model tex/skin.png walk.md5anim [tex/skin.png: red] [walk.md5anim: ]"));
    fixture.read(file);
    QCOMPARE(fixture.runs(), 1);

    fixture.write("tex/skin.png", "blue");  // one changes
    QVERIFY(fixture.read(file).find("[tex/skin.png: blue]") != std::string::npos);
    fixture.write("walk.md5anim", "frames");  // an absent one appears
    QVERIFY(fixture.read(file).find("[walk.md5anim: frames]") != std::string::npos);
    QCOMPARE(fixture.runs(), 3);
    fixture.read(file);
    QCOMPARE(fixture.runs(), 3);

    fs::remove(fixture.models() / "walk.md5anim");  // as before: known
    QVERIFY(fixture.read(file).find("[tex/skin.png: blue] [walk.md5anim: ]") != std::string::npos);
    QCOMPARE(fixture.runs(), 3);
    fs::remove(texture);
    QVERIFY(fixture.read(file).find("[tex/skin.png: ]") != std::string::npos);
    QCOMPARE(fixture.runs(), 4);
    fs::create_directory(texture);  // not a file: still absent
    fixture.read(file);
    QCOMPARE(fixture.runs(), 4);
  }

  void movedModelUsesItsNeighbours() {
    ImportFixture fixture;
    const auto here = fixture.write("here/a.model", "model skin.png");
    const auto there = fixture.write("there/a.model", "model skin.png");
    fixture.write("here/skin.png", "red");
    fixture.write("there/skin.png", "blue");
    for (int round = 0; round < 2; ++round) {
      QVERIFY(fixture.read(here).find("red") != std::string::npos);
      QVERIFY(fixture.read(there).find("blue") != std::string::npos);
    }
    QCOMPARE(fixture.runs(), 2);
    fs::rename(fixture.models() / "here", fixture.models() / "moved");
    QVERIFY(fixture.read(fixture.models() / "moved/a.model").find("red") != std::string::npos);
    QCOMPARE(fixture.runs(), 2);
  }

  void otherNameIsOtherModel() {
    ImportFixture fixture;
    fixture.read(fixture.write("a.md5mesh", "model"));
    fixture.read(fixture.write("b.md5mesh", "model"));  // its animation would be b.md5anim
    QCOMPARE(fixture.runs(), 2);
  }

  void moreNeighbourhoodsThanPlacesStillWork() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model skin.png");
    for (int i = 0; i < importing::ImportCache::kVariants + 3; ++i) {
      const std::string color = "color" + std::to_string(i);
      fixture.write("skin.png", color);
      QVERIFY(fixture.read(file).find(color) != std::string::npos);
    }
    QCOMPARE(filesIn(fixture.cache()).size(), std::size_t{importing::ImportCache::kVariants});
    fixture.read(file);
    QCOMPARE(fixture.runs(), importing::ImportCache::kVariants + 3);
  }

  void changedFilesAreNotCached() {
    ImportFixture fixture;
    fixture.read(fixture.write("a.model", "written-meanwhile"));
    fixture.write("skin.png", "red");
    fixture.read(fixture.write("b.model", "neighbour-written-meanwhile skin.png"));
    QCOMPARE(fixture.runs(), 2);
    QVERIFY(!fs::exists(fixture.cache()) || filesIn(fixture.cache()).empty());
  }

  void errorsAreNotCached() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "bad-file");
    fixture.read(file);
    fixture.read(file);
    QCOMPARE(fixture.runs(), 2);
  }

  void disabledMeansNeitherReadNorWritten() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    fixture.request.cache.enabled = false;
    fixture.read(file);
    QVERIFY(!fs::exists(fixture.cache()));
    fixture.request.cache.enabled = true;
    fixture.read(file);
    fixture.request.cache.enabled = false;
    fixture.read(file);
    QCOMPARE(fixture.runs(), 3);
  }

  void brokenEntriesAreReplaced() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    fixture.read(file);
    const fs::path entry = filesIn(fixture.cache()).at(0);
    std::ifstream stream(entry, std::ios::binary);
    const std::string whole(std::istreambuf_iterator<char>(stream), {});
    int runs = fixture.runs();
    std::vector<std::string> broken = {"", "x", whole + "x", std::string(whole.size(), '\0')};
    for (std::size_t part = 1; part < 8; ++part) {
      const std::size_t at = whole.size() * part / 8;
      broken.push_back(whole.substr(0, at));
      broken.push_back(whole);
      broken.back()[at] = static_cast<char>(broken.back()[at] ^ 0x20);
    }
    for (const std::string& content : broken) {
      std::ofstream(entry, std::ios::binary | std::ios::trunc) << content;
      QCOMPARE(fixture.read(file), std::string("model"));
      QCOMPARE(fixture.runs(), ++runs);
      QCOMPARE(filesIn(fixture.cache()).size(), std::size_t{1});
      QCOMPARE(fixture.read(file), std::string("model"));
      QCOMPARE(fixture.runs(), runs);
    }
  }

  void sizeIsBounded() {
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    const std::uint64_t entrySize = resultSaying("0").size();
    importing::ImportCache cache(path, entrySize * 3);
    const JobContext job;
    for (int i = 0; i < 3; ++i) {
      cache.store("key" + std::to_string(i), resultSaying(std::to_string(i)));
      age(path / ("key" + std::to_string(i) + "-0.txmodel"), std::chrono::minutes(30 - i));
    }
    QVERIFY(cache.find("key0", path, job).has_value());  // the oldest is used, so the next one is removed first
    cache.store("key3", resultSaying("3"));
    QVERIFY(sizeOf(path) <= entrySize * 3);
    QVERIFY(!cache.find("key1", path, job).has_value());
    for (const char* key : {"key0", "key2", "key3"}) {
      const auto model = cache.find(key, path, job);
      QVERIFY(model.has_value());
      QCOMPARE(model->issues[0].text.text(), std::string(key + 3));
    }
    importing::ImportCache(path, entrySize - 1).store("key4", resultSaying("4"));  // larger than the whole cache
    QVERIFY(!cache.find("key4", path, job).has_value());
  }

  void onlyItsOwnFilesAreRemoved() {
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    for (const char* name : {"thesis.txt", "old.txmodel-part", "new.txmodel-part"}) {
      std::ofstream(path / name) << std::string(10'000, 'x');
      age(path / name, std::chrono::minutes(std::string(name) == "new.txmodel-part" ? 5 : 5000));
    }
    importing::ImportCache(path, resultSaying("0").size()).store("key", resultSaying("0"));
    QVERIFY(fs::exists(path / "thesis.txt"));
    QVERIFY(fs::exists(path / "new.txmodel-part"));  // another process may be writing it
    QVERIFY(!fs::exists(path / "old.txmodel-part"));
    QVERIFY(fs::exists(path / "key-0.txmodel"));
  }

  // Reading them must not block, take memory or trust their content.
  void strangeEntriesAreNotRead() {
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    const fs::path entry = path / "key-0.txmodel";
    const auto result = resultSaying("a");
    importing::ImportCache cache(path, 8ull << 30);
    const JobContext job;
    const auto findsIt = [&] {
      cache.store("key", result);
      return cache.find("key", path, job).has_value();
    };
    QVERIFY(findsIt());

    fs::remove(entry);
    QCOMPARE(mkfifo(entry.c_str(), 0600), 0);
    QVERIFY(!cache.find("key", path, job));
    fs::remove(entry);
    fs::create_symlink("/dev/zero", entry);
    QVERIFY(!cache.find("key", path, job));
    fs::remove(entry);
    std::ofstream(entry) << "x";
    fs::permissions(entry, fs::perms(0600));
    fs::resize_file(entry, 5ull << 30);  // A sparse file.
    struct rusage before {};
    getrusage(RUSAGE_SELF, &before);
    QVERIFY(!cache.find("key", path, job));
    struct rusage after {};
    getrusage(RUSAGE_SELF, &after);
    QVERIFY2(after.ru_maxrss - before.ru_maxrss < (1 << 20), "more than 1 GiB was taken");
    fs::remove(entry);

    // Larger than the cache.
    QVERIFY(findsIt());
    QVERIFY(!importing::ImportCache(path, result.size() - 1).find("key", path, job));

    // Owned by another user, or writable by others.
    QVERIFY(findsIt());
    fs::permissions(entry, fs::perms(0666));
    QVERIFY(!cache.find("key", path, job));
    QVERIFY(findsIt());
    fs::permissions(path, fs::perms(0777));
    QVERIFY(!cache.find("key", path, job));
    cache.store("other", result);
    QVERIFY(!fs::exists(path / "other-0.txmodel"));
    fs::permissions(path, fs::perms(0700));
    QVERIFY(cache.find("key", path, job));
    if (geteuid() == 0) {
      QCOMPARE(chown(entry.c_str(), 65534, 65534), 0);
      QVERIFY(!cache.find("key", path, job));
      QVERIFY(findsIt());
      QCOMPARE(chown(path.c_str(), 65534, 65534), 0);
      QVERIFY(!cache.find("key", path, job));
    }
  }

  // An entry that names a file of 200 GiB is not read.
  void hugeReferencesAreNotHashed() {
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    std::ofstream(path / "huge.bin") << "x";
    std::error_code error;
    fs::resize_file(path / "huge.bin", 200ull << 30, error);
    if (error) {
      QSKIP("this file system has no files of 200 GiB");
    }
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!importing::referencesHold({{"huge.bin", std::string(64, '0')}}, path, JobContext()));
    QVERIFY(timer.elapsed() < 20'000);  // Reading it would take minutes.
  }

  void unusableFolderIsHarmless() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    fixture.request.cache.folder = fixture.write("occupied", "a file") / "cache";
    QCOMPARE(fixture.read(file), std::string("model"));
    fixture.request.cache.folder = "/proc/no/such/folder";
    QCOMPARE(fixture.read(file), std::string("model"));
    QCOMPARE(fixture.runs(), 2);
  }

  void variableSelectsFolder() {
    ImportFixture fixture;
    qputenv("TEXELETON_CACHE", (fixture.root() / "elsewhere").c_str());
    fixture.request.cache.folder.clear();
    fixture.read(fixture.write("a.model", "model"));
    qunsetenv("TEXELETON_CACHE");
    QCOMPARE(filesIn(fixture.root() / "elsewhere/import").size(), std::size_t{1});
    QVERIFY(importing::ImportCache::defaultFolder().string().ends_with("/texeleton/import"));
  }

  void anotherWorkerIsAnotherImport() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    for (const char* version : {"fake 1", "fake 1", "fake 2", "fake 2"}) {
      const auto process = startImport(fixture, file, version);
      QVERIFY(process->waitForFinished());
      QCOMPARE(process->readAllStandardOutput().trimmed(), QByteArray("model"));
    }
    QCOMPARE(fixture.runs(), 2);
  }

  void processesShareTheFolder() {
    ImportFixture fixture;
    std::vector<fs::path> files;
    for (int i = 0; i < 3; ++i) {
      files.push_back(fixture.write(std::to_string(i) + ".model", "model " + std::to_string(i)));
    }
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < 12; ++i) {
      processes.push_back(startImport(fixture, files[static_cast<std::size_t>(i) % 3]));
    }
    for (std::size_t i = 0; i < processes.size(); ++i) {
      QVERIFY(processes[i]->waitForFinished());
      QCOMPARE(processes[i]->exitCode(), 0);
      const std::string number = std::to_string(i % 3);
      QCOMPARE(processes[i]->readAllStandardOutput().trimmed().toStdString(),
               "model " + number + " [" + number + ": ]");
    }
    for (const fs::path& file : filesIn(fixture.cache())) {
      QVERIFY2(file.extension() == ".txmodel", file.c_str());
    }
  }

  void threadsShareDamagedFolder() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    std::atomic<int> wrong{0};
    std::atomic<bool> stop{false};
    std::jthread spoiler([&] {
      while (!stop) {
        std::error_code error;
        for (fs::directory_iterator it(fixture.cache(), error), end; !error && it != end; it.increment(error)) {
          std::ofstream(it->path(), std::ios::in | std::ios::binary) << "spoilt";
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
      }
    });
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
          for (int round = 0; round < 10; ++round) {
            wrong += fixture.read(file) == "model" ? 0 : 1;
          }
        });
      }
    }
    stop = true;
    QCOMPARE(wrong.load(), 0);
  }
};

TEXELETON_SUITE(TestImportCache)
#include "test_import_cache.moc"
