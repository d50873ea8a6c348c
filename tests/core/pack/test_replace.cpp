// A pack is replaced atomically: after any crash or error, a complete pack exists under its name.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "core/pack/pack.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr int kKills = 200;

pack::Pack packOf(std::uint32_t seed) {
  MadePackSpec spec;
  spec.seed = seed;
  return madePack(spec);
}

Result<void> write(const fs::path& path, const pack::Pack& pack, bool tryExchange = true) {
  JobContext job;
  job.threadCount = 2;
  pack::PackWriteOptions options;
  options.compression = pack::TextureCompression::None;
  options.flushToDisk = false;
  options.tryExchange = tryExchange;
  return pack::writePack(path, pack, options, job);
}

/// Empty if the pack at `path` equals `pack`.
std::string differenceOnDisk(const fs::path& path, const pack::Pack& pack) {
  JobContext job;
  const auto read = pack::readPack(path, job);
  return read ? difference(pack, *read) : describe(read.error());
}

std::vector<std::string> namesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A pack too large for the limits of the tests with full disks.
pack::Pack largePack() {
  pack::Pack pack = packOf(3);
  vat::BakedAnimation& a = pack.animation;
  a.layout.width = 1024;
  a.layout.height = 512;
  a.texels = vat::TexelBuffer(a.pixelFormat, 1024, 512);
  return pack;
}

}  // namespace

class TestReplace : public QObject {
  Q_OBJECT

 private slots:
  void newPackIsAlone();
  void oldPackIsReplaced_data() { exchangeOrNot(); }
  void oldPackIsReplaced();
  void killedWritersLeaveCompletePack_data() { exchangeOrNot(); }
  void killedWritersLeaveCompletePack();
  void readersSeeCompletePackDuringReplacement_data() { exchangeOrNot(); }
  void readersSeeCompletePackDuringReplacement();
  void fileSizeLimitKeepsOldPack();
  void fullDiskKeepsOldPack();
  void cancelledWriteKeepsOldPack();
  void restoresInterruptedReplacement();
  void removesLeftoversOfDeadWriters();
  void keepsOtherFiles();
  void keepsForeignFiles();
  void replacesReadOnlyPack_data() { exchangeOrNot(); }
  void replacesReadOnlyPack();
  void linksAndSlashes();
  void rejectedTargets();

 private:
  void exchangeOrNot() {
    QTest::addColumn<bool>("tryExchange");
    QTest::newRow("one step") << true;
    QTest::newRow("two renames") << false;
  }
};

void TestReplace::newPackIsAlone() {
  const QTemporaryDir folder;
  const pack::Pack pack = packOf(1);
  QVERIFY(write(pathOf(folder) / "a.texpack", pack).has_value());
  QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
  QCOMPARE(differenceOnDisk(pathOf(folder) / "a.texpack", pack), std::string());
  JobContext job;
  QVERIFY(pack::writePack(pathOf(folder) / "flushed.texpack", pack, {}, job).has_value());
  QCOMPARE(differenceOnDisk(pathOf(folder) / "flushed.texpack", pack), std::string());
}

void TestReplace::oldPackIsReplaced() {
  QFETCH(bool, tryExchange);
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const pack::Pack first = packOf(1);
  const pack::Pack second = packOf(2);
  QVERIFY(!difference(first, second).empty());
  QVERIFY(write(path, first, tryExchange).has_value());
  fs::permissions(path, fs::perms::owner_all | fs::perms::group_read);
  QVERIFY(write(path, second, tryExchange).has_value());
  QCOMPARE(differenceOnDisk(path, second), std::string());
  QCOMPARE(fs::status(path).permissions(), fs::perms::owner_all | fs::perms::group_read);
  QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
}

void TestReplace::killedWritersLeaveCompletePack() {
  QFETCH(bool, tryExchange);
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const pack::Pack packs[2] = {packOf(1), packOf(2)};
  const auto begin = std::chrono::steady_clock::now();
  QVERIFY(write(path, packs[0]).has_value());
  // Time for several replacements, whatever the speed of this build.
  const auto once = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  const auto most = static_cast<unsigned>(std::clamp<std::int64_t>(8 * once.count(), 6'000, 200'000));
  std::mt19937 random(99);
  int seen[2] = {0, 0};
  for (int i = 0; i < kKills || (i < 4 * kKills && (seen[0] == 0 || seen[1] == 0)); ++i) {
    int ready[2] = {-1, -1};
    QCOMPARE(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
      for (int n = 0;; ++n) {
        (void)write(path, packs[n % 2], tryExchange);
        if (n == 0) {
          static_cast<void>(::write(ready[1], "x", 1) == 1);
        }
      }
    }
    char byte = 0;
    QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
    std::this_thread::sleep_for(std::chrono::microseconds(random() % most));
    QCOMPARE(kill(child, SIGKILL), 0);
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    close(ready[0]);
    close(ready[1]);

    const std::string first = differenceOnDisk(path, packs[0]);
    const std::string second = differenceOnDisk(path, packs[1]);
    QVERIFY2(first.empty() || second.empty(), (first + " | " + second).c_str());
    ++seen[first.empty() ? 0 : 1];
  }
  QVERIFY(seen[0] > 0 && seen[1] > 0);
  // The next bake removes all leftovers.
  QVERIFY(write(path, packs[0]).has_value());
  QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
}

void TestReplace::readersSeeCompletePackDuringReplacement() {
  QFETCH(bool, tryExchange);
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const pack::Pack packs[2] = {packOf(1), packOf(2)};
  QVERIFY(write(path, packs[0]).has_value());
  const pid_t child = fork();
  if (child == 0) {
    for (int n = 1;; ++n) {
      (void)write(path, packs[n % 2], tryExchange);
    }
  }
  std::string complaint;
  for (int i = 0; i < 300 && complaint.empty(); ++i) {
    JobContext job;
    const auto read = pack::readPack(path, job);
    if (!read) {
      complaint = describe(read.error());
    } else if (!difference(packs[0], *read).empty() && !difference(packs[1], *read).empty()) {
      complaint = "neither the old pack nor the new";
    }
  }
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  QCOMPARE(complaint, std::string());
}

void TestReplace::fileSizeLimitKeepsOldPack() {
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const pack::Pack first = packOf(1);
  QVERIFY(write(path, first).has_value());
  const pack::Pack large = largePack();
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    for (rlim_t limit = 1000; limit < 4000000; limit += 350000) {
      const rlimit size = {limit, RLIM_INFINITY};
      setrlimit(RLIMIT_FSIZE, &size);
      const auto written = write(path, large);
      if (written || written.error().code != ErrorCode::Io || written.error().file.empty() ||
          !differenceOnDisk(path, first).empty()) {
        _exit(1);
      }
    }
    _exit(0);
  }
  int status = 0;
  QCOMPARE(waitpid(child, &status, 0), child);
  QVERIFY(WIFEXITED(status));
  QCOMPARE(WEXITSTATUS(status), 0);
  QCOMPARE(differenceOnDisk(path, first), std::string());
  QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
}

void TestReplace::fullDiskKeepsOldPack() {
  const QTemporaryDir folder;
  const fs::path disk = pathOf(folder) / "disk";
  fs::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=1m") != 0) {
    QSKIP("a small file system cannot be mounted here; the limit of file sizes is tested instead");
  }
  const pack::Pack first = packOf(1);
  const auto written = write(disk / "a.texpack", first);
  const auto refused = write(disk / "a.texpack", largePack());
  const std::string left = differenceOnDisk(disk / "a.texpack", first);
  const std::vector<std::string> names = namesIn(disk);
  const auto again = write(disk / "a.texpack", packOf(2));
  umount(disk.c_str());
  QVERIFY(written.has_value());
  QVERIFY(!refused.has_value());
  QCOMPARE(refused.error().code, ErrorCode::Io);
  QVERIFY2(refused.error().message.find("No space left") != std::string::npos, describe(refused.error()).c_str());
  QVERIFY(refused.error().file.find("animation.exr") != std::string::npos);
  QCOMPARE(left, std::string());
  QCOMPARE(names, std::vector<std::string>{"a.texpack"});
  QVERIFY(again.has_value());
}

void TestReplace::cancelledWriteKeepsOldPack() {
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const pack::Pack first = packOf(1);
  QVERIFY(write(path, first).has_value());
  JobContext* running = nullptr;
  JobContext job([&](double, const char*) { running->cancel(); });
  running = &job;
  job.threadCount = 2;
  const auto written = pack::writePack(path, largePack(), {}, job);
  QVERIFY(!written.has_value());
  QCOMPARE(written.error().code, ErrorCode::Cancelled);
  QCOMPARE(differenceOnDisk(path, first), std::string());
  QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
}

void TestReplace::restoresInterruptedReplacement() {
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const fs::path old = pathOf(folder) / ".a.texpack.old";
  const pack::Pack first = packOf(1);
  QVERIFY(write(path, first).has_value());
  fs::rename(path, old);
  QCOMPARE(differenceOnDisk(path, first), std::string());  // A reader restores it.
  QVERIFY(fs::exists(path) && !fs::exists(old));

  fs::rename(path, old);
  QVERIFY(pack::readPackManifest(path).has_value());
  fs::rename(path, old);
  const pack::Pack large = largePack();
  JobContext job;
  job.cancel();
  QVERIFY(!pack::writePack(path, large, {}, job).has_value());  // So does a bake that fails.
  QCOMPARE(differenceOnDisk(path, first), std::string());

  // If both exist, the new one is the pack, and the old one is removed.
  fs::copy(path, old, fs::copy_options::recursive);
  const pack::Pack second = packOf(2);
  QVERIFY(write(path, second).has_value());
  QCOMPARE(differenceOnDisk(path, second), std::string());
  QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
}

void TestReplace::removesLeftoversOfDeadWriters() {
  const QTemporaryDir folder;
  const fs::path base = pathOf(folder);
  const fs::path dead = base / ".a.texpack.tmp-1-00000000";
  const fs::path alive = base / ".a.texpack.tmp-2-00000000";
  const fs::path other = base / ".b.texpack.tmp-3-00000000";
  const fs::path precious = base / ".a.texpack.tmp-4-00000000";
  for (const fs::path& leftover : {dead, alive, other, precious}) {
    fs::create_directory(leftover);
    writeFile(leftover / "animation.exr", std::vector<std::byte>(10));
  }
  writeFile(precious / "notes.txt", std::vector<std::byte>(10));
  const int lock = open(alive.c_str(), O_RDONLY | O_DIRECTORY);
  QCOMPARE(flock(lock, LOCK_EX | LOCK_NB), 0);
  JobContext job;
  QVERIFY(pack::writePack(base / "a.texpack", packOf(1), {}, job).has_value());
  close(lock);
  QVERIFY(!fs::exists(dead));
  QVERIFY(fs::exists(alive / "animation.exr"));  // Its writer is running.
  QVERIFY(fs::exists(other / "animation.exr"));  // Belongs to another pack.
  QVERIFY(fs::exists(precious / "notes.txt"));   // Foreign files are never deleted.
  QCOMPARE(job.takeIssues().size(), std::size_t{1});
}

void TestReplace::keepsOtherFiles() {
  const QTemporaryDir folder;
  const fs::path base = pathOf(folder);
  fs::create_directory(base / "empty");
  fs::create_directory(base / "photos");
  writeFile(base / "photos" / "one.jpg", std::vector<std::byte>(10));
  fs::create_directory(base / "extension");
  writeFile(base / "extension" / "manifest.json", {std::byte{'{'}, std::byte{'}'}});
  writeFile(base / "file", std::vector<std::byte>(10));
  const std::vector<std::string> before = namesIn(base);
  for (const char* name : {"empty", "photos", "extension", "file"}) {
    const auto written = write(base / name, packOf(1));
    QVERIFY(!written.has_value());
    QCOMPARE(written.error().code, ErrorCode::InvalidArgument);
    QVERIFY(written.error().file.find(name) != std::string::npos);
  }
  QCOMPARE(namesIn(base), before);
  QVERIFY(fs::exists(base / "photos" / "one.jpg"));
}

// Root ignores permissions, so the test runs as another user.
void TestReplace::replacesReadOnlyPack() {
  QFETCH(bool, tryExchange);
  constexpr uid_t kNobody = 65534;
  const QTemporaryDir folder;
  const fs::path base = pathOf(folder);
  const fs::path path = base / "a.texpack";
  if (geteuid() == 0) {
    QCOMPARE(chown(base.c_str(), kNobody, kNobody), 0);
  }
  const pack::Pack first = packOf(1);
  const pack::Pack second = packOf(2);
  const pid_t child = fork();
  if (child == 0) {
    const bool isSomebody = geteuid() != 0 || (setgid(kNobody) == 0 && setuid(kNobody) == 0);
    bool good = isSomebody && write(path, first, tryExchange).has_value();
    writeFile(path / "animation.exr.meta", std::vector<std::byte>(7));
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_exec);
    JobContext job;
    pack::PackWriteOptions options;
    options.flushToDisk = false;
    options.tryExchange = tryExchange;
    good = good && pack::writePack(path, second, options, job).has_value() && job.takeIssues().empty();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  QCOMPARE(waitpid(child, &status, 0), child);
  QCOMPARE(status, 0);
  QCOMPARE(namesIn(base), std::vector<std::string>{"a.texpack"});
  QCOMPARE(differenceOnDisk(path, second), std::string());
  QVERIFY(fs::exists(path / "animation.exr.meta"));
  QCOMPARE(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_exec);
}

void TestReplace::keepsForeignFiles() {
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  for (const bool tryExchange : {true, false}) {
    QVERIFY(write(path, packOf(1)).has_value());
    writeFile(path / "animation.exr.meta", std::vector<std::byte>(7));
    fs::create_directory(path / "export");
    writeFile(path / "export" / "Fox.cs", std::vector<std::byte>(8));
    QVERIFY(write(path, packOf(2), tryExchange).has_value());
    QCOMPARE(differenceOnDisk(path, packOf(2)), std::string());
    QCOMPARE(fs::file_size(path / "animation.exr.meta"), std::uintmax_t{7});
    QCOMPARE(fs::file_size(path / "export" / "Fox.cs"), std::uintmax_t{8});
    QCOMPARE(namesIn(pathOf(folder)), std::vector<std::string>{"a.texpack"});
    fs::remove_all(path);
  }
}

void TestReplace::linksAndSlashes() {
  const QTemporaryDir folder;
  const fs::path base = pathOf(folder);
  fs::create_directory(base / "real");
  QVERIFY(write(base / "real" / "a.texpack", packOf(1)).has_value());
  fs::create_directory_symlink("real/a.texpack", base / "link");
  QVERIFY(write(base / "link", packOf(2)).has_value());
  QVERIFY(fs::is_symlink(base / "link"));
  QCOMPARE(differenceOnDisk(base / "real" / "a.texpack", packOf(2)), std::string());
  QCOMPARE(differenceOnDisk(base / "link", packOf(2)), std::string());
  QVERIFY(write((base / "real" / "a.texpack").string() + "//", packOf(1)).has_value());
  QCOMPARE(differenceOnDisk((base / "real" / "a.texpack").string() + "/", packOf(1)), std::string());
  QCOMPARE(namesIn(base / "real"), std::vector<std::string>{"a.texpack"});

  const fs::path before = fs::current_path();
  fs::current_path(base / "real");
  const auto written = write("a.texpack", packOf(2));  // No parent in the path.
  fs::current_path(before);
  QVERIFY(written.has_value());
  QCOMPARE(differenceOnDisk(base / "real" / "a.texpack", packOf(2)), std::string());
}

void TestReplace::rejectedTargets() {
  const QTemporaryDir folder;
  const fs::path base = pathOf(folder);
  const auto code = [&](const fs::path& path) { return write(path, packOf(1)).error().code; };
  QCOMPARE(code(base / "absent" / "a.texpack"), ErrorCode::NotFound);
  QCOMPARE(code(""), ErrorCode::InvalidArgument);
  QCOMPARE(code("/"), ErrorCode::InvalidArgument);
  QCOMPARE(code(base / "."), ErrorCode::InvalidArgument);
  QCOMPARE(code(base / ".."), ErrorCode::InvalidArgument);
  QCOMPARE(code(base / std::string(250, 'n')), ErrorCode::InvalidArgument);
  fs::create_symlink("nowhere", base / "dangling");
  QCOMPARE(code(base / "dangling"), ErrorCode::NotFound);
}

TEXELETON_PLAIN_SUITE(TestReplace)
#include "test_replace.moc"
